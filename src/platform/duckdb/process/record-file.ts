import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Slots } from '../../slots.ts'
import type { QueryOrder } from '../protocol.ts'
import { EngineFailure, isFatal, stopping } from './engine-failure.ts'
import { interruptible } from './interruptible.ts'
import { type FilePlaces, OpenFile, placesOf, preparePlaces } from './open-file.ts'
import { BOUNDS, type DuckDbSettings } from './process-settings.ts'
import { QuerySlots } from './query-slots.ts'
import { RecordMonths } from './record-months.ts'

type Snapshot = {
  readonly connection: DuckDBConnection
  /** A connection runs one query at a time. */
  readonly turns: Slots
  isBroken: boolean
}

export type Writing = (connection: DuckDBConnection) => Promise<() => void>

/** A reader that stops early must not break the snapshot that it reads. */
const SNAPSHOT_PATIENCE_MS = 500

/** Who may use the file when: many readers, one writer, and snapshots that are held for long. */
export class RecordFile {
  readonly places: FilePlaces
  readonly months: RecordMonths
  readonly readers = slots(BOUNDS.runningQueriesMax)
  readonly writers = slots(1)
  readonly #snapshotSlots = slots(BOUNDS.snapshotsMax)
  readonly #snapshots = new Map<string, Snapshot>()
  readonly #running = new Set<{ readonly queryId: string; readonly connection: DuckDBConnection }>()
  readonly #onFatal: (error: unknown) => void
  #file: OpenFile
  #checkpointSeconds: number | undefined

  private constructor(opened: {
    readonly places: FilePlaces
    readonly file: OpenFile
    readonly months: RecordMonths
    readonly onFatal: (error: unknown) => void
  }) {
    this.places = opened.places
    this.#file = opened.file
    this.months = opened.months
    this.#onFatal = opened.onFatal
  }

  /** `onFatal` is told when DuckDB has given up; the process cannot go on then. */
  static async open(
    settings: DuckDbSettings,
    onFatal: (error: unknown) => void,
  ): Promise<RecordFile> {
    const places = placesOf(settings)
    preparePlaces(settings, places)
    const file = await OpenFile.open(settings, places)
    const months = await RecordMonths.load(file.writer)
    return new RecordFile({ places, file, months, onFatal })
  }

  /** How long the last checkpoint took. */
  get checkpointSeconds(): number | undefined {
    return this.#checkpointSeconds
  }

  get control(): DuckDBConnection {
    return this.#file.control
  }

  /** Runs a reading query on a connection of its own, or on that of its snapshot. */
  async read<T>(
    { queryId = '', snapshotId }: Pick<QueryOrder, 'queryId' | 'snapshotId'>,
    signal: AbortSignal,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const snapshot = snapshotId === undefined ? undefined : this.#snapshotOf(snapshotId)
    const onConnection = async (connection: DuckDBConnection, patienceMs: number): Promise<T> => {
      const running = { queryId, connection }
      this.#running.add(running)
      try {
        return await interruptible(connection, { signal, patienceMs }, () => work(connection))
      } finally {
        this.#running.delete(running)
      }
    }
    const take = () => this.readers.take(signal)
    if (snapshot === undefined) return this.#readNow(take, onConnection)
    return this.#readSnapshot(snapshot, take, onConnection)
  }

