import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Semaphore } from '../../concurrency/semaphore.ts'
import { EngineFailure } from './engine-failure.ts'
import type { OpenFile } from './open-file.ts'

type Snapshot = {
  readonly connection: DuckDBConnection
  readonly transaction: bigint
  /** A connection runs one query at a time. */
  readonly turns: Semaphore
  isBroken: boolean
}

export type HeldSnapshot = { readonly id: string; readonly end: () => Promise<void> }

/** Transactions that are kept open, so that all queries of one see the same state. */
export class Snapshots {
  readonly #held = new Map<string, Snapshot>()

  get count(): number {
    return this.#held.size
  }

  async open(file: OpenFile): Promise<HeldSnapshot> {
    const connection = file.take()
    try {
      await connection.run('begin transaction read only')
      return this.#hold(file, connection, await transactionOf(connection))
    } catch (error) {
      await connection.run('rollback').catch(() => undefined)
      file.giveBack(connection)
      throw error
    }
  }

  #hold(file: OpenFile, connection: DuckDBConnection, transaction: bigint): HeldSnapshot {
    const turns = new Semaphore({ concurrencyMax: 1 })
    const snapshot: Snapshot = { connection, transaction, turns, isBroken: false }
    const id = randomUUID()
    this.#held.set(id, snapshot)
    const end = async (): Promise<void> => {
      this.#held.delete(id)
      snapshot.isBroken = true
      // After the queries that still run in it: their clients have gone as well, or are about to.
      await turns.run(() => connection.run('rollback').catch(() => undefined))
      file.giveBack(connection)
    }
    return { id, end }
  }

  /** Runs a query in the snapshot, after those that were given before. */
  async run<T>(id: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const snapshot = this.#held.get(id)
    if (snapshot === undefined) throw noSnapshot()
    return snapshot.turns.run(async () => {
      if (snapshot.isBroken) throw noSnapshot()
      try {
        return await work(snapshot.connection)
      } catch (error) {
        // A query that failed may have ended the transaction; later queries would see another state.
        snapshot.isBroken ||= !(await isWhole(snapshot))
        throw error
      }
    })
  }
}

/** The transaction of the connection. It sees the state at its first query, so this query fixes the state. */
async function transactionOf(connection: DuckDBConnection): Promise<bigint> {
  const reader = await connection.runAndReadAll('select txid_current()')
  return reader.getRowsJS()[0]?.[0] as bigint
}

async function isWhole({ connection, transaction }: Snapshot): Promise<boolean> {
  return transactionOf(connection).then(
    (current) => current === transaction,
    () => false,
  )
}

function noSnapshot(): EngineFailure {
  return new EngineFailure('gone', 'the snapshot has ended')
}
