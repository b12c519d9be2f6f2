import { constants, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { BareDuckDb } from './bare-duckdb.ts'
import { startBenchService } from './bench-service.ts'

/** Filling is not measured, and may use more memory. The log is checkpointed once, at the end. */
const FILLING = { memoryBytes: 4 * 1024 ** 3, logBytesMax: 16 * 1024 ** 3 }

/** Starts and stops the service, so that the stores of the folder exist and are not open. */
export async function prepareStores(
  folder: string,
  whileRunning: () => Promise<void> = async () => undefined,
): Promise<void> {
  const service = await startBenchService(folder)
  try {
    await whileRunning()
  } finally {
    await service.stop()
  }
}

/**
 * Runs statements on the record file of a stopped service. Ingesting this many rows over HTTP would take longer than
 * the measurement.
 */
export async function fillRecordFile(
  folder: string,
  statements: Iterable<string>,
  tables: readonly string[],
): Promise<void> {
  const duckDb = await BareDuckDb.open(recordFileIn(folder), FILLING)
  try {
    for (const statement of statements) await duckDb.run(statement)
    for (const table of tables) await duckDb.run(monthsSql(table))
    await duckDb.run('checkpoint')
  } finally {
    await duckDb.close()
  }
}

/** The engine keeps a list of months, and would begin to sort those that it takes for unsorted while it is measured. */
function monthsSql(table: string): string {
  return `insert into record_months
    select distinct '${table}', cast(year(occurred_at) * 100 + month(occurred_at) as integer), true
    from ${table}`
}

/** A copy of a stopped service's record file, for a bare DuckDB next to the service. */
export function copyRecordFile(folder: string): string {
  const copy = join(folder, 'bare.duckdb')
  copyFileSync(recordFileIn(folder), copy, constants.COPYFILE_FICLONE)
  return copy
}

function recordFileIn(folder: string): string {
  return join(folder, 'records', 'records.duckdb')
}
