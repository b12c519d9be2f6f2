import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import { migrationSql } from '../../src/platform/duckdb/table-sql.ts'
import type { EngineStatus, Upkeep } from '../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../src/platform/engine/engine-unavailable.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import type { RecordInput } from '../../src/records/reading/record.ts'
import { aRow, recordTableMigration, rowsOf } from '../support/data/duckdb-records.ts'
import type { Random } from '../support/random/seeded-random.ts'
import type { RestartableDuckDb } from '../support/stores/restartable-duckdb.ts'
import { RememberedRecords, type StoredRow } from './remembered-records.ts'

const RECORDS = 'remembered'
/** Rows that take a while to be written, sorted and copied. */
const BALLAST = 'ballast'
const MERCHANT = 'm1'
const WRITERS = 3
const BATCH_ROWS = 60
const SEEN_MS_MAX = 60_000
const REPORT_SQL = `select record_id || ' ' || x || repeat('.', 40)
  from ${BALLAST}, range(8) r(x) where quantity is not null order by record_id, x`
const REPORT_FOOT = 'the end'

/** An engine with records whose every change is remembered, and what can be seen of its work from outside. */
export class EngineWorld {
  readonly duckDb: RestartableDuckDb
  readonly engine: DuckDbEngine
  readonly writers: readonly RememberedRecords[]
  /** Texts that were stored and then erased. */
  readonly secrets: string[] = []
  readonly changes = { tried: 0, acknowledged: 0 }
  #reports = 0

  private constructor(duckDb: RestartableDuckDb, random: Random) {
    this.duckDb = duckDb
    this.engine = duckDb.engine
    this.writers = Array.from({ length: WRITERS }, (_, n) => {
      return new RememberedRecords({ random, merchantId: MERCHANT, prefix: `writer ${n}` })
    })
  }

  static async create(
    duckDb: RestartableDuckDb,
    { random, ballastRows }: { readonly random: Random; readonly ballastRows: number },
  ): Promise<EngineWorld> {
    await duckDb.engine.define([
      ...migrationSql(recordTableMigration(RECORDS).steps),
      ...migrationSql(recordTableMigration(BALLAST).steps),
      `insert into ${BALLAST} (merchant_id, occurred_at, record_id, version, note, quantity)
       select 'm' || (x % 97), timestamp '2026-01-01' + to_seconds(x), cast(hash(x) as varchar), 1,
         repeat(cast(hash(x + 1) as varchar), 3), 0
       from range(${ballastRows}) t(x)`,
    ])
    return new EngineWorld(duckDb, random)
  }

  /** A file or folder of the engine's own. */
  place(...names: readonly string[]): string {
    return join(this.duckDb.settings.folder, ...names)
  }

  get file(): string {
    return this.place('records.duckdb')
  }

  /** Stores at most n batches, and stops when the engine refuses one. */
  async write(records: RememberedRecords, batches = Number.POSITIVE_INFINITY): Promise<unknown> {
    for (let batch = 0; batch < batches; batch += 1) {
      const inputs = Array.from({ length: BATCH_ROWS }, () => records.next())
      try {
        await this.engine.insert(RECORDS, rowsOf(...inputs.map(lineOf)))
      } catch (error) {
        if (error instanceof EngineUnavailable) return error
        throw error
      }
      records.acknowledge(inputs)
    }
    return undefined
  }

  async writeAll(batches?: number): Promise<readonly unknown[]> {
    return Promise.all(this.writers.map((records) => this.write(records, batches)))
  }

  /** Changes all ballast, so that there is a log to bring into the file and a month to sort. */
  async stir(): Promise<void> {
    this.changes.tried += 1
    await this.engine.change({
      table: BALLAST,
      set: 'quantity = quantity + 1, note = reverse(note)',
      where: 'true',
    })
    this.changes.acknowledged += 1
  }

