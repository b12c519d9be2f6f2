import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChdbStore } from './chdb-store.ts'
import { EngineException } from './engine-exception.ts'
import { BOUNDS, type EngineSettings } from './engine-settings.ts'
import { isExportPath } from './export-path.ts'
import { hasPassword } from './password-check.ts'
import { QueryAnswer } from './query-answer.ts'
import { planQuery } from './query-plan.ts'
import { readQueryRequest } from './query-request.ts'
import { QuerySlots } from './query-slots.ts'
import { discardBody, readBody } from './request-body.ts'
import { runQuery } from './run-query.ts'
import { RunningQueries } from './running-queries.ts'

/** Answers ClickHouse's HTTP protocol on the loopback address. */
export class EngineServer {
  readonly #store: ChdbStore
  readonly #settings: EngineSettings
  readonly #slots = new QuerySlots({
    runningMax: BOUNDS.runningQueriesMax,
    waitingMax: BOUNDS.waitingQueriesMax,
    waitingMaxMs: BOUNDS.waitingMaxMs,
  })
  readonly #running: RunningQueries
  readonly #server: Server

  constructor(store: ChdbStore, settings: EngineSettings) {
    this.#store = store
    this.#settings = settings
    this.#running = new RunningQueries((queryId) => store.kill(queryId))
    this.#server = createServer({
      maxHeaderSize: BOUNDS.urlMaxBytes + 64 * 1024,
      requestTimeout: BOUNDS.requestMaxMs,
      keepAliveTimeout: BOUNDS.keepAliveMs,
    })
    this.#server.on('request', (request, response) => void this.#answer(request, response))
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#settings.port, '127.0.0.1', () => resolve())
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** Whether nothing runs any more. Short queries end on their own, long ones are killed, each within its time. */
  async stop(): Promise<boolean> {
    this.#server.close()
    this.#server.closeIdleConnections()
    this.#slots.close(EngineException.of(236, 'The embedded engine is stopping.'))
    if (await this.#running.ended(BOUNDS.finishMaxMs)) return true
    // Whoever still reads a stream slowly would keep its query alive.
    const killed = this.#running.killAll()
    this.#server.closeAllConnections()
    killed.catch(() => undefined)
    return this.#running.ended(BOUNDS.killMaxMs)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = new QueryAnswer(response)
    try {
      await this.#route(request, response, answer)
    } catch (error) {
      const exception = EngineException.from(error)
      if (exception.code === 1001) process.stderr.write(`${String(error)}\n`)
      await discardBody(request)
      await answer.fail(exception)
    }
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    answer: QueryAnswer,
  ): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s)
    const url = new URLSearchParams(query)
    if (path === '/ping') return plain(response, 'Ok.\n')
    if (!hasPassword(this.#settings.password, request.headers, url)) throw wrongPassword()
    if (path === '/engine-status') return plain(response, this.#status())
    if (path !== '/') return plain(response, 'There is no such page here.\n', 404)
    await this.#query(request, url, answer)
  }

  async #query(request: IncomingMessage, url: URLSearchParams, answer: QueryAnswer): Promise<void> {
    const body = await readBody(request)
    const query = await readQueryRequest(request.headers, url, body)
    answer.describe({
      'X-ClickHouse-Query-Id': query.queryId,
      'X-ClickHouse-Server-Display-Name': 'embedded',
      'X-ClickHouse-Timezone': this.#store.timeZone,
    })
    const plan = planQuery(query, (path) => isExportPath(this.#settings.exportsFolder, path))
    if (query.isCompressed) answer.compress()
    const deps = { store: this.#store, slots: this.#slots, running: this.#running }
    await runQuery(deps, { request: query, plan, answer })
  }

  #status(): string {
    return JSON.stringify({
      residentBytes: process.memoryUsage.rss(),
      runningQueries: this.#slots.running,
      waitingQueries: this.#slots.waiting,
      sessions: this.#store.openSessions,
    })
  }
}

function plain(response: ServerResponse, text: string, status = 200): void {
  const type = text.startsWith('{') ? 'application/json' : 'text/plain; charset=UTF-8'
  response.writeHead(status, { 'Content-Type': type }).end(text)
}

function wrongPassword(): EngineException {
  return EngineException.of(516, 'Authentication failed: password is incorrect, or none was sent.')
}
