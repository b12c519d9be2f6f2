import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChdbStore } from './chdb-store.ts'

/**
 * chdb behind as much of ClickHouse's HTTP protocol as our own client uses, for tests. `node chdb-server.ts` prints the
 * address on a line and ends with its parent or on SIGTERM; nothing that was stored outlives it.
 */

/** libuv has four threads by default; one is left to stop queries. */
const RUNNING_MAX = 3
const KILL_DELAY_MS = 100
const PARENT_LOOK_MS = 1_000

/** Of the protocol rather than the engine. */
const NO_SETTINGS: ReadonlySet<string> = new Set([
  ...['query', 'query_id', 'database', 'default_format', 'enable_http_compression'],
  ...['cancel_http_readonly_queries_on_client_close', 'wait_end_of_query', 'log_comment'],
])

const folder = mkdtempSync(join(tmpdir(), 'quittance-chdb-'))
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, PARENT_LOOK_MS)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const store = new ChdbStore(folder)
const waiting: (() => void)[] = []
let running = 0

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://chdb')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  const inUrl = url.searchParams.get('query')
  const body = await buffer(request)
  // As ClickHouse does: the query in the address and the body are joined.
  const statement = inUrl === null ? body : Buffer.concat([Buffer.from(`${inUrl}\n`), body])
  const queryId = url.searchParams.get('query_id') ?? randomUUID()
  response.setHeader('X-ClickHouse-Query-Id', queryId)
  const settings = new Map([...url.searchParams].filter(([name]) => !NO_SETTINGS.has(name)))
  const database = url.searchParams.get('database') ?? 'default'
  response.once('close', () => void killUntilEnded(queryId, response))
  const result = await inTurn(() => store.run({ queryId, database, settings, statement }))
  response.end(result)
}

/** A query whose client has left is stopped; one that has not begun yet is stopped when it does. */
async function killUntilEnded(queryId: string, response: ServerResponse): Promise<void> {
  // The response ends with the query, also when its client has left.
  while (!response.writableEnded) {
    await store.kill(queryId).catch(() => undefined)
    await sleep(KILL_DELAY_MS)
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < RUNNING_MAX) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = /\bCode: (\d+)/.exec(message)?.[1] ?? '1001'
  response.statusCode = 500
  if (!response.headersSent) response.setHeader('X-ClickHouse-Exception-Code', code)
  response.end(/\bCode: \d/.test(message) ? message : `Code: 1001. DB::Exception: ${message}`)
}

function stop(): never {
  rmSync(folder, { recursive: true, force: true })
  // Closing chdb properly would wait for replicas that do not exist here.
  process.kill(process.pid, 'SIGKILL')
  throw new Error('unreachable')
}

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  answer(request, response).catch((error: unknown) => refuse(response, error))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
