import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freeBytes } from '../../files/data-folder.ts'
import { writeSmallFile } from '../../files/small-file.ts'
import { type DuckDbSettings, MAINTENANCE } from '../process-settings.ts'
import { EngineFailure } from './engine-failure.ts'
import { currentMonth } from './file-status.ts'
import { bytesOf, logBytesOf } from './open-file.ts'
import type { RecordFile } from './record-file.ts'
import type { TableMonth } from './record-months.ts'
import { sortMonth } from './sort-month.ts'

const ROOM_BYTES_MIN = 64 * 1024 * 1024
/** Readers that were in the way may have ended by then. */
const REWRITE_AGAIN_MS = 15_000

/** What the engine does by itself while nobody writes: checkpoints, months in order, and the file written anew. */
export class Maintenance {
  readonly #file: RecordFile
  readonly #timings: typeof MAINTENANCE
  /** Stands in the folder while bytes of removed rows are still to be got rid of, also after a restart. */
  readonly #wanted: string
  readonly #complain: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #isStopped = false
  #notBefore = 0
  #rewriteNotBefore = 0

  constructor(
    file: RecordFile,
    { folder, maintenance = MAINTENANCE }: DuckDbSettings,
    complain: (error: unknown) => void,
  ) {
    this.#file = file
    this.#timings = maintenance
    this.#wanted = join(folder, 'rewrite-wanted')
    this.#complain = complain
    this.#wait()
  }

  /** Nothing is begun any more when it returns, and nothing runs. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#work
  }

  /** Writes the file anew now; where readers are in the way, when they have ended, and returns false. */
  async forget(signal: AbortSignal): Promise<boolean> {
    writeSmallFile(this.#wanted, '\n')
    let isDone = false
    await this.#file.whileWriter(signal, async () => {
      isDone = await this.#rewrite(signal)
    })
    return isDone
  }

  #wait(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#work = this.#look().finally(() => this.#wait())
    }, this.#timings.everyMs)
  }

  async #look(): Promise<void> {
    if (this.#file.restMs < this.#timings.idleMs || performance.now() < this.#notBefore) return
    if (!this.#hasRoom()) return
    const work = this.#nextWork()
    if (work === undefined) return
    try {
      await this.#file.whileIdle(work)
    } catch (error) {
      const { reason } = EngineFailure.from(error)
      // Somebody wants to write, or the engine is stopping: the same will be done later.
      if (reason === 'gone' || reason === 'stopping' || reason === 'busy') return
      this.#notBefore = performance.now() + this.#timings.afterFailureMs
      this.#complain(error)
    }
  }

  /** DuckDB gives up when the disk is full amid a checkpoint: better to wait until there is room. */
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
    const { months } = this.#file
    await this.#file.transaction(signal, (connection) => sortMonth(connection, months, month))
  }

  #nextMonth(): TableMonth | undefined {
    const { months } = this.#file
    return months.unsorted(currentMonth()).find((month) => months.restMs(month) >= this.#timings.monthRestMs)
  }

  async #rewrite(signal: AbortSignal): Promise<boolean> {
    const { file } = this.#file.places
    if (!this.#hasRoom() || freeBytes(dirname(file)) < ROOM_BYTES_MIN + bytesOf(file)) {
      throw new EngineFailure('disk', 'the disk has no room for the file to be written anew')
    }
    const isDone = await this.#file.rewrite(signal)
    if (isDone) rmSync(this.#wanted, { force: true })
    return isDone
  }
}
