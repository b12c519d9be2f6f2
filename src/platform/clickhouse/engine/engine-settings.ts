/** What the child process is told once, over its message channel: a password never stands on a command line or in an environment. */
export type EngineSettings = {
  /** Holds everything the engine keeps; one process at a time. */
  readonly folder: string
  /** The only folder that `file(…)` may name. */
  readonly exportsFolder: string
  /** 0 takes any free port. */
  readonly port: number
  readonly password: string
  /** All queries together stay below this; beyond it a query fails with code 241. */
  readonly memoryMaxBytes: number
}

export type MessageToEngine =
  | { readonly type: 'start'; readonly settings: EngineSettings }
  | { readonly type: 'stop' }

export type MessageFromEngine =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }

/** The bounds of one engine. The two numbers of queries leave threads of the 16 to cancellation and compression. */
export const BOUNDS = {
  threads: 16,
  runningQueriesMax: 12,
  waitingQueriesMax: 256,
  waitingMaxMs: 60_000,
  statementMaxBytes: 16 * 1024 * 1024,
  insertMaxBytes: 16 * 1024 * 1024,
  /** What a refused upload may still send, so that the sender hears the refusal rather than a broken pipe. */
  discardMaxBytes: 256 * 1024 * 1024,
  /** An answer that cannot be streamed is held in memory as a whole. */
  bufferedResultMaxBytes: 512 * 1024 * 1024,
  urlMaxBytes: 1024 * 1024,
  requestMaxMs: 300_000,
  stalledReaderMaxMs: 300_000,
  keepAliveMs: 10_000,
  queryIdMaxLength: 256,
  parametersMax: 2_000,
  finishMaxMs: 2_000,
  killMaxMs: 5_000,
  shutdownMaxMs: 10_000,
} as const
