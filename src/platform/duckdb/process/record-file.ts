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

/** Writes in a transaction; the function it returns is called after the commit. */
export type Writing = (connection: DuckDBConnection) => Promise<() => void>

const CHECKPOINTS_MAX = 20
const CHECKPOINT_AGAIN_MS = 100
/** A reader that stops early must not break its snapshot. */
const SNAPSHOT_PATIENCE_MS = 500

type RunningQuery = {
  readonly queryId: string
  readonly connection: DuckDBConnection
  /** The rows that it has read, where it knows them better than DuckDB. */
  rows?: number
}

/** Controls access to the record file: many readers, one writer, and long-lived snapshots. */
export class RecordFile {
  readonly places: FilePlaces
  readonly months: RecordMonths
  readonly readers = semaphore(BOUNDS.runningQueriesMax)
  readonly writers = semaphore(1)
  /** Slices of different queries take turns: each is as large as the memory allows. */
  readonly sliceTurns = new Semaphore({ concurrencyMax: 1, refusals: { gone: clientGone } })
  readonly #settings: DuckDbSettings
  readonly #snapshotSemaphore = semaphore(BOUNDS.snapshotsMax)
  readonly #snapshots = new Snapshots()
  readonly #pulseSemaphore = new Semaphore({ concurrencyMax: 1 })
  readonly #figuresSemaphore = new Semaphore({ concurrencyMax: 1 })
  readonly #running = new Set<RunningQuery>()
  readonly #onFatal: (error: unknown) => void
  /** Ends the maintenance that runs while there are no writes. */
  #idleWork: AbortController | undefined
  #file: OpenFile
  #writtenAt = Number.NEGATIVE_INFINITY
  /** How long the last checkpoint took. */
  checkpointSeconds: number | undefined
  /** The maintenance that is running. */
  upkeep: Upkeep | undefined

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

  /** `onFatal` is called when DuckDB has failed for good and the process cannot continue. */
  static async open(settings: DuckDbSettings, onFatal: (error: unknown) => void): Promise<RecordFile> {
    const places = placesOf(settings)
    preparePlaces(settings, places)
    const file = await OpenFile.open(settings, places)
    const months = await RecordMonths.load(file.writer)
    return new RecordFile({ settings, places, file, months, onFatal })
  }

  /** The time since the last write. */
  get restMs(): number {
    if (this.writers.running > 0) return 0
    return performance.now() - this.#writtenAt
  }

  /** Throws if DuckDB does not respond. Waits for no other query. */
  async ping(): Promise<void> {
    await this.#pulseSemaphore.run(() => this.#explained(() => this.#file.pulse.run('select 1')))
  }

