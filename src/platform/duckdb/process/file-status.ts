import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { EngineStatus } from '../../engine/engine.ts'
import { bytesOf, logBytesOf } from './open-file.ts'
import type { RecordFile } from './record-file.ts'

/** Maintenance takes seconds; the engine must not seem dead during it. */
const FREE_BYTES_MS_MAX = 100

/** Figures for metrics and for the operator. */
export class FileStatus {
  readonly #file: RecordFile
  #freeBytes = 0
  #reading: Promise<void> | undefined

  constructor(file: RecordFile) {
    this.#file = file
  }

  /** Throws if DuckDB does not respond. */
  async read(): Promise<EngineStatus> {
    await this.#file.ping()
    await this.#readFreeBytes()
    const { checkpointSeconds, upkeep, places, readers, writers, months } = this.#file
    return {
      residentBytes: process.memoryUsage.rss(),
      runningQueries: readers.running,
      waitingWriters: writers.waiting,
      checkpointSeconds,
      upkeep,
      file: {
        bytes: bytesOf(places.file),
        freeBytes: this.#freeBytes,
        logBytes: logBytesOf(places.file),
        unsortedMonths: months.unsorted(currentMonth()).length,
      },
    }
  }

  /** Keeps the last figure if reading it takes too long. */
  async #readFreeBytes(): Promise<void> {
    if (this.#file.upkeep !== undefined) return
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await withTimeout(FREE_BYTES_MS_MAX, this.#reading)
  }

  async #read(): Promise<void> {
    const reader = await this.#file.figures((connection) =>
      connection.runAndReadAll(
        `select cast(free_blocks * block_size as double) from pragma_database_size()
         where database_name = 'records'`,
      ),
    )
    this.#freeBytes = Number(reader.getRowsJS()[0]?.[0] ?? 0)
  }
}

/** As 202603, in UTC. */
export function currentMonth(): number {
  const now = new Date()
  return now.getUTCFullYear() * 100 + now.getUTCMonth() + 1
}
