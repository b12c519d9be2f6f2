import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { BOUNDS } from '../src/platform/duckdb/process-settings.ts'

/** The default memory of the embedded engine. */
export const ENGINE_BYTES_MAX = 1024 ** 3

export type BareSettings = {
  readonly file: string
  readonly options: Readonly<Record<string, string>>
}

export type BareOrder = {
  /** `run` is for statements, `read` converts all rows, `stream` takes them and keeps none. */
  readonly do: 'run' | 'read' | 'stream'
  readonly sql: string
  readonly times: number
}

export type BareAnswer = {
  readonly ms?: number
  readonly rows?: readonly Readonly<Record<string, unknown>>[]
  readonly failure?: string
}

/** DuckDB in a process of its own, without our protocol; times are taken in that process. */
export class BareDuckDb {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** No other process may have the file open. By default it gets the memory that the embedded engine gives DuckDB. */
  static async open(
    file: string,
    options: { readonly memoryBytes?: number; readonly logBytesMax?: number } = {},
  ): Promise<BareDuckDb> {
    const { memoryBytes = ENGINE_BYTES_MAX * BOUNDS.memoryShare } = options
    const { logBytesMax = BOUNDS.logMaxBytes } = options
    const child = fork(new URL('./bare-duckdb-process.ts', import.meta.url), { execArgv: [] })
    const bare = new BareDuckDb(child)
    const settings: BareSettings = {
      file,
      options: {
        storage_compatibility_version: 'latest',
        memory_limit: `${Math.floor(memoryBytes)}B`,
        temp_directory: `${file}.temp`,
        threads: String(availableParallelism()),
        wal_autocheckpoint: `${logBytesMax}B`,
      },
    }
    await bare.#ask(settings)
    return bare
  }

  /** Runs statements one after the other, each with a commit of its own unless it says otherwise: milliseconds. */
  async run(...statements: readonly string[]): Promise<number> {
    let ms = 0
    for (const sql of statements) ms += (await this.#ask({ do: 'run', sql, times: 1 })).ms ?? 0
    return ms
  }

  /** Reads all rows of a query, as often as given, and returns the milliseconds of all. */
  async readMs(sql: string, times: number): Promise<number> {
    return (await this.#ask({ do: 'read', sql, times })).ms ?? 0
  }

  async rows<Row>(sql: string): Promise<readonly Row[]> {
    const { rows = [] } = await this.#ask({ do: 'read', sql, times: 1 })
    return rows as readonly Row[]
  }

  async streamMs(sql: string): Promise<number> {
    return (await this.#ask({ do: 'stream', sql, times: 1 })).ms ?? 0
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }

  /** One at a time. */
  async #ask(message: BareSettings | BareOrder): Promise<BareAnswer> {
    const over = new AbortController()
    const { signal } = over
    const answered = once(this.#child, 'message', { signal }) as Promise<[BareAnswer]>
    const ended = once(this.#child, 'exit', { signal }).then((): never => {
      throw new Error('The process of the bare DuckDB has ended.')
    })
    this.#child.send(message)
    const [answer] = await Promise.race([answered, ended]).finally(() => {
      // The second of the two events is ignored.
      for (const second of [answered, ended]) second.catch(() => undefined)
      over.abort()
    })
    if (answer.failure !== undefined) throw new Error(answer.failure)
    return answer
  }
}
