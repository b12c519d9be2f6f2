import type { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import { migrationSql } from '../../src/platform/duckdb/table-sql.ts'
import { recordTableMigration } from '../support/data/duckdb-records.ts'

type BallastInput = {
  readonly table: string
  readonly rows: number
  /** How often a number of 20 digits is repeated in the note of each row. */
  readonly noteTimes: number
}

/** A table with rows that take a while to be written, sorted and copied. */
export class Ballast {
  readonly table: string
  readonly rows: number
  readonly #engine: DuckDbEngine
  #tried = 0
  #acknowledged = 0

  private constructor(engine: DuckDbEngine, { table, rows }: BallastInput) {
    this.#engine = engine
    this.table = table
    this.rows = rows
  }

  static async create(engine: DuckDbEngine, input: BallastInput): Promise<Ballast> {
    const { table, rows, noteTimes } = input
    await engine.define([
      ...migrationSql(recordTableMigration(table).steps),
      `insert into ${table} (merchant_id, occurred_at, record_id, version, note, quantity)
       select 'm' || (x % 97), timestamp '2026-01-01' + to_seconds(x), cast(hash(x) as varchar), 1,
         repeat(cast(hash(x + 1) as varchar), ${noteTimes}), 0
       from range(${rows}) t(x)`,
    ])
    return new Ballast(engine, input)
  }

  /** Changes all rows, so that there is a log to bring into the file and a month to sort. */
  async stir(): Promise<void> {
    this.#tried += 1
    await this.#engine.change({
      table: this.table,
      set: 'quantity = quantity + 1, note = reverse(note)',
      where: 'true',
    })
    this.#acknowledged += 1
  }

  /** Violations: each change must reach all rows or none, and no acknowledged one may be lost. */
  async wrongs(): Promise<readonly string[]> {
    const found = await this.#engine.rows<{ quantity: number; rows: number }>(
      `select quantity, count(*) as rows from ${this.table} where quantity is not null group by quantity`,
    )
    const rows = found.reduce((sum, each) => sum + each.rows, 0)
    const changes = found[0]?.quantity ?? Number.NaN
    return [
      ...(rows === this.rows ? [] : [`${this.table} has ${rows} rows`]),
      ...(found.length === 1 ? [] : [`${this.table} has rows of ${found.length} states`]),
      ...(changes >= this.#acknowledged && changes <= this.#tried
        ? []
        : [`${this.table} was changed ${changes} times`]),
    ]
  }
}
