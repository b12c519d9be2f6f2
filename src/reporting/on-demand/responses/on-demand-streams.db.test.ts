import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import type { DuckDbEngine } from '../../../platform/duckdb/duckdb-engine.ts'
import { freePort } from '../../../platform/processes/free-port.ts'

const PATH = '/reporting/v3/conversion-details?startTime=2026-03-09T00:00:00Z&endTime=2026-03-10T00:00:00Z'
/** More than the connection buffers while the client does not read. */
const RECORDS = 40_000

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  const records = Array.from({ length: RECORDS }, (_, index) => ({
    recordId: `c${index}`,
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'Conversion.ReviewerComments': 'x'.repeat(200) },
  }))
  await app.put('conversion', records)
})

/** Returns the response once its headers have arrived; the body is not read yet. */
async function opened(method: 'GET' | 'HEAD'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${app.owners.shop.bearer.key}`, accept: 'text/csv' }
  const sent = request({ host: '127.0.0.1', port: app.port, method, path: PATH, headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

test('a HEAD request costs one query and has the headers of the GET', async () => {
  using rows = vi.spyOn(app.engine, 'rows')

  const head = await opened('HEAD')
  await text(head)
  const queriesOfHead = rows.mock.calls.length
  const whole = await opened('GET')
  await text(whole)

  expect(head.statusCode).toBe(200)
  expect(head.headers['content-type']).toBe(whole.headers['content-type'])
  expect(queriesOfHead).toBe(1)
  expect(rows.mock.calls.length - queriesOfHead).toBeGreaterThan(1)
})

test('a response breaks off if its store fails in the middle, and does not look complete', async () => {
  const response = await opened('GET')
  const engine = app.engine as DuckDbEngine
  engine.moveTo(`http://nobody:nothing@127.0.0.1:${await freePort()}`)

  await expect(text(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(response.complete).toBe(false)
})
