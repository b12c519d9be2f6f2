import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freeSocketBuffers } from '../concurrency/free-buffers.ts'
import { readAhead } from '../concurrency/read-ahead.ts'
import type { OutputFile, ParquetOptions, QueryOptions, Reader } from '../engine/engine.ts'
import { DUCKDB_DIALECT } from './duckdb-dialect.ts'
import { checkOutcome, type EngineClient, explained, type Patience } from './engine-client.ts'
import type { FileOrder, QueryOrder } from './protocol.ts'

/** A large report takes hours, and the engine is silent while it writes the file by itself. */
const LONG_MS_MAX = 7 * 24 * 3_600_000
const SILENCE_MS_MAX = 30_000
const WAITING_BYTES_MAX = 4 * 1024 * 1024
const READ_BYTES = 256 * 1024

export type ReaderDeps = {
  readonly client: EngineClient
  /** Where the child process writes files that the service reads. */
  readonly exportsFolder: string
}

/** Reads the newest state, or that of a snapshot. */
export class DuckDbReader implements Reader {
  readonly dialect = DUCKDB_DIALECT
  readonly isSnapshot: boolean
  readonly #deps: ReaderDeps
  readonly #snapshotId: string | undefined

  constructor(deps: ReaderDeps, snapshotId?: string) {
    this.#deps = deps
    this.isSnapshot = snapshotId !== undefined
    this.#snapshotId = snapshotId
  }

  async rows<Row>(sql: string, options: QueryOptions = {}): Promise<readonly Row[]> {
    const rows: Row[] = []
    const decoder = new TextDecoder()
    let rest = ''
    // In batches: parsing all rows in one go would hold up everything else.
    for await (const chunk of this.#stream('/rows', sql, options)) {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      // One text of all rows is parsed in less time than a text of each.
      for (const row of JSON.parse(`[${lines.join(',')}]`) as Row[]) rows.push(row)
    }
    return rows
  }

  lines(sql: string, options: QueryOptions = {}): AsyncGenerator<Uint8Array, void> {
    return this.#stream('/lines', sql, options)
  }

  async *#stream(path: string, sql: string, options: QueryOptions): AsyncGenerator<Uint8Array, void> {
    const patience = patienceOf(options)
    const response = await this.#deps.client.stream(path, this.#order(sql, options), patience)
    try {
      freeSocketBuffers(response)
      yield* readAhead(response, WAITING_BYTES_MAX)
      checkOutcome(response)
    } catch (error) {
      throw explained(error, patience)
    } finally {
      response.destroy()
    }
  }

  /** The engine writes the file first, which is then read: Parquet's table of contents comes last. */
  async *parquet(sql: string, options: ParquetOptions = {}): AsyncGenerator<Uint8Array, void> {
    const file = join(this.#deps.exportsFolder, `${randomUUID()}.parquet`)
    const { rowsPerGroup } = options
    const output: OutputFile = { file, format: 'parquet', select: sql, head: '', foot: '', rowsPerGroup }
    await this.writeFile(output, options).catch(async (error: unknown) => {
      // An engine that was killed could not remove it.
      await rm(file, { force: true })
      throw error
    })
    await using handle = await open(file, 'r')
    // Removed now, so that nothing is left behind if reading ends early.
    await rm(file)
    for (;;) {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(READ_BYTES) })
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  }

  async writeFile(output: OutputFile, options: QueryOptions = {}): Promise<void> {
    const { select, ...file } = output
    const order: FileOrder = { ...this.#order(select, options), ...file }
    await this.#deps.client.order('/file', order, patienceOf(options))
  }

  #order(sql: string, { queryId, timeoutMs, isPrivate, slices }: QueryOptions): QueryOrder {
    return { sql, snapshotId: this.#snapshotId, queryId, timeoutMs, isPrivate, slices }
  }
}

function patienceOf({ signal, isLong = false, timeoutMs = 0 }: QueryOptions): Patience {
  // The engine enforces the query's own timeout: it knows when the query began.
  const usual = isLong ? LONG_MS_MAX : SILENCE_MS_MAX
  return { signal, silenceMsMax: Math.max(usual, timeoutMs + SILENCE_MS_MAX) }
}