  /** Queries DuckDB about its file. Waits for maintenance, but not for readers or writers. */
  async figures<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#figuresSemaphore.run(() => this.#explained(() => work(this.#file.figures)))
  }

  /** How many bytes of rows a query in slices reads at a time. */
  get sliceMaxBytes(): number {
    return Math.floor(this.#settings.memoryMaxBytes * BOUNDS.sliceShare)
  }

  /** Runs a reading query on a connection of its own, or on that of its snapshot. */
  async read<T>(
    { queryId = '', snapshotId }: Pick<QueryOrder, 'queryId' | 'snapshotId'>,
    signal: AbortSignal,
    work: (connection: DuckDBConnection, onRows: (rows: number) => void) => Promise<T>,
  ): Promise<T> {
    const reading = async (connection: DuckDBConnection, patienceMs: number): Promise<T> => {
      const running: RunningQuery = { queryId, connection }
      const onRows = (rows: number): void => {
        running.rows = rows
      }
      this.#running.add(running)
      try {
        return await interruptible(connection, { signal, patienceMs }, () => work(connection, onRows))
      } finally {
        this.#running.delete(running)
      }
    }
    if (snapshotId === undefined) {
      return this.#asReader(signal, () => this.#readNow((connection) => reading(connection, 0)))
    }
    return this.#snapshots.run(snapshotId, (connection) =>
      this.#asReader(signal, () => reading(connection, SNAPSHOT_PATIENCE_MS)),
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

  async #asReader<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.readers.run(() => this.#explained(work), signal)
  }

  /** All queries with this id see one state until `end` is called. */
  async openSnapshot(gone: AbortSignal): Promise<HeldSnapshot> {
    const release = await this.#snapshotSemaphore.take(gone)
    try {
      const { id, end } = await this.#explained(() => this.#snapshots.open(this.#file))
      return { id, end: () => end().finally(release) }
    } catch (error) {
      release()
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

  /** Runs the work while holding the writer. */
  async whileWriter(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    this.#idleWork?.abort()
    await this.writers.run(() => this.#explained(work), signal)
  }

  /** Runs the work while holding the writer; the signal aborts it when another caller wants to write. */
  async whileIdle(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const idle = new AbortController()
    this.#idleWork = idle
    try {
      await this.writers.run(() => this.#explained(() => work(idle.signal)), idle.signal)
    } finally {
      this.#idleWork = undefined
    }
  }

  /** Runs a transaction. The caller holds the writer. */
  async transaction(signal: AbortSignal, work: Writing): Promise<void> {
    const connection = this.#file.writer
    await connection.run('begin transaction')
    let committed: () => void
    try {
      committed = await interruptible(connection, { signal }, () => work(connection))
      // Neither the commit nor the rollback is ever interrupted.
      await connection.run('commit')
    } catch (error) {
      // A failed commit has ended the transaction already.
      await connection.run('rollback').catch(() => undefined)
      throw error
    }
    committed()
  }

  /**
   * Runs maintenance and shows it in the status. The caller holds the writer. The size of the file is not queried
   * during it, because that query would wait for a checkpoint.
   */
  async doing<T>(upkeep: Upkeep, work: () => Promise<T>): Promise<T> {
    return this.#figuresSemaphore.run(async () => {
      this.upkeep = upkeep
      try {
        return await work()
      } finally {
        this.upkeep = undefined
      }
    })
  }

  /** Writes the log into the file. The caller holds the writer. */
  async checkpoint(): Promise<void> {
    const startedAt = performance.now()
    await this.doing('checkpoint', async () => {
      await checkpoint(this.#file.writer)
      if (logsOf(this.places.file).length > 0) await this.#removeTornLog()
    })
    this.checkpointSeconds = (performance.now() - startedAt) / 1_000
  }

  /**
   * A kill amid a commit leaves half a transaction in the log. If nothing whole is before it, DuckDB takes the log for
   * empty and checkpoints nothing; only the next transaction replaces it. This one changes nothing.
   */
  async #removeTornLog(): Promise<void> {
    await this.transaction(new AbortController().signal, async (connection) => {
      await connection.run('create table to_be_dropped (id integer)')
      await connection.run('drop table to_be_dropped')
      return () => undefined
    })
    await checkpoint(this.#file.writer)
  }

  /**
   * Rewrites the file without the bytes of changed or deleted rows and replaces the old one; returns false if readers
   * do not end soon enough. The caller holds the writer. Readers continue while the file is copied, and wait while it
   * is replaced.
   */
  async rewrite(signal: AbortSignal): Promise<boolean> {
    if (this.#snapshots.count > 0) return false
    await this.checkpoint()
    return this.doing('rewrite', () => this.#rewriteNow(signal))
  }

  /** Figures are not queried during it, so that the file can be closed. */
  async #rewriteNow(signal: AbortSignal): Promise<boolean> {
    const copy = await copyWhole(this.#file.writer, this.places, signal)
    const release = await this.#takeAll()
    if (release === undefined) return false
    try {
      await this.#pulseSemaphore.run(() => this.#exchange(copy))
      return true
    } finally {
      release()
    }
  }

  /** Both files are complete at any moment: a process that is killed here leaves one or the other. */
  async #exchange(copy: string): Promise<void> {
    const { file } = this.places
    try {
      this.#file.close()
      // DuckDB removes its log when the last of its threads lets go of the file. A log that stays would be read
      // into the new file at the next start, so this process ends instead and opens the old file again.
      const isClosed = await waitUntil(() => (logsOf(file).length === 0 ? true : undefined), {
        withinMs: BOUNDS.exchangeMaxMs,
      })
      if (isClosed === undefined) throw stopping()
      renameSync(copy, file)
      syncFolder(this.#settings.folder)
      this.#file = await OpenFile.open(this.#settings, this.places)
    } catch (error) {
      // Without a file no request can be served.
      this.#onFatal(error)
      throw error
    }
  }

  async #takeAll(): Promise<(() => void) | undefined> {
    const late = AbortSignal.timeout(BOUNDS.exchangeMaxMs)
    const taken = await Promise.allSettled([
      ...Array.from({ length: BOUNDS.snapshotsMax }, () => this.#snapshotSemaphore.take(late)),
      ...Array.from({ length: BOUNDS.runningQueriesMax }, () => this.readers.take(late)),
    ])
    const release = (): void => {
      for (const slot of taken) if (slot.status === 'fulfilled') slot.value()
    }
    if (taken.every(({ status }) => status === 'fulfilled')) return release
    release()
    return undefined
  }

  /** Rows that queries with this id have read so far; undefined if none is running. */
  rowsRead(queryId: string): number | undefined {
    const own = [...this.#running].filter((running) => running.queryId === queryId)
    if (own.length === 0) return undefined
    return own.reduce((sum, { connection, rows }) => sum + (rows ?? Number(connection.progress.rows_processed)), 0)
  }

  /** Refuses waiting and new requests. */
  refuseAll(): void {
    this.#idleWork?.abort()
    for (const some of [this.readers, this.writers, this.#snapshotSemaphore]) some.close(stopping())
  }

  /** Writes the log into the file, so that the next start is quick. Nothing may be running. */
  async close(): Promise<void> {
    await this.checkpoint()
    this.#file.close()
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isFatal(error)) this.#onFatal(error)
      throw EngineFailure.from(error)
    }
  }
}

/**
 * DuckDB keeps a committed transaction that updated rows or changed the catalog, and counts it as a writer, while older
 * transactions are open. So after a migration or an erasure a query that is still running is in the way for a moment; a
 * snapshot may be for long, and then the checkpoint is made later.
 */
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

function semaphore(concurrencyMax: number): Semaphore {
  return new Semaphore({
    concurrencyMax,
    waitingMax: BOUNDS.waitingMax,
    waitingMsMax: BOUNDS.waitingMaxMs,
    refusals: { full: tooMany, gone: clientGone },
  })
}
