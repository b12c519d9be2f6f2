import { renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Semaphore } from '../../concurrency/semaphore.ts'
import type { Upkeep } from '../../engine/engine.ts'
import { syncFolder } from '../../files/small-file.ts'
import { waitUntil } from '../../processes/wait-until.ts'
import { BOUNDS, type DuckDbSettings } from '../process-settings.ts'
import type { QueryOrder } from '../protocol.ts'
import { clientGone, EngineFailure, isFatal, stopping, tooMany } from './engine-failure.ts'
import { copyWhole } from './file-copy.ts'
import { interruptible } from './interruptible.ts'
import { type FilePlaces, logsOf, OpenFile, placesOf, preparePlaces } from './open-file.ts'
import { RecordMonths } from './record-months.ts'
import { type HeldSnapshot, Snapshots } from './snapshots.ts'

/** What it returns is called once the transaction is committed. */
export type Writing = (connection: DuckDBConnection) => Promise<() => void>

const CHECKPOINTS_MAX = 20
const CHECKPOINT_AGAIN_MS = 100
/** A reader that stops early must not break the snapshot that it reads. */
const SNAPSHOT_PATIENCE_MS = 500

/** Who may use the file when: many readers, one writer, and snapshots that are held for long. */
export class RecordFile {
  readonly places: FilePlaces
  readonly months: RecordMonths
  readonly readers = slots(BOUNDS.runningQueriesMax)
  readonly writers = slots(1)
  readonly #settings: DuckDbSettings
  readonly #snapshotSlots = slots(BOUNDS.snapshotsMax)
  readonly #snapshots = new Snapshots()
  readonly #pulseTurns = new Semaphore({ atOnce: 1 })
  readonly #figureTurns = new Semaphore({ atOnce: 1 })
  readonly #running = new Set<{ readonly queryId: string; readonly connection: DuckDBConnection }>()
  readonly #onFatal: (error: unknown) => void
  /** Ends what is done while nobody writes. */
  #idleWork: AbortController | undefined
  #file: OpenFile
  #writtenAt = Number.NEGATIVE_INFINITY
  #checkpointSeconds: number | undefined
  #upkeep: Upkeep | undefined

  private constructor(opened: {
    readonly settings: DuckDbSettings
    readonly places: FilePlaces
    readonly file: OpenFile
    readonly months: RecordMonths
    readonly onFatal: (error: unknown) => void
  }) {
    this.#settings = opened.settings
    this.places = opened.places
    this.#file = opened.file
    this.months = opened.months
    this.#onFatal = opened.onFatal
  }

  /** `onFatal` is told when DuckDB has given up; the process cannot go on then. */
  static async open(settings: DuckDbSettings, onFatal: (error: unknown) => void): Promise<RecordFile> {
    const places = placesOf(settings)
    preparePlaces(settings, places)
    const file = await OpenFile.open(settings, places)
    const months = await RecordMonths.load(file.writer)
    return new RecordFile({ settings, places, file, months, onFatal })
  }

  /** How long the last checkpoint took. */
  get checkpointSeconds(): number | undefined {
    return this.#checkpointSeconds
  }

  /** What is done to the file besides orders. */
  get upkeep(): Upkeep | undefined {
    return this.#upkeep
  }

  /** For how long nobody has written. */
  get restMs(): number {
    if (this.writers.running > 0) return 0
    return performance.now() - this.#writtenAt
  }

  /** Fails where DuckDB does not answer; nobody is waited for. */
  async ping(): Promise<void> {
    await this.#pulseTurns.run(() => this.#told(() => this.#file.pulse.run('select 1')))
  }

