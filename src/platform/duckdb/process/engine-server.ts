import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BOUNDS, type DuckDbSettings } from '../process-settings.ts'
import { PASSWORD_HEADER } from '../protocol.ts'
import { Answer } from './answer.ts'
import { EngineFailure } from './engine-failure.ts'
import { ORDERS, type OrderDeps } from './orders.ts'
import { isPassword } from './password-check.ts'

/** Takes orders on the loopback address. */
export class EngineServer {
  readonly #deps: OrderDeps
  readonly #settings: DuckDbSettings
  readonly #server: Server
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: OrderDeps, settings: DuckDbSettings) {
    this.#deps = deps
    this.#settings = settings
    this.#server = createServer({
      maxHeaderSize: BOUNDS.headerMaxBytes,
      requestTimeout: BOUNDS.requestMaxMs,
      // Never: a client that was busy would write into a connection that is closed already.
      keepAliveTimeout: 0,
    })
    this.#server.on('request', (request, response) => {
      const answered = this.#answer(request, response)
      this.#running.add(answered)
      void answered.finally(() => this.#running.delete(answered))
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#settings.port, '127.0.0.1', () => resolve())
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** Whether nothing runs any more. Short orders end on their own, long ones are interrupted, each within its time. */
  async stop(): Promise<boolean> {
    this.#server.close()
    this.#server.closeIdleConnections()
    this.#deps.file.refuseAll()
    if (await this.#ended(BOUNDS.finishMaxMs)) return true
    this.#stopping.abort()
    this.#server.closeAllConnections()
    return this.#ended(BOUNDS.interruptMaxMs)
  }

  async #ended(withinMs: number): Promise<boolean> {
    const late = new AbortController()
    const tooLate = pause(withinMs, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([Promise.all(this.#running), tooLate])
    late.abort()
    return this.#running.size === 0
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = new Answer(response)
    try {
      const order = ORDERS.get(request.url ?? '')
      if (order === undefined) throw new EngineFailure(undefined, 'There is no such order.')
      const given = request.headers[PASSWORD_HEADER]?.toString()
      if (!isPassword(this.#settings.password, given)) {
        throw new EngineFailure(undefined, 'The password is wrong.')
      }
      const signal = AbortSignal.any([answer.gone, this.#stopping.signal])
      await order(this.#deps, { request, answer, signal })
    } catch (error) {
      // What is left of a refused upload has to come to its end, or its sender would not hear of it.
      request.resume()
      answer.fail(EngineFailure.from(error).toFailure())
    }
  }
}
