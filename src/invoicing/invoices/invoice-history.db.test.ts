import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'

const app = await startApp({ with: [invoicingClients] })
const partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
const shop = await app.merchant('shop', 'partner')

async function aLongHistory(entries: number): Promise<string> {
  const { body } = await shop.create(anInvoiceBody())
  await app.database.pool.query(
    `insert into invoice_history (organization_id, position, version, ordinal, event, at)
      select organization_id, position, 1000 + n, 0, 'RESEND', now() from invoices, generate_series(2, $2) n
      where organization_id = 'shop' and invoice_number = $1`,
    [body.id, entries],
  )
  return body.id
}

const nextOf = (link: unknown) => /^<\/invoicing\/v2(.*)>; rel="next"$/.exec(String(link))?.[1]

test('a history has its length and links through all pages, newest first', async () => {
  const id = await aLongHistory(7)
  const seen: string[] = []
  const totals = new Set<number>()

  let path: string | undefined = `/invoices/${id}?organizationId=shop&limit=3`
  for (let page = 0; path !== undefined && page < 9; page += 1) {
    const { headers, body } = await partner.call('GET', path)
    seen.push(...body.invoiceHistory.map(({ event }: { event: string }) => event))
    totals.add(body.totalInvoiceHistory)
    path = nextOf(headers['link'])
  }

  expect(seen).toEqual([...Array.from({ length: 6 }, () => 'RESEND'), 'DRAFT'])
  expect([...totals]).toEqual([7])
})

test('a history without a limit has 1,000 entries and a link to the next page', async () => {
  const id = await aLongHistory(1_001)

  const { headers, body } = await shop.get(id)

  expect([body.invoiceHistory.length, body.totalInvoiceHistory]).toEqual([1_000, 1_001])
  expect(nextOf(headers['link'])).toBe(`/invoices/${id}?offset=1000&limit=1000`)
})

test('a complete history has no link, and a page past the end has no entries', async () => {
  const id = await aLongHistory(2)

  const whole = await shop.get(id)
  const past = await shop.call('GET', `/invoices/${id}?offset=9`)

  expect([whole.body.totalInvoiceHistory, whole.headers['link']]).toEqual([2, undefined])
  expect(past.body).toMatchObject({ invoiceHistory: [], totalInvoiceHistory: 2 })
  expect(past.headers['link']).toBeUndefined()
})

test.each([
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=x', 'offset'],
])('%s is refused by name', async (query, field) => {
  const { status, body } = await shop.call('GET', `/invoices/1?${query}`)

  expect(status).toBe(400)
  expect(body.details).toEqual([{ field, reason: 'INVALID_DATA' }])
})

describe('an invoice that the client has', () => {
  const big = { invoiceInformation: { description: 'x'.repeat(255) } }
  const gzip = { 'accept-encoding': 'gzip' }
  const ask = (id: string, headers: Record<string, string>) => shop.call('GET', `/invoices/${id}/`, undefined, headers)

  test('is not sent again, in whichever encoding the client has it, until it changes', async () => {
    const { body } = await shop.create(anInvoiceBody(big))
    const plain = await ask(body.id, {})
    const packed = await ask(body.id, gzip)
    const tags = [plain, packed].map(({ headers }) => String(headers['etag']))

    const known = await Promise.all(
      [...tags, `W/${tags[0]}`, `"0", ${tags[1]}`].map((tag) => ask(body.id, { ...gzip, 'if-none-match': tag })),
    )
    await shop.publish(body.id, { 'if-match': tags[1] ?? '' })
    const changed = await ask(body.id, { 'if-none-match': tags.join(', ') })

    expect([tags, packed.headers['content-encoding']]).toEqual([['"1"', '"1-gzip"'], 'gzip'])
    expect(known.map(({ status, text }) => [status, text])).toEqual(known.map(() => [304, '']))
    expect(known[1]?.headers['etag']).toBe('"1-gzip"')
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"2"'])
  })

  test('a repeated request with the same Idempotency-Key gets the same bytes, compressed or not', async () => {
    const once = { 'idempotency-key': 'compressed-once' }
    const body = anInvoiceBody(big)

    const [first, again, plain] = [
      await shop.create(body, { ...once, ...gzip }),
      await shop.create(body, { ...once, ...gzip }),
      await shop.create(body, once),
    ]

    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect([first, again, plain].map(({ headers }) => headers['etag'])).toEqual(['"1-gzip"', '"1-gzip"', '"1"'])
    expect(gunzipSync(first.bytes).toString()).toBe(plain.text)
  })
})