  /** Asks DuckDB about its file. Readers and writers are not waited for, but upkeep is. */
  async figures<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#figureTurns.run(() => this.#told(() => work(this.#file.figures)))
  }

  /** Runs a reading query on a connection of its own, or on that of its snapshot. */
  async read<T>(
    { queryId = '', snapshotId }: Pick<QueryOrder, 'queryId' | 'snapshotId'>,
    signal: AbortSignal,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const reading = async (connection: DuckDBConnection, patienceMs: number): Promise<T> => {
      const running = { queryId, connection }
      this.#running.add(running)
      try {
        return await interruptible(connection, { signal, patienceMs }, () => work(connection))
      } finally {
        this.#running.delete(running)
      }
    }
    if (snapshotId === undefined) {
      return this.#inSlot(signal, () => this.#readNow((connection) => reading(connection, 0)))
    }
    return this.#snapshots.run(snapshotId, (connection) =>
      this.#inSlot(signal, () => reading(connection, SNAPSHOT_PATIENCE_MS)),
    )
  }

  async #readNow<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const file = this.#file
    const connection = file.take()
    try {
      await connection.run('begin transaction read only')
      return await work(connection)
    } finally {
      await connection.run('rollback').catch(() => undefined)
      file.giveBack(connection)
    }
  }

  async #inSlot<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.readers.take(signal)
    try {
      return await this.#told(work)
    } finally {
      giveBack()
    }
  }

  /** What all queries with this id see is one state, until `end` is called. */
  async openSnapshot(gone: AbortSignal): Promise<HeldSnapshot> {
    const giveBack = await this.#snapshotSlots.take(gone)
    try {
      const { id, end } = await this.#told(() => this.#snapshots.open(this.#file))
      return { id, end: () => end().finally(giveBack) }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  /** Runs on the only connection that writes, in one transaction. */
  async write(signal: AbortSignal, work: Writing): Promise<void> {
    try {
      await this.whileWriter(signal, () => this.transaction(signal, work))
    } finally {
      this.#writtenAt = performance.now()
    }
  }

  /** Has the writer until the work is done. */
  async whileWriter(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    this.#idleWork?.abort()
    await this.#withWriter(signal, work)
  }

  /** Has the writer for as long as nobody else wants it: the signal is given when somebody does. */
  async whileIdle(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const idle = new AbortController()
    this.#idleWork = idle
    try {
      await this.#withWriter(idle.signal, () => work(idle.signal))
    } finally {
      this.#idleWork = undefined
    }
  }

  async #withWriter(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const giveBack = await this.writers.take(signal)
    try {
      await this.#told(work)
    } finally {
      giveBack()
    }
  }

  /** A transaction of one who has the writer already. */
  async transaction(signal: AbortSignal, work: Writing): Promise<void> {
    const committed = await inTransaction(this.#file.writer, signal, work)
    committed()
  }

  /**
   * Tells what runs meanwhile. The caller must hold the writer. Nobody asks for the size of the file then: the
   * question would wait for a checkpoint.
   */
  async doing<T>(upkeep: Upkeep, work: () => Promise<T>): Promise<T> {
    return this.#figureTurns.run(async () => {
      this.#upkeep = upkeep
      try {
        return await work()
      } finally {
        this.#upkeep = undefined
      }
    })
  }

  /** Brings what the log holds into the file. Whoever calls it has the writer. */
  async checkpoint(): Promise<void> {
    const startedAt = performance.now()
    await this.doing('checkpoint', () => checkpoint(this.#file.writer))
    this.#checkpointSeconds = (performance.now() - startedAt) / 1_000
  }

  /**
   * Writes the file anew, without the bytes of rows that were changed or deleted, and puts it in the place of the
   * old one; false where readers do not end soon enough. Whoever calls it has the writer. Readers go on while the
   * file is copied, and wait while it is exchanged.
   */
  async rewrite(signal: AbortSignal): Promise<boolean> {
    if (this.#snapshots.count > 0) return false
    await this.checkpoint()
    return this.doing('rewrite', () => this.#rewriteNow(signal))
  }

  /** Nobody asks for figures meanwhile, so that the file can be closed. */
  async #rewriteNow(signal: AbortSignal): Promise<boolean> {
    const copy = await copyWhole(this.#file.writer, this.places, signal)
    const giveBack = await this.#everySlot()
    if (giveBack === undefined) return false
    try {
      await this.#pulseTurns.run(() => this.#exchange(copy))
      return true
    } finally {
      giveBack()
    }
  }

  /** Both files are whole at any moment: a process that is killed amid this leaves one or the other. */
  async #exchange(copy: string): Promise<void> {
    const { file } = this.places
    try {
      this.#file.close()
      // DuckDB removes its log when the last of its threads lets go of the file. A log that stays would be read
      // into the new file at the next start, so this process ends instead and the old file is opened again.
      const isClosed = await waitUntil(() => (logsOf(file).length === 0 ? true : undefined), {
        withinMs: BOUNDS.exchangeMaxMs,
      })
      if (isClosed === undefined) throw stopping()
      renameSync(copy, file)
      syncFolder(this.#settings.folder)
      this.#file = await OpenFile.open(this.#settings, this.places)
    } catch (error) {
      // Without a file nothing can be answered.
      this.#onFatal(error)
      throw error
    }
  }

  async #everySlot(): Promise<(() => void) | undefined> {
    const late = AbortSignal.timeout(BOUNDS.exchangeMaxMs)
    const taken = await Promise.allSettled([
      ...Array.from({ length: BOUNDS.snapshotsMax }, () => this.#snapshotSlots.take(late)),
      ...Array.from({ length: BOUNDS.runningQueriesMax }, () => this.readers.take(late)),
    ])
    const giveBack = (): void => {
      for (const slot of taken) if (slot.status === 'fulfilled') slot.value()
    }
    if (taken.every(({ status }) => status === 'fulfilled')) return giveBack
    giveBack()
    return undefined
  }

  /** Rows that queries with this id have read so far; undefined where none runs. */
  rowsRead(queryId: string): number | undefined {
    const own = [...this.#running].filter((running) => running.queryId === queryId)
    if (own.length === 0) return undefined
    return own.reduce((sum, { connection }) => sum + Number(connection.progress.rows_processed), 0)
  }

  /** Refuses what waits and what comes. */
  refuseAll(): void {
    this.#idleWork?.abort()
    for (const some of [this.readers, this.writers, this.#snapshotSlots]) some.close(stopping())
  }

  /** Nothing may run any more. The log goes into the file, so that the next start is quick. */
  async close(): Promise<void> {
    await this.checkpoint()
    this.#file.close()
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isFatal(error)) this.#onFatal(error)
      throw EngineFailure.from(error)
    }
  }
}

/** DuckDB refuses a checkpoint at times though nobody else writes, and takes it a moment later. */
async function checkpoint(connection: DuckDBConnection): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.run('checkpoint')
      return
    } catch (error) {
      if (EngineFailure.from(error).reason !== 'busy' || attempt === CHECKPOINTS_MAX) throw error
      await sleep(CHECKPOINT_AGAIN_MS)
    }
  }
}

/** Neither the end of the transaction is interrupted, nor its being taken back. */
async function inTransaction(connection: DuckDBConnection, signal: AbortSignal, work: Writing): Promise<() => void> {
  await connection.run('begin transaction')
  try {
    const committed = await interruptible(connection, { signal }, () => work(connection))
    await connection.run('commit')
    return committed
  } catch (error) {
    // A failed commit has ended the transaction already.
    await connection.run('rollback').catch(() => undefined)
    throw error
  }
}

function slots(atOnce: number): Semaphore {
  return new Semaphore({
    atOnce,
    waitingMax: BOUNDS.waitingMax,
    waitingMsMax: BOUNDS.waitingMaxMs,
    refusals: { full: tooMany, gone: clientGone },
  })
}
