import { expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { seededRandom } from '../../../../test/support/random/seeded-random.ts'
import { tickingClock } from '../../../../test/support/run/settable-clock.ts'
import { waitUntil } from '../../../platform/processes/wait-until.ts'

const NAME = 'purchase-refund-details'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: tickingClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })

const random = seededRandom(8)

/** Somewhere in March, several at the same time. */
const anItem = (recordId: string, merchantId: string) => ({
  recordId,
  merchantId,
  occurredAt: `2026-03-${String(random.integer(1, 31)).padStart(2, '0')}T10:00:00Z`,
  fields: { 'Request.RequestID': recordId },
})

type Body = {
  readonly pageResults: number
  readonly requestDetails: readonly {
    readonly requestId: string
    readonly cybersourceMerchantId: string
  }[]
  readonly _links: { readonly next?: { readonly href: string; readonly method: string } }
}

const keysOf = ({ requestDetails }: Body): readonly string[] =>
  requestDetails.map((row) => `${row.cybersourceMerchantId} ${row.requestId}`)

/** The parameters that a link carries. */
const parametersOf = (href: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(href.slice(href.indexOf('?'))))

test('following the links lists every request once, even while others arrive', async () => {
  const before = Array.from({ length: 60 }, (_, n) => anItem(`a${n}`, n % 3 ? 'shop' : 'sister'))
  await app.put('batch-item', before, { receivedAt: '2026-04-10T09:59:59Z' })
  let isOver = false
  let count = 0
  // The clock moves only for this: no batch is stamped with a time that was read before it, and every
  // page is requested after the time that the link to it names.
  const goingOn = {
    now: () => {
      app.clock.set(app.clock.now().add({ milliseconds: 1 }).toString())
      return app.clock.now()
    },
  }
  const ingesting = (async () => {
    while (!isOver) {
      count += 1
      const items = [anItem(`n${count}`, 'shop'), anItem(`m${count}`, 'sister')]
      await app.put('batch-item', items, { receivedAt: goingOn })
    }
  })()
  const pages: Body[] = []
  let parameters: Readonly<Record<string, string | number>> = { ...MARCH, limit: 7 }
  for (let more = true; more; ) {
    const { status, headers, body } = await app.ask('account', NAME, parameters)
    expect(status).toBe(200)
    pages.push(body)
    await waitUntil(() => count > pages.length || undefined, { withinMs: 30_000 })
    goingOn.now()
    const next = body._links.next?.href
    expect(headers['link']).toBe(next === undefined ? undefined : `<${next}>; rel="next"`)
    more = next !== undefined
    if (next !== undefined) parameters = parametersOf(next)
  }
  isOver = true
  await ingesting

  const seen = pages.flatMap(keysOf)
  const { body: whole } = await app.ask('account', NAME, {
    ...MARCH,
    asOf: parameters['asOf'] ?? '',
  })

  expect(count).toBeGreaterThan(3)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(before.map((r) => `${r.merchantId} ${r.recordId}`)))
  expect(seen).toEqual(keysOf(whole))
})

test('a page past the end has no lists and no next page', async () => {
  const { status, body } = await app.ask('shop', NAME, { ...MARCH, offset: 5000, limit: 10 })

  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['offset', 'limit', 'pageResults', '_links'])
  expect(body).toMatchObject({ offset: 5000, limit: 10, pageResults: 0 })
  expect(body._links.next).toBeUndefined()
  const xml = await app.ask('shop', NAME, { ...MARCH, offset: 5000 }, { accept: 'application/xml' })
  expect(xml.text).toMatch(/<Report [^>]*>\n<\/Report>\n$/)
})

test('a window without requests is 404 at any offset', async () => {
  const { status } = await app.ask('foreign', NAME, { ...MARCH, offset: 3 })

  expect(status).toBe(404)
})

test('records that arrived after asOf do not count, and a future asOf means now', async () => {
  const february = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-03-01T00:00:00Z' }
  const item = (recordId: string) => ({
    recordId,
    merchantId: 'foreign',
    occurredAt: '2026-02-10T00:00:00Z',
  })
  await app.put('batch-item', [item('early')], { receivedAt: '2026-02-11T00:00:00Z' })
  await app.put('batch-item', [item('late')], { receivedAt: '2026-02-12T00:00:00Z' })
  const ask = (asOf: string) => app.ask('foreign', NAME, { ...february, asOf })

  expect((await ask('2026-02-10T23:59:59.999Z')).status).toBe(404)
  expect((await ask('2026-02-11T00:00:00Z')).body.pageResults).toBe(1)
  expect((await ask('2026-02-12T01:00:00+01:00')).body.pageResults).toBe(2)
  const ahead = await ask('2099-01-01T00:00:00Z')
  expect(ahead.body.pageResults).toBe(2)
  expect(ahead.body._links.self.href).toMatch(/asOf=2026-04-10T10/)
})

test('a record that arrived after asOf and was corrected does not shift pages', async () => {
  const january = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' }
  const item = (recordId: string, version = 1) => ({
    ...{ recordId, version, merchantId: 'foreign' },
    occurredAt: `2026-01-10T00:00:0${recordId}Z`,
    fields: { 'Request.RequestID': recordId, 'Request.MerchantReferenceNumber': `v${version}` },
  })
  const first = ['1', '3', '5'].map((recordId) => item(recordId))
  await app.put('batch-item', first, { receivedAt: '2026-02-11T00:00:00Z' })
  const ask = async (offset: number): Promise<readonly string[]> => {
    const page = { ...january, asOf: '2026-02-12T00:00:00Z', limit: 2, offset }
    const { body } = await app.ask('foreign', NAME, page)
    return body.requestDetails.map(({ requestId }: { requestId: string }) => requestId)
  }
  const before = await ask(0)
  for (const version of [1, 2]) {
    const corrected = version === 2 ? [item('5', 2)] : []
    await app.put('batch-item', [item('2', version), ...corrected], {
      receivedAt: `2026-02-13T00:00:0${version}Z`,
    })
  }

  expect(before).toEqual(['1', '3'])
  expect(await ask(0)).toEqual(['1', '3'])
  expect(await ask(2)).toEqual(['5'])
})

test('records with a time of arrival ahead of the clock are listed on pages', async () => {
  const december = { startTime: '2025-12-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }
  const items = ['1', '2', '3'].map((recordId) => ({
    ...{ recordId, merchantId: 'foreign' },
    occurredAt: '2025-12-10T00:00:00Z',
  }))
  await app.put('batch-item', items, { receivedAt: '2026-05-01T00:00:00Z' })

  const { status, body } = await app.ask('foreign', NAME, { ...december, limit: 2 })

  expect(status).toBe(200)
  expect(body.pageResults).toBe(2)
  expect(parametersOf(body._links.next.href)['asOf']).toBe('2026-05-01T00:00:00.000Z')
})
