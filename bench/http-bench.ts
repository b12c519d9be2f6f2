import { randomUUID } from 'node:crypto'
import { freePort } from '../src/platform/processes/free-port.ts'
import { bearerKeyIn, benchFolder, postgresUrlIn, removeFolder, startBenchService } from './bench-service.ts'
import { memoryOfCallers, signedRequests } from './callers-bench.ts'
import type { Figure } from './figure.ts'
import { besides, requestsPerSecond } from './http-load.ts'
import { inspectedAt } from './used-memory.ts'

/** The least that Node can do for the same response. */
const BARE_SERVER = `
require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"status":"ok"}')
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** The least with a look into the database. */
const BARE_QUERYING_SERVER = `
const pool = new (require('pg').Pool)({ connectionString: process.argv[1], max: 20 })
require('node:http').createServer(async (request, response) => {
  const { rows } = await pool.query({ name: 'q', text: 'select * from organizations limit 1' })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows))
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** Changes of an organization's settings take turns, with or without an Idempotency-Key. */
const CHANGE = JSON.stringify({ invoiceSettingsInformation: { merchantDisplayName: 'Café Bar' } })

export async function benchHttp(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const inspectorPort = await freePort()
  const service = await startBenchService(folder, inspectedAt(inspectorPort))
  try {
    const healthz = await besides(BARE_SERVER, [], (ms) => requestsPerSecond({ url: `${service.url}/healthz` }, ms))
    const headers = { authorization: `Bearer ${bearerKeyIn(folder)}` }
    const clock = await besides(BARE_QUERYING_SERVER, [postgresUrlIn(folder)], (ms) =>
      requestsPerSecond({ url: `${service.url}/sandbox/v1/clock`, headers }, ms),
    )
    const change = { url: `${service.url}/invoicing/v2/invoiceSettings`, method: 'PUT', body: CHANGE }
    const withType = { ...headers, 'content-type': 'application/json' }
    const unkeyed = await requestsPerSecond({ ...change, headers: withType })
    const keyed = await requestsPerSecond({
      ...change,
      headers: () => ({ ...withType, 'idempotency-key': randomUUID() }),
    })
    return [
      {
        what: 'GET /healthz',
        ...healthz,
        limitIs: 'a bare node:http server with the same response',
      },
      {
        // One statement: the time of the clock.
        what: 'GET /sandbox/v1/clock by bearer key',
        ...clock,
        limitIs: 'a bare node:http server that asks PostgreSQL one thing',
      },
      {
        what: 'PUT /invoiceSettings with an Idempotency-Key, one organization',
        ...{ ours: keyed, limit: unkeyed, unit: 'requests/s', isRate: true },
        limitIs: 'the same without a key',
      },
      ...(await signedRequests(service, folder)),
      await memoryOfCallers({ ...service, inspectorPort }, folder),
    ]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
