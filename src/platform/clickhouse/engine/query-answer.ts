import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { contentTypeOf, isMarkable } from './content-type.ts'
import type { EngineException } from './engine-exception.ts'
import { BOUNDS } from './engine-settings.ts'
import { httpStatusOf } from './exception-codes.ts'

export type Summary = {
  readonly readRows: number
  readonly readBytes: number
  readonly writtenRows: number
  readonly writtenBytes: number
  readonly elapsedSeconds: number
}

/** The HTTP answer to one query. */
export class QueryAnswer {
  /** Aborted when the client leaves before its answer has ended. */
  readonly gone: AbortSignal
  readonly #response: ServerResponse
  readonly #exceptionTag = randomBytes(8).toString('hex')
  #gzip: Gzip | undefined

  constructor(response: ServerResponse) {
    const controller = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
    // A reader that takes nothing for minutes holds one of few slots, so it is left. A query may be silent for longer.
    response.setTimeout(BOUNDS.stalledReaderMaxMs, () => {
      if (response.writableNeedDrain) response.destroy()
    })
    // What can fail here is that the client left, which 'close' tells.
    response.on('error', () => undefined)
    this.gone = controller.signal
    this.#response = response
  }

  describe(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) this.#response.setHeader(name, value)
  }

  compress(): void {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    this.gone.addEventListener('abort', () => gzip.destroy(), { once: true })
    this.#gzip = gzip
  }

  /** An answer that is known as a whole. */
  async send(format: string, body: Buffer, summary: Summary): Promise<void> {
    this.#response.setHeader('X-ClickHouse-Summary', summaryHeader(summary))
    if (this.#gzip === undefined) this.#response.setHeader('Content-Length', body.length)
    this.#begin(format)
    await this.write(body)
    await this.end()
  }

  begin(format: string): void {
    if (isMarkable(format)) {
      this.#response.setHeader('X-ClickHouse-Exception-Tag', this.#exceptionTag)
    }
    this.#begin(format)
  }

  /** Resolves when the client has taken enough to make room for more. */
  async write(chunk: Buffer): Promise<void> {
    const sink = this.#sink()
    if (chunk.length === 0 || sink.write(chunk)) return
    // The one failure here is that the client left.
    await once(sink, 'drain', { signal: this.gone }).catch(() => undefined)
  }

  async end(): Promise<void> {
    // A connection that is closed already reports its end to nobody.
    if (this.gone.aborted) return
    await finish(this.#sink(), this.#response)
  }

  /** An error before the first byte is an answer; after it, the connection breaks, so that no reader takes a part for the whole. */
  async fail(exception: EngineException): Promise<void> {
    if (this.#response.destroyed) return
    if (this.#response.headersSent) return this.#breakOff(exception)
    this.#response.removeHeader('Content-Encoding')
    this.#response.statusCode = httpStatusOf(exception.code)
    this.#response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
    this.#response.setHeader('X-ClickHouse-Exception-Code', String(exception.code))
    this.#response.end(`${exception.message}\n`)
  }

  #begin(format: string): void {
    this.#response.statusCode = 200
    this.#response.setHeader('Content-Type', contentTypeOf(format))
    this.#response.setHeader('X-ClickHouse-Format', format)
    if (this.#gzip === undefined) return
    this.#response.setHeader('Content-Encoding', 'gzip')
    this.#gzip.on('error', () => this.#response.destroy()).pipe(this.#response)
  }

  #sink(): Writable {
    return this.#gzip ?? this.#response
  }

  /** The block in which ClickHouse reports an exception amid a result; the client finds the tag in the head of the answer. */
  async #breakOff(exception: EngineException): Promise<void> {
    const message = `${exception.message}\n`
    const tag = this.#exceptionTag
    const length = Buffer.byteLength(message)
    const block = `\r\n__exception__\r\n${tag}\n${message}${length} ${tag}\r\n__exception__\r\n`
    // A client that leaves meanwhile may keep the callbacks from ever being called.
    await Promise.race([this.#flushed(block), once(this.gone, 'abort')])
    this.#response.socket?.destroySoon()
  }

  async #flushed(block: string): Promise<void> {
    const gzip = this.#gzip
    await new Promise<void>((resolve) => {
      this.#sink().write(block, () => resolve())
    })
    if (gzip !== undefined) await new Promise<void>((resolve) => gzip.flush(() => resolve()))
  }
}

function summaryHeader(summary: Summary): string {
  return JSON.stringify({
    read_rows: String(summary.readRows),
    read_bytes: String(summary.readBytes),
    written_rows: String(summary.writtenRows),
    written_bytes: String(summary.writtenBytes),
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: String(Math.round(summary.elapsedSeconds * 1e9)),
  })
}

async function finish(sink: Writable, response: ServerResponse): Promise<void> {
  const ended = Promise.race([once(response, 'finish'), once(response, 'close')])
  sink.end()
  await ended
}
