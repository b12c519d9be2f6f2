import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { BOUNDS } from '../process-settings.ts'
import { type Failure, headerText, OUTCOME_TRAILER, type Outcome } from '../protocol.ts'

/** The HTTP response to one order. */
export class OrderResponse {
  /** Aborted when the client leaves before its response has ended. */
  readonly gone: AbortSignal
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    const controller = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
    // A reader that takes nothing for minutes holds one of few slots, so it is left. A query may be silent for longer.
    response.setTimeout(BOUNDS.stalledReaderMaxMs, () => {
      if (response.writableNeedDrain) response.destroy()
    })
    // The only failure here is that the client left, which 'close' reports.
    response.on('error', () => undefined)
    this.gone = controller.signal
    this.#response = response
  }

  /** Sends a response that is known as a whole. */
  send(content: object, status = 200): void {
    if (this.#response.destroyed) return
    const body = JSON.stringify(content)
    this.#response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      .end(body)
  }

  /** Begins a response that is sent in pieces and ends with its outcome. */
  begin(): void {
    this.#response.writeHead(200, {
      'content-type': 'application/octet-stream',
      trailer: OUTCOME_TRAILER,
    })
    this.#response.flushHeaders()
  }

  /** Resolves when the client has taken enough to make room for more. */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.#response.write(chunk)) return
    // The only failure here is that the client left.
    await once(this.#response, 'drain', { signal: this.gone }).catch(() => undefined)
  }

  end(outcome: Outcome): void {
    if (this.#response.destroyed) return
    this.#response.addTrailers({ [OUTCOME_TRAILER]: headerText(outcome) })
    this.#response.end()
  }

  /** Before the first piece a failure has a status of its own. */
  fail(failure: Failure): void {
    if (this.#response.headersSent) this.end({ failure })
    else this.send(failure, failure.reason === undefined ? 400 : 503)
  }
}