test('a hundred resends mail one a minute and five a day; the first mail and another address are not among them', async () => {
  const { id } = (await shop.create(anInvoiceBody())).body
  app.clock.set('2026-03-12T08:00:00Z')
  expect((await shop.send(id)).status).toBe(200)

  const flood = await Promise.all(Array.from({ length: 100 }, () => shop.send(id)))

  const refused = flood.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(99)
  for (const { status, headers, body } of refused) {
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect(body).toMatchObject({ status: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_RESENDS' })
    expect(body.message).toBe(
      'The invoice was sent again to this address less than a minute ago: please retry in 60 seconds.',
    )
  }
  const answers: number[] = []
  for (let minute = 1; minute <= 6; minute += 1) {
    app.clock.set(`2026-03-12T08:0${minute}:00Z`)
    answers.push((await shop.send(id)).status)
  }
  expect(answers).toEqual([200, 200, 200, 200, 429, 429])
  const day = await shop.send(id)
  expect([day.headers['retry-after'], day.body.message]).toEqual([
    String(24 * 3_600 - 6 * 60),
    expect.stringContaining('5 times within 24 hours'),
  ])
  const mails = await app.database.pool.query('select from mail_outbox where subject = $1', [`invoice:${id}`])
  expect(mails.rowCount).toBe(6)
  await shop.update(id, anInvoiceBody({ customerInformation: { email: 'grace@example.com' } }))
  expect((await shop.send(id)).status).toBe(200)
  app.clock.set('2026-03-13T08:00:00Z')
  await shop.update(id, anInvoiceBody())
  expect((await shop.send(id)).status).toBe(200)
})

test('a requested reminder is mailed with history, event and audit entry, and shares the limit of resends', async () => {
  app.clock.set('2026-03-20T08:00:00Z')
  const { id } = (await shop.create(anInvoiceBody({ invoiceInformation: { sendImmediately: true } }))).body

  const reminded = await shop.remind(id)
  const tooSoon = await shop.remind(id)
  app.clock.set('2026-03-20T08:01:00Z')
  const resent = await shop.send(id)
  app.clock.set('2026-04-05T08:00:00Z')
  const overdue = await shop.remind(id)

  expect([reminded.status, resent.status, overdue.status]).toEqual([200, 200, 200])
  expect(reminded.body).toMatchObject({ status: 'SENT', submitTimeUtc: '2026-03-20T08:00:00.000Z' })
  expect(Object.keys(reminded.body._links)).toEqual(['self', 'update', 'deliver', 'cancel'])
  expect([tooSoon.status, tooSoon.body.reason, tooSoon.headers['retry-after']]).toEqual([429, 'TOO_MANY_RESENDS', '60'])
  const { invoiceHistory } = (await shop.get(id)).body
  expect(invoiceHistory.map(({ event }: { event: string }) => event)).toEqual([
    ...['REMINDER', 'RESEND', 'REMINDER', 'SEND', 'CREATE'],
  ])
  const rows = async (query: string) => (await app.database.pool.query(query, [`invoice:${id}`])).rows
  expect(await rows('select kind from mail_outbox where subject = $1 order by created_at, kind')).toEqual(
    ['invoice', 'reminder', 'resend', 'overdue-reminder'].map((kind) => ({ kind })),
  )
  const events = await rows(`select event_type from events where subject = $1 and event_type like '%eminder'`)
  expect(events).toHaveLength(2)
  const audited = await rows(`select action from audit_entries where subject = $1 and action = 'invoice.reminded'`)
  expect(audited).toHaveLength(2)
})

test.each([
  ['a draft', {}, 'A draft has no reminders.'],
  ['an invoice that is not mailed', { deliveryMode: 'none', sendImmediately: true }, 'never mailed has no reminders'],
  [
    'an invoice whose link has expired',
    { sendImmediately: true, expirationDate: '2026-05-01' },
    'The payment link has expired',
  ],
])('%s gets no reminder, and the reason says why', async (_name, invoiceInformation, sentence) => {
  app.clock.set('2026-04-10T08:00:00Z')
  const { id } = (await shop.create(anInvoiceBody({ invoiceInformation }))).body
  app.clock.set('2026-05-02T08:00:00Z')

  const { status, body } = await shop.remind(id)

  expect([status, body.reason]).toEqual([400, 'ACTION_NOT_ALLOWED'])
  expect(body.message).toContain(sentence)
})

test('an address in the body of a delivery must be that of the invoice', async () => {
  const { id } = (await shop.create(anInvoiceBody())).body
  const send = (customerInformation: object) => shop.call('POST', `/invoices/${id}/delivery`, { customerInformation })

  expect((await send({ email: 'eve@example.com' })).body).toMatchObject({
    reason: 'VALIDATION_ERROR',
    details: [{ field: 'customerInformation.email', reason: 'INVALID_DATA' }],
  })
  const { status, body } = await send({ email: 'Ada@example.com ', name: 'Ada' })
  expect([status, body.warnings]).toMatchObject([200, [{ field: 'customerInformation.name' }]])
})

test('deliveryLanguage is returned only if it was given, is kept by a round trip and lost when it is left out', async () => {
  const without = (await shop.create(anInvoiceBody())).body
  const { id } = (await shop.create(anInvoiceBody({ invoiceInformation: { deliveryLanguage: 'ja-JP' } }))).body
  const { body: read } = await shop.get(id)

  const { body: sentBack } = await shop.update(id, read)
  const { body: leftOut } = await shop.update(id, anInvoiceBody())
  const wrong = await shop.create(anInvoiceBody({ invoiceInformation: { deliveryLanguage: 'nl-NL' } }))

  expect(without.invoiceInformation).not.toHaveProperty('deliveryLanguage')
  expect([read, sentBack].map(({ invoiceInformation }) => invoiceInformation.deliveryLanguage)).toEqual([
    ...['ja-JP', 'ja-JP'],
  ])
  expect(leftOut.invoiceInformation).not.toHaveProperty('deliveryLanguage')
  expect(wrong.status).toBe(400)
  expect(wrong.body.details).toEqual([{ field: 'invoiceInformation.deliveryLanguage', reason: 'INVALID_DATA' }])
})
