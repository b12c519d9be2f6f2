import { createRequire } from 'node:module'

export type Connection = { readonly connection: never }
export type ResultStream = { readonly stream: never }
export type SingleResult = {
  readonly bytes: Buffer
  readonly elapsed: number
  readonly rowsRead: number
  readonly bytesRead: number
}
export type InsertResult = {
  readonly elapsed: number
  readonly rowsWritten: number
  readonly bytesWritten: number
}
type ResultChunk = {
  readonly bytes: Buffer
  readonly numRows: number
  readonly done: boolean
}

/** The calls of chdb's addon that are used here; asynchronous ones run on a thread of libuv's pool. */
export type ChdbNative = {
  readonly CreateConnection: (folder: string, args: readonly string[]) => Connection
  readonly CloseConnection: (connection: Connection) => void
  readonly QueryAsyncConnection: (
    connection: Connection,
    statement: string,
    format: string,
  ) => Promise<SingleResult>
  readonly InsertRawAsyncConnection: (
    connection: Connection,
    head: string,
    data: Buffer,
    countLines: boolean,
  ) => Promise<InsertResult>
  /** Analyses the statement on the calling thread, subqueries in expressions included. */
  readonly StreamQuery: (connection: Connection, statement: string, format: string) => ResultStream
  readonly StreamFetch: (stream: ResultStream) => Promise<ResultChunk>
  /** Waits for the pipeline to stop; a stream that ended or failed is free already. */
  readonly StreamCancel: (stream: ResultStream) => void
}

/**
 * The addon itself rather than chdb's Session. Session.close() waits for every operation of the process, so that sessions
 * of short queries would pile up behind one long export, and its insert takes only some formats and plain table names.
 */
export function loadChdb(): ChdbNative {
  const require = createRequire(import.meta.url)
  const loader: unknown = createRequire(require.resolve('chdb'))('./dist/loader.js')
  return (loader as { readonly loadNative: () => ChdbNative }).loadNative()
}
