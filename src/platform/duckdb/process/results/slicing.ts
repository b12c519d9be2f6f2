import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { SLICE, type Slices } from '../../../engine/slices.ts'
import { divideBlocks, type Turn } from './divide-blocks.ts'

/** Sizes are summed in the engine for this many rows at a time. */
const BLOCK_ROWS = 256

/**
 * The slices of a query on the connection of a snapshot. A statement that is prepared while they are open gives the rows
 * of the slice that was chosen last. It has no parameters, because DuckDB would plan it again for each of their values.
 */
export class Slicing {
  readonly turns: readonly Turn[]
  readonly #connection: DuckDBConnection
  #statement: DuckDBPreparedStatement | undefined

  private constructor(connection: DuckDBConnection, turns: readonly Turn[]) {
    this.#connection = connection
    this.turns = turns
  }

  /** The tables are temporary and of the transaction: they are gone with it. */
  static async open(connection: DuckDBConnection, { keys }: Slices, bytesMax: number): Promise<Slicing> {
    await connection.run(
      `create temp table slice_keys as select *, row_number() over () - 1 as position from (${keys}\n) as keys`,
    )
    await connection.run('create temp table slice_turns (first bigint, next bigint)')
    await connection.run(
      `create temp view ${SLICE.table} as select * from slice_keys
       where position >= ${SLICE.rowsBefore} and position < (select max(next) from slice_turns)`,
    )
    return new Slicing(connection, divideBlocks(await blocksOf(connection), bytesMax))
  }

  /** One statement, which is planned once and run for each slice. */
  async prepare(sql: string): Promise<DuckDBPreparedStatement> {
    this.#statement = await this.#connection.prepare(sql)
    return this.#statement
  }

  async choose({ first, next }: Turn): Promise<void> {
    await this.#connection.run(`insert into slice_turns values (${first}, ${next})`)
  }

  /** Does nothing in a transaction that has failed. */
  async close(): Promise<void> {
    this.#statement?.destroySync()
    for (const dropped of [`view ${SLICE.table}`, 'table slice_turns', 'table slice_keys']) {
      await this.#connection.run(`drop ${dropped}`).catch(() => undefined)
    }
  }
}

async function blocksOf(connection: DuckDBConnection): Promise<readonly { rows: number; bytes: number }[]> {
  const sums = await connection.runAndReadAll(
    `select cast(count(*) as double), cast(sum(bytes) as double)
     from slice_keys group by position // ${BLOCK_ROWS} order by position // ${BLOCK_ROWS}`,
  )
  return sums.getRows().map(([rows, bytes]) => ({ rows: Number(rows), bytes: Number(bytes) }))
}
