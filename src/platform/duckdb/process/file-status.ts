import type { EngineStatus } from '../../engine/engine.ts'
import { bytesOf, logBytesOf } from './open-file.ts'
import type { RecordFile } from './record-file.ts'

/** Figures for metrics and for the operator. */
export async function fileStatus(file: RecordFile): Promise<EngineStatus> {
  const { checkpointSeconds } = file
  return {
    residentBytes: process.memoryUsage.rss(),
    runningQueries: file.readers.running,
    waitingWriters: file.writers.waiting,
    ...(checkpointSeconds === undefined ? {} : { checkpointSeconds }),
    file: {
      bytes: bytesOf(file.places.file),
      freeBytes: await freeBytes(file),
      logBytes: logBytesOf(file.places.file),
      unsortedMonths: file.months.unsorted(currentMonth()).length,
    },
  }
}

/** As 202603, in UTC. */
export function currentMonth(): number {
  const now = new Date()
  return now.getUTCFullYear() * 100 + now.getUTCMonth() + 1
}

async function freeBytes(file: RecordFile): Promise<number> {
  const reader = await file.control((connection) =>
    connection.runAndReadAll(
      `select cast(free_blocks * block_size as double) from pragma_database_size()
       where database_name = 'records'`,
    ),
  )
  return Number(reader.getRowsJS()[0]?.[0] ?? 0)
}
