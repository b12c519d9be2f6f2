import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { http } from '../processes/node-http.ts'
import {
  type Failure,
  headerText,
  type InsertOrder,
  ORDER_HEADER,
  OUTCOME_TRAILER,
  type Outcome,
  PASSWORD_HEADER,
  readHeaderText,
} from './protocol.ts'

const CONNECTIONS_MAX = 256

export type Patience = {
  readonly signal?: AbortSignal | undefined
  /** After this much silence the engine counts as gone. */
  readonly silenceMsMax: number
}

/** Sends orders to the child process. */
export class EngineClient {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX })
  #url: URL

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** The child process restarts on another port if its own is taken. */
  moveTo(url: string): void {
    this.#url = new URL(url)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends an order whose response is read as a whole. */
  async order<T>(path: string, order: object, patience: Patience): Promise<T> {
    return this.#explained(patience, () => wholeResponse<T>(this.#request(path, patience).end(JSON.stringify(order))))
  }

  /** Sends an order whose response is streamed; `checkOutcome` tells whether it was complete. */
  async stream(path: string, order: object, patience: Patience): Promise<IncomingMessage> {
    return this.#explained(patience, async () => {
      const sent = this.#request(path, patience).end(JSON.stringify(order))
      const response = await responseTo(sent)
      // From now on the reader may be the slow side.
      sent.setTimeout(0)
      return response
    })
  }

  async insert(order: InsertOrder, rows: readonly Uint8Array[], patience: Patience): Promise<void> {
    await this.#explained(patience, async () => {
      const sent = this.#request('/insert', patience, { [ORDER_HEADER]: headerText(order) })
      const responded = wholeResponse(sent)
      // A refusal may come before everything is sent; it is awaited first.
      const all = pipeline(Readable.from(rows, { objectMode: false }), sent)
      all.catch(() => undefined)
      await responded
      await all
    })
  }

  async #explained<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw explained(error, patience)
    }
  }

  #request(
    path: string,
    { signal, silenceMsMax }: Patience,
    headers: Readonly<Record<string, string>> = {},
  ): ClientRequest {
    signal?.throwIfAborted()
    const { hostname, port, password } = this.#url
    const sent = http.request({
      agent: this.#agent,
      hostname,
      port,
      path,
      method: 'POST',
      headers: { ...headers, [PASSWORD_HEADER]: decodeURIComponent(password) },
      timeout: silenceMsMax,
      ...(signal === undefined ? {} : { signal }),
    })
    sent.once('timeout', () => sent.destroy(silence(silenceMsMax)))
    // The caller that awaits the response gets the error.
    sent.on('error', () => undefined)
    return sent
  }
}

function silence(ms: number): EngineUnavailable {
  return new EngineUnavailable('gone', `it was silent for ${Math.round(ms / 1_000)} seconds`)
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode === 200) return response
  throw failureOf((await json(response)) as Failure)
}

async function wholeResponse<T>(sent: ClientRequest): Promise<T> {
  return (await json(await responseTo(sent))) as T
}

function failureOf({ reason, message }: Failure): Error {
  return reason === undefined ? new Error(message) : new EngineUnavailable(reason, message)
}

export function cutOff(): EngineUnavailable {
  return new EngineUnavailable('gone', 'its response was cut off')
}

/** Throws if the response was cut off, or the order failed after its response had begun. */
export function checkOutcome(response: IncomingMessage): void {
  const text = response.trailers[OUTCOME_TRAILER]
  if (text === undefined) throw cutOff()
  const outcome = readHeaderText<Outcome>(text)
  if ('failure' in outcome) throw failureOf(outcome.failure)
}

const LOSS_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'EADDRNOTAVAIL', 'HPE_INVALID_EOF_STATE'],
])
const LOSS_WORDS = /socket hang up|aborted|closed before its end/i

/** Turns the loss of the process into `EngineUnavailable`; other errors are mistakes in an order. */
export function explained(error: unknown, { signal }: Pick<Patience, 'signal'>): unknown {
  if (signal?.aborted) return signal.reason
  if (error instanceof EngineUnavailable) return error
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string }
  const isLoss = LOSS_CODES.has(code) || LOSS_WORDS.test(message)
  return isLoss ? new EngineUnavailable('gone', message, { cause: error }) : error
}
