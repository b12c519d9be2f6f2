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
/** More than the connection takes while nobody reads. */
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

/** The answer's head; its content has yet to be read. */
async function opened(method: 'GET' | 'HEAD'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${app.owners.shop.bearer.key}`, accept: 'text/csv' }
  const asking = request({ host: '127.0.0.1', port: app.port, method, path: PATH, headers })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return answer
}

test('who asks for the head alone costs the first look and no more', async () => {
  const asked = vi.spyOn(app.engine, 'rows')

  const head = await opened('HEAD')
  await text(head)
  const whole = await opened('GET')
  await text(whole)

  const ofWhole = 1 + Math.ceil((RECORDS - 500) / 5_000)
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-type']).toBe(whole.headers['content-type'])
  expect(asked).toHaveBeenCalledTimes(1 + ofWhole)
  asked.mockRestore()
})

test('an answer whose store goes away in the middle breaks off, and does not end as if it were whole', async () => {
  const answer = await opened('GET')
  const engine = app.engine as DuckDbEngine
  engine.moveTo(`http://nobody:nothing@127.0.0.1:${await freePort()}`)

  await expect(text(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(answer.complete).toBe(false)
})
