import { createRequire } from 'node:module'
import { clickhouseTest } from '../support/run/test-run.ts'

export type Connection = { readonly connection: never }

/** The calls of chdb's addon that are used here; each runs on a thread of libuv's pool. */
export type ChdbNative = {
  readonly CreateConnection: (folder: string, args: readonly string[]) => Connection
  /** Only after the last call on it has settled: closing under a running query hangs the process. */
  readonly CloseConnection: (connection: Connection) => void
  readonly QueryAsyncConnection: (
    connection: Connection,
    statement: string,
    format: string,
  ) => Promise<{ readonly bytes: Buffer }>
  readonly InsertRawAsyncConnection: (
    connection: Connection,
    head: string,
    data: Buffer,
    countLines: boolean,
  ) => Promise<unknown>
}

/**
 * The addon itself rather than chdb's Session, whose insert takes only some formats and plain table names. It is looked up
 * when it is needed, here or in the folder that CHDB_MODULES names: most machines have no chdb.
 */
export function loadChdb(): ChdbNative {
  const { chdbModules } = clickhouseTest
  const here = createRequire(chdbModules === undefined ? import.meta.url : `${chdbModules}/`)
  const loader: unknown = createRequire(here.resolve('chdb'))('./dist/loader.js')
  return (loader as { readonly loadNative: () => ChdbNative }).loadNative()
}
