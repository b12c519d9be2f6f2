import type { DuckDBConnection } from '@duckdb/node-api'
import { DUCKDB_DIALECT } from '../duckdb-dialect.ts'

/** A month of a table, as 202603. */
export type TableMonth = { readonly table: string; readonly month: number }

type KnownMonth = TableMonth & { readonly isSorted: boolean; readonly writtenAt: number }

/**
 * The months of each table that have rows, and whether these are sorted by identity. The transactions that change the
 * rows also change this table; a copy in memory avoids queries.
 */
export class RecordMonths {
  #known: Map<string, KnownMonth>

  private constructor(known: Map<string, KnownMonth>) {
    this.#known = known
  }

  static async load(connection: DuckDBConnection): Promise<RecordMonths> {
    await connection.run(
      `create table if not exists record_months (
        table_name varchar not null, month integer not null, is_sorted boolean not null)`,
    )
    return new RecordMonths(await read(connection))
  }

  /** For a transaction that may have changed this table; call the returned function after the commit. */
  async reread(connection: DuckDBConnection): Promise<() => void> {
    const known = await read(connection)
    return () => {
      this.#known = known
    }
  }

  /** Closed months whose rows are not in order, the oldest first. */
  unsorted(currentMonth: number): readonly TableMonth[] {
    return [...this.#known.values()]
      .filter(({ month, isSorted }) => !isSorted && month < currentMonth)
      .toSorted((a, b) => a.month - b.month)
  }

  /** The time since the last write to it. */
  restMs(month: TableMonth): number {
    return performance.now() - (this.#known.get(keyOf(month))?.writtenAt ?? 0)
  }

  /** Records in the transaction that rows of these months were written; call the returned function after the commit. */
  async written(connection: DuckDBConnection, table: string, months: readonly number[]): Promise<() => void> {
    const unknown = months.filter((month) => !this.#known.has(keyOf({ table, month })))
    const sorted = months.filter((month) => this.#known.get(keyOf({ table, month }))?.isSorted)
    const name = DUCKDB_DIALECT.text(table)
    if (unknown.length > 0) {
      const rows = unknown.map((month) => `(${name}, ${month}, false)`)
      await connection.run(`insert into record_months values ${rows.join(', ')}`)
    }
    if (sorted.length > 0) await mark(connection, { table, months: sorted, isSorted: false })
    return () => {
      const writtenAt = performance.now()
      for (const month of months) this.#set({ table, month, isSorted: false, writtenAt })
    }
  }

  /** The same for a month whose rows are in order now. */
  async sorted(connection: DuckDBConnection, { table, month }: TableMonth): Promise<() => void> {
    await mark(connection, { table, months: [month], isSorted: true })
    return () => {
      const known = this.#known.get(keyOf({ table, month }))
      if (known !== undefined) this.#set({ ...known, isSorted: true })
    }
  }

  /** The same for a month that holds no rows any more. */
  async removed(connection: DuckDBConnection, { table, month }: TableMonth): Promise<() => void> {
    await connection.run(
      `delete from record_months where table_name = ${DUCKDB_DIALECT.text(table)} and month = ${month}`,
    )
    return () => {
      this.#known.delete(keyOf({ table, month }))
    }
  }

  #set(month: KnownMonth): void {
    this.#known.set(keyOf(month), month)
  }
}

async function read(connection: DuckDBConnection): Promise<Map<string, KnownMonth>> {
  const reader = await connection.runAndReadAll('select table_name, month, is_sorted from record_months')
  const rows = reader.getRowsJS() as [string, number, boolean][]
  const writtenAt = Number.NEGATIVE_INFINITY
  return new Map(
    rows.map(([table, month, isSorted]) => [keyOf({ table, month }), { table, month, isSorted, writtenAt }]),
  )
}

type Marked = { readonly table: string; readonly months: readonly number[]; readonly isSorted: boolean }

/**
 * Replaces the rows instead of updating them: DuckDB refuses checkpoints after an update for as long as a transaction is
 * open that began before it, such as a report's snapshot.
 */
async function mark(connection: DuckDBConnection, { table, months, isSorted }: Marked): Promise<void> {
  const name = DUCKDB_DIALECT.text(table)
  await connection.run(`delete from record_months where table_name = ${name} and month in (${months.join(', ')})`)
  const rows = months.map((month) => `(${name}, ${month}, ${isSorted})`)
  await connection.run(`insert into record_months values ${rows.join(', ')}`)
}

function keyOf({ table, month }: TableMonth): string {
  return `${table} ${month}`
}
