import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sync } from '../../files/durable-files.ts'
import { DUCKDB_DIALECT } from '../duckdb-dialect.ts'
import { interruptible } from './interruptible.ts'
import { type FilePlaces, logsOf } from './open-file.ts'

/**
 * Copies all tables into a new file, which holds nothing but their rows: DuckDB leaves the bytes of changed
 * or deleted rows in the old one. Returns its path when it is whole and on the disk.
 */
export async function copyWhole(
  connection: DuckDBConnection,
  { rewrite }: FilePlaces,
  signal: AbortSignal,
): Promise<string> {
  const copy = join(rewrite, 'records.duckdb')
  const remove = async (): Promise<void> => {
    for (const path of [copy, ...logsOf(copy)]) await rm(path, { force: true })
  }
  await remove()
  await connection.run(`attach ${DUCKDB_DIALECT.text(copy)} as fresh`)
  try {
    const copied = () => connection.run('copy from database records to fresh')
    await interruptible(connection, { signal }, copied)
    await connection.run('checkpoint fresh')
  } catch (error) {
    await connection.run('detach fresh')
    await remove()
    throw error
  }
  await connection.run('detach fresh')
  const logs = logsOf(copy)
  if (logs.length > 0) throw new Error(`The file ${logs[0]} was not expected here.`)
  // After the detaching: opening a file that DuckDB has open would release its lock.
  await sync(copy)
  await sync(rewrite)
  return copy
}
