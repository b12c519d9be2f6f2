import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Repetition, repeat } from '../../concurrency/repeat.ts'
import { freeBytes } from '../../files/data-folder.ts'
import { writeSmallFile } from '../../files/small-file.ts'
import { type DuckDbSettings, MAINTENANCE } from '../process-settings.ts'
import { sortMonth } from './change-rows.ts'
import { EngineFailure } from './engine-failure.ts'
import { currentMonth } from './file-status.ts'
import { bytesOf, logBytesOf } from './open-file.ts'
import type { RecordFile } from './record-file.ts'
import type { TableMonth } from './record-months.ts'

const ROOM_BYTES_MIN = 64 * 1024 * 1024
/** By then the readers that were in the way may have ended. */
const REWRITE_AGAIN_MS = 15_000

/** Does upkeep while there are no writes: checkpoints, sorting of months, and rewriting of the file. */
export class Maintenance {
  readonly #file: RecordFile
  readonly #timings: Readonly<typeof MAINTENANCE>
  /** This file exists while bytes of removed rows are still to be purged, also after a restart. */
  readonly #wanted: string
  readonly #upkeep: Repetition
  #rewriteNotBefore = 0

  constructor(
    file: RecordFile,
    { folder, maintenance = MAINTENANCE }: DuckDbSettings,
    complain: (error: unknown) => void,
  ) {
    this.#file = file
    this.#timings = maintenance
    this.#wanted = join(folder, 'rewrite-wanted')
    const log = ({ reason }: { readonly reason: string }): void => complain(reason)
    this.#upkeep = repeat({
      work: () => this.#maintain(),
      delayBeforeFirstMs: maintenance.everyMs,
      delayAfterFailureMs: maintenance.afterFailureMs,
      failureMessage: 'maintenance failed',
      log: { warn: log, debug: log },
    })
  }

  /** Resolves when no maintenance is running and none will start. */
  async stop(): Promise<void> {
    await this.#upkeep.stop()
  }

  /** Rewrites the file now; if readers are in the way, returns false and rewrites it when they have ended. */
  async purge(signal: AbortSignal): Promise<boolean> {
    writeSmallFile(this.#wanted, '\n')
    let isDone = false
    await this.#file.whileWriter(signal, async () => {
      isDone = await this.#rewrite(signal)
    })
    return isDone
  }

  async #maintain(): Promise<number> {
    const { everyMs, idleMs } = this.#timings
    if (this.#file.restMs < idleMs || !this.#hasRoom()) return everyMs
    const work = this.#nextWork()
    try {
      if (work !== undefined) await this.#file.whileIdle(work)
    } catch (error) {
      const { reason } = EngineFailure.from(error)
      // A writer is waiting, or the engine is stopping: the same is done later.
      if (reason !== 'gone' && reason !== 'stopping' && reason !== 'busy') throw error
    }
    return everyMs
  }

  /** DuckDB fails for good if the disk fills up during a checkpoint, so maintenance waits for free space. */
  #hasRoom(): boolean {
    const { file } = this.#file.places
    return freeBytes(dirname(file)) > ROOM_BYTES_MIN + 2 * logBytesOf(file)
  }

  #nextWork(): ((signal: AbortSignal) => Promise<void>) | undefined {
    if (logBytesOf(this.#file.places.file) > 0) return () => this.#file.checkpoint()
    if (performance.now() >= this.#rewriteNotBefore && existsSync(this.#wanted)) {
      return async (signal) => {
        this.#rewriteNotBefore = performance.now() + REWRITE_AGAIN_MS
        await this.#rewrite(signal)
      }
    }
    const month = this.#nextMonth()
    if (month === undefined) return undefined
    return (signal) => this.#file.doing('sort', () => this.#sort(month, signal))
  }

  async #sort(month: TableMonth, signal: AbortSignal): Promise<void> {
    const { months, sliceMaxBytes } = this.#file
    await this.#file.transaction(signal, (connection) => sortMonth(connection, months, { ...month, sliceMaxBytes }))
  }

  #nextMonth(): TableMonth | undefined {
    const { months } = this.#file
    return months.unsorted(currentMonth()).find((month) => months.restMs(month) >= this.#timings.monthRestMs)
  }

  async #rewrite(signal: AbortSignal): Promise<boolean> {
    const { file } = this.#file.places
    if (!this.#hasRoom() || freeBytes(dirname(file)) < ROOM_BYTES_MIN + bytesOf(file)) {
      throw new EngineFailure('disk', 'the disk has no room to rewrite the file')
    }
    const isDone = await this.#file.rewrite(signal)
    if (isDone) rmSync(this.#wanted, { force: true })
    return isDone
  }
}