  /** Stores a text and erases it; its bytes are in the file until that is rewritten. */
  async eraseSecret(): Promise<void> {
    const secret = `secret number ${this.secrets.length} of Jane Roe`
    const where = `record_id = 'secret ${this.secrets.length}'`
    const record_id = `secret ${this.secrets.length}`
    this.secrets.push(secret)
    await this.engine.insert(BALLAST, rowsOf(aRow({ record_id, note: secret })))
    await this.engine.change({ table: BALLAST, set: `note = ''`, where })
  }

  /** A path for a report that no other has. */
  newReport(): string {
    this.#reports += 1
    return join(this.duckDb.settings.exportsFolder, `report-${this.#reports}.part`)
  }

  async writeReport(file: string): Promise<void> {
    const output = { file, format: 'lines', select: REPORT_SQL, head: 'head\n' } as const
    await this.engine.writeFile({ ...output, foot: REPORT_FOOT }, { isLong: true })
  }

  /** What a whole report has as its hash; the report is removed. */
  async reportHash(): Promise<string> {
    const file = this.newReport()
    await this.writeReport(file)
    const bytes = readFileSync(file)
    rmSync(file)
    return createHash('sha256').update(bytes).digest('hex')
  }

  /** Waits until the engine says that it does this; false where that was over before it could be asked. */
  async seen(upkeep: Upkeep, isOver: (status: EngineStatus) => boolean = () => false) {
    const look = async () => {
      const status = await this.engine.status()
      if (status === undefined) return undefined
      if (status.upkeep === upkeep) return true
      return status.upkeep === undefined && isOver(status) ? false : undefined
    }
    return (await waitUntil(look, { withinMs: SEEN_MS_MAX, everyMs: 1 })) ?? false
  }

  /** Waits until something holds that can be seen in the files. */
  async seenInFiles(holds: () => boolean): Promise<boolean> {
    const isSeen = () => holds() || undefined
    return (await waitUntil(isSeen, { withinMs: SEEN_MS_MAX, everyMs: 1 })) ?? false
  }

  /** What is to be gone after a start. The file may be rewritten by then. */
  remains(): readonly string[] {
    return ['inserts', 'temp'].flatMap((name) => readdirSync(this.place(name)))
  }

  async wrongRecords(): Promise<readonly string[]> {
    const rows = await this.engine.rows<StoredRow & { readonly isDeleted: number }>(
      `select record_id as id, version, note as city, is_deleted as "isDeleted" from ${RECORDS}`,
    )
    const ids = rows.map(({ id }) => id)
    const doubled = ids.length === new Set(ids).size ? [] : ['a record has two rows']
    const readable = rows.filter(({ isDeleted }) => isDeleted === 0)
    return [...doubled, ...this.writers.flatMap((records) => records.wrongAmong(readable))]
  }

  /** How often all rows of the ballast were changed; each change is all or nothing. */
  async ballast(): Promise<{ readonly rows: number; readonly changes: readonly number[] }> {
    const changes = await this.engine.rows<{ quantity: number; rows: number }>(
      `select quantity, count(*) as rows from ${BALLAST} where quantity is not null group by quantity`,
    )
    return {
      rows: changes.reduce((sum, { rows }) => sum + rows, 0),
      changes: changes.map(({ quantity }) => quantity),
    }
  }

  get tables(): readonly string[] {
    return [RECORDS, BALLAST]
  }
}

function lineOf({ recordId, version, occurredAt, fields, deleted }: RecordInput): string {
  return aRow({
    merchant_id: MERCHANT,
    record_id: recordId,
    version,
    occurred_at: String(occurredAt).replace('T', ' ').replace('Z', '.000'),
    note: fields?.['BillTo.City'],
    is_deleted: deleted === true ? 1 : 0,
  })
}

/** Which file a path names, whatever it is called. */
export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

export function isThere(path: string): boolean {
  return inodeOf(path) !== undefined
}
