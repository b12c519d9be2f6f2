/** What the child process is told once, over its message channel: a password never stands on a command line or in an environment. */
export type DuckDbSettings = {
  /** Holds everything the engine keeps; one process at a time. */
  readonly folder: string
  /** The only folder in which queries may write files. */
  readonly exportsFolder: string
  /** 0 takes any free port. */
  readonly port: number
  readonly password: string
  /** What the process may take; DuckDB itself gets a part of it. */
  readonly memoryMaxBytes: number
  /** What queries may put aside on the disk; by default half of what is free at the start. */
  readonly tempMaxBytes?: number
  readonly maintenance?: MaintenanceTimings
}

export type MaintenanceTimings = {
  /** How often it is looked whether something is to be done. */
  readonly everyMs: number
  /** Nothing was written for so long. */
  readonly idleMs: number
  /** A closed month is put in order when nothing was written to it for so long. */
  readonly monthRestMs: number
  /** What has failed is not tried again at once. */
  readonly afterFailureMs: number
}

export const MAINTENANCE: MaintenanceTimings = {
  everyMs: 1_000,
  idleMs: 5_000,
  monthRestMs: 60_000,
  afterFailureMs: 300_000,
}

export type MessageToEngine = { readonly type: 'start'; readonly settings: DuckDbSettings } | { readonly type: 'stop' }

export type MessageFromEngine =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }

/** The bounds of one engine. Queries, the writer and files wait in threads of the pool. */
export const BOUNDS = {
  threads: 24,
  runningQueriesMax: 12,
  snapshotsMax: 24,
  waitingMax: 256,
  waitingMaxMs: 60_000,
  /** Resident memory goes well above the limit that DuckDB is given. */
  memoryShare: 0.85,
  /** The log is replayed at the start: about 40 MB a second. */
  logMaxBytes: 256_000_000,
  orderMaxBytes: 64 * 1024 * 1024,
  insertMaxBytes: 256 * 1024 * 1024,
  rowMaxBytes: 16 * 1024 * 1024,
  headerMaxBytes: 1024 * 1024,
  requestMaxMs: 300_000,
  stalledReaderMaxMs: 300_000,
  /** How long readers may take to end before the file is exchanged. */
  exchangeMaxMs: 5_000,
  /** How long short queries may go on, and then how long interrupted ones may take to end. */
  finishMaxMs: 2_000,
  interruptMaxMs: 5_000,
  shutdownMaxMs: 15_000,
} as const
