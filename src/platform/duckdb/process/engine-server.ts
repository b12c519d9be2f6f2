import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { http } from '../../processes/node-http.ts'
import { isSameSecret } from '../../secrets/is-same-secret.ts'
import { BOUNDS, type DuckDbSettings } from '../process-settings.ts'
import { PASSWORD_HEADER } from '../protocol.ts'
import { OrderResponse } from './answer.ts'
import { EngineFailure } from './engine-failure.ts'
import { ORDERS, type OrderDeps } from './orders.ts'

/** Serves orders on the loopback address. */
export class EngineServer {
  readonly #deps: OrderDeps
  readonly #settings: DuckDbSettings
  readonly #server: Server
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: OrderDeps, settings: DuckDbSettings) {
    this.#deps = deps
    this.#settings = settings
    this.#server = http.createServer({
      maxHeaderSize: BOUNDS.headerMaxBytes,
      requestTimeout: BOUNDS.requestMaxMs,
      // Never: a busy client would write to a connection that is already closed.
      keepAliveTimeout: 0,
    })
    this.#server.on('request', (request, response) => {
      const responded = this.#respond(request, response)
      this.#running.add(responded)
      void responded.finally(() => this.#running.delete(responded))
    })
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(this.#settings.port, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Returns whether everything has ended. Short orders may finish, long ones are interrupted. */
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
    await withTimeout(withinMs, Promise.all(this.#running))
    return this.#running.size === 0
  }

  async #respond(request: IncomingMessage, sent: ServerResponse): Promise<void> {
    const response = new OrderResponse(sent)
    try {
      const order = ORDERS.get(request.url ?? '')
      if (order === undefined) throw new EngineFailure(undefined, 'There is no such order.')
      const given = request.headers[PASSWORD_HEADER]?.toString() ?? ''
      if (!isSameSecret(this.#settings.password, given)) {
        throw new EngineFailure(undefined, 'The password is wrong.')
      }
      const signal = AbortSignal.any([response.gone, this.#stopping.signal])
      await order(this.#deps, { request, response, signal })
    } catch (error) {
      // The rest of a refused upload must be read, or its sender would not get the refusal.
      request.resume()
      response.fail(EngineFailure.from(error).toFailure())
    }
  }
}