  async #readNow<T>(
    take: () => Promise<() => void>,
    work: (connection: DuckDBConnection, patienceMs: number) => Promise<T>,
  ): Promise<T> {
    const giveBack = await take()
    const file = this.#file
    const connection = file.take()
    try {
      await connection.run('begin transaction read only')
      return await work(connection, 0)
    } catch (error) {
      throw this.#failure(error)
    } finally {
      await connection.run('rollback').catch(() => undefined)
      file.giveBack(connection)
      giveBack()
    }
  }

  async #readSnapshot<T>(
    snapshot: Snapshot,
    take: () => Promise<() => void>,
    work: (connection: DuckDBConnection, patienceMs: number) => Promise<T>,
  ): Promise<T> {
    return snapshot.turns.run(async () => {
      if (snapshot.isBroken) throw noSnapshot()
      const giveBack = await take()
      try {
        return await work(snapshot.connection, SNAPSHOT_PATIENCE_MS)
      } catch (error) {
        // A query that failed may have ended the transaction; what came next would see another state.
        snapshot.isBroken = !(await isAlive(snapshot.connection))
        throw this.#failure(error)
      } finally {
        giveBack()
      }
    })
  }

  /** What all queries with this id see is one state, until `end` is called. */
  async openSnapshot(
    gone: AbortSignal,
  ): Promise<{ readonly id: string; readonly end: () => Promise<void> }> {
    const giveBack = await this.#snapshotSlots.take(gone)
    const file = this.#file
    const connection = file.take()
    const snapshot: Snapshot = { connection, turns: new Slots({ atOnce: 1 }), isBroken: false }
    const id = randomUUID()
    const end = async (): Promise<void> => {
      this.#snapshots.delete(id)
      snapshot.isBroken = true
      // Behind what still runs in it: its clients have gone as well, or are about to.
      await snapshot.turns.run(() => connection.run('rollback').catch(() => undefined))
      file.giveBack(connection)
      giveBack()
    }
    try {
      await connection.run('begin transaction read only')
      // A transaction begins with the first look at a table.
      await this.months.count(connection)
    } catch (error) {
      await end()
      throw this.#failure(error)
    }
    this.#snapshots.set(id, snapshot)
    return { id, end }
  }

  /** Runs on the only connection that writes, in one transaction; what the work returns is called once it is committed. */
  async write(signal: AbortSignal, work: Writing): Promise<void> {
    const giveBack = await this.writers.take(signal)
    const { writer } = this.#file
    try {
      const committed = await inTransaction(writer, signal, work)
      committed()
    } catch (error) {
      throw this.#failure(error)
    } finally {
      giveBack()
    }
  }

  /** Rows that queries with this id have read so far; undefined where none runs. */
  rowsRead(queryId: string): number | undefined {
    const own = [...this.#running].filter((running) => running.queryId === queryId)
    if (own.length === 0) return undefined
    return own.reduce((sum, { connection }) => sum + Number(connection.progress.rows_processed), 0)
  }

  /** Refuses what waits and what comes. */
  refuseAll(): void {
    for (const some of [this.readers, this.writers, this.#snapshotSlots]) some.close(stopping())
  }

  /** Nothing may run any more. The log goes into the file, so that the next start is quick. */
  async close(): Promise<void> {
    await this.checkpoint()
    this.#file.close()
  }

  /** Brings what the log holds into the file. The writer must be one's own, or nobody's any more. */
  async checkpoint(): Promise<void> {
    const startedAt = performance.now()
    await this.#file.writer.run('checkpoint')
    this.#checkpointSeconds = (performance.now() - startedAt) / 1_000
  }

  #snapshotOf(id: string): Snapshot {
    const snapshot = this.#snapshots.get(id)
    if (snapshot === undefined) throw noSnapshot()
    return snapshot
  }

  #failure(error: unknown): EngineFailure {
    if (isFatal(error)) this.#onFatal(error)
    return EngineFailure.from(error)
  }
}

/** Neither the end of the transaction is interrupted, nor its being taken back. */
async function inTransaction(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: Writing,
): Promise<() => void> {
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

async function isAlive(connection: DuckDBConnection): Promise<boolean> {
  return connection.run('select 1').then(
    () => true,
    () => false,
  )
}

function noSnapshot(): EngineFailure {
  return new EngineFailure('gone', 'the snapshot has ended')
}

function slots(runningMax: number): QuerySlots {
  return new QuerySlots({
    runningMax,
    waitingMax: BOUNDS.waitingMax,
    waitingMaxMs: BOUNDS.waitingMaxMs,
  })
}
