import { quoteName, quoteText } from '../sql-quoting.ts'
import type {
  ChdbNative,
  Connection,
  InsertResult,
  ResultStream,
  SingleResult,
} from './chdb-native.ts'
import { BOUNDS } from './engine-settings.ts'

/** One connection to the opened folder, for one query. */
export class QuerySession {
  readonly #native: ChdbNative
  readonly #connection: Connection
  readonly #onClose: () => void

  constructor(native: ChdbNative, connection: Connection, onClose: () => void) {
    this.#native = native
    this.#connection = connection
    this.#onClose = onClose
  }

  async prepare(database: string, settings: ReadonlyMap<string, string>): Promise<void> {
    const assignments = [...settings].map(([name, value]) => `${name} = ${quoteText(value)}`)
    await this.#native.QueryAsyncConnection(
      this.#connection,
      `USE ${quoteName(database)}; SET ${assignments.join(', ')}`,
      'TSV',
    )
  }

  async run(statement: string, format: string): Promise<SingleResult> {
    return this.#native.QueryAsyncConnection(this.#connection, statement, format)
  }

  async insert(head: string, data: Buffer): Promise<InsertResult> {
    return this.#native.InsertRawAsyncConnection(this.#connection, head, data, false)
  }

  /** The engine reads the rows from a file: what follows a statement in its own text ends at the first empty line. */
  async insertFile(target: string, format: string, file: string): Promise<InsertResult> {
    const result = await this.run(
      `${target} SELECT * FROM file(${quoteText(file)}, ${quoteText(format)})`,
      'TSV',
    )
    const { rowsRead, bytesRead, elapsed } = result
    return { rowsWritten: rowsRead, bytesWritten: bytesRead, elapsed }
  }

  stream(statement: string, format: string): RowStream {
    return new RowStream(
      this.#native,
      this.#native.StreamQuery(this.#connection, statement, format),
    )
  }

  /** Only after the last call on it has settled: closing under a running query hangs the process. */
  close(): void {
    this.#native.CloseConnection(this.#connection)
    this.#onClose()
  }
}

/** Rows as they are computed; the engine computes a little ahead and then waits for the next call. */
export class RowStream {
  readonly #native: ChdbNative
  readonly #stream: ResultStream
  #isEnded = false

  constructor(native: ChdbNative, stream: ResultStream) {
    this.#native = native
    this.#stream = stream
  }

  /** The next bytes; undefined after the last. */
  async next(): Promise<Buffer | undefined> {
    if (this.#isEnded) return undefined
    try {
      const chunk = await this.#native.StreamFetch(this.#stream)
      this.#isEnded = chunk.done
      return chunk.done ? undefined : chunk.bytes
    } catch (error) {
      this.#isEnded = true
      throw error
    }
  }

  /**
   * Ends a stream whose query is being killed. The cancelling call would hold up the event loop until the pipeline stops,
   * whereas a killed query's next fetch fails on a thread of its own.
   */
  async abandon(): Promise<void> {
    const until = performance.now() + BOUNDS.killMaxMs
    while (!this.#isEnded && performance.now() < until) {
      await this.next().catch(() => undefined)
    }
    if (this.#isEnded) return
    this.#isEnded = true
    this.#native.StreamCancel(this.#stream)
  }
}
