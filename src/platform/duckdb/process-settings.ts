/** Sent once to the child process over its message channel: a password never appears on a command line or in an environment. */
export type DuckDbSettings = {
  /** Contains all data of the engine; one process at a time may use it. */
  readonly folder: string
  /** The only folder in which queries may write files. */
  readonly exportsFolder: string
  /** 0 for any free port. */
  readonly port: number
  readonly password: string
  /** The memory limit of the process; DuckDB gets a part of it. */
  readonly memoryMaxBytes: number
  /** How much temporary disk space queries may use; by default half of the space that is free at the start. */
  readonly tempMaxBytes?: number
  readonly maintenance?: Readonly<typeof MAINTENANCE>
}

export const MAINTENANCE = {
  /** How often it is checked whether there is something to do. */
  everyMs: 1_000,
  /** How long there must have been no writes. */
  idleMs: 5_000,
  /** A closed month is sorted when nothing was written to it for this long. */
  monthRestMs: 60_000,
  /** The pause after a failure. */
  afterFailureMs: 300_000,
}

export type MessageToEngine = { readonly type: 'start'; readonly settings: DuckDbSettings } | { readonly type: 'stop' }

export type MessageFromEngine =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }

/** The bounds of one engine. Queries, the writer and files block threads of the pool. */
export const BOUNDS = {
  threads: 24,
  runningQueriesMax: 12,
  snapshotsMax: 24,
  waitingMax: 256,
  waitingMaxMs: 60_000,
  /** Each thread of DuckDB keeps the values of 2,048 rows for every expression of a query, and more to sort them. */
  threadMinBytes: 256 * 1024 * 1024,
  /** Resident memory exceeds the limit that DuckDB is given. */
  memoryShare: 0.85,
  /**
   * The part of the memory that the rows of a slice take as they are stored. As XML they take twice that, several times
   * over.
   */
  sliceShare: 0.045,
  /** The log is replayed at the start: about 40 MB a second. */
  logMaxBytes: 256_000_000,
  orderMaxBytes: 64 * 1024 * 1024,
  insertMaxBytes: 256 * 1024 * 1024,
  rowMaxBytes: 16 * 1024 * 1024,
  headerMaxBytes: 1024 * 1024,
  requestMaxMs: 300_000,
  stalledReaderMaxMs: 300_000,
  /** How long readers may take to end before the file is replaced. */
  exchangeMaxMs: 5_000,
  /** How long queries may continue at the stop, and then how long interrupted ones may take to end. */
  finishMaxMs: 2_000,
  interruptMaxMs: 5_000,
  shutdownMaxMs: 15_000,
} as const

/** How many threads DuckDB gets: with one per core, wide reports run out of memory on large machines. */
export function engineThreads({ memoryMaxBytes }: Pick<DuckDbSettings, 'memoryMaxBytes'>, cores: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryMaxBytes / BOUNDS.threadMinBytes)))
}
