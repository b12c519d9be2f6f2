import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { findInvoiceByToken } from '../index.ts'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const information = (given: object) => anInvoiceBody({ invoiceInformation: given })
const drafted = async (given: object = {}) => (await shop.create(information(given))).body
const sent = () => drafted({ sendImmediately: true })
const eventsOf = async (id: string): Promise<readonly string[]> =>
  (await shop.get(id)).body.invoiceHistory.map(({ event }: { event: string }) => event)
const tokenOf = ({ invoiceInformation }: { invoiceInformation: { paymentLink: string } }) =>
  /pay\/([^?]+)/.exec(invoiceInformation.paymentLink)?.[1] ?? ''
const rowsAbout = async (table: string, id: string, order: string) =>
  (
    await app.database.pool.query(
      `select * from ${table} where organization_id = 'shop' and subject = $1 order by ${order}`,
      [`invoice:${id}`],
    )
  ).rows

describe('PUT', () => {
  test('PUT removes omitted values; number, status and developer stay', async () => {
    const { id } = (
      await shop.create(
        anInvoiceBody({
          clientReferenceInformation: { partner: { developerId: 'dev1' } },
          customerInformation: { merchantCustomerId: 'C1' },
          invoiceInformation: { sendImmediately: true, invoiceNumber: 'UPD 1/a' },
        }),
      )
    ).body
    app.clock.set('2026-03-10T08:00:00Z')

    const { status, headers, body } = await shop.update(id, {
      invoiceInformation: { description: 'Other parts', dueDate: '2026-05-01' },
      orderInformation: { amountDetails: { totalAmount: 70, currency: 'EUR' } },
    })

    expect([status, headers['etag']]).toEqual([200, '"2"'])
    expect(body).toMatchObject({
      id: 'UPD 1/a',
      status: 'SENT',
      submitTimeUtc: '2026-03-10T08:00:00.000Z',
      clientReferenceInformation: { partner: { developerId: 'dev1' } },
      invoiceInformation: { deliveryMode: 'None', dueDate: '2026-05-01' },
      orderInformation: { amountDetails: { totalAmount: 70, balanceAmount: 70, currency: 'EUR' } },
    })
    expect(body.customerInformation).toBeUndefined()
    expect(await eventsOf(id)).toEqual(['UPDATE', 'SEND', 'CREATE'])
    expect(await rowsAbout('mail_outbox', id, 'created_at')).toHaveLength(1)
  })

  test('a new customer address makes a new link, and the old one stops working immediately', async () => {
    const before = await sent()

    const { body: after } = await shop.update(
      before.id,
      anInvoiceBody({ customerInformation: { email: 'grace@example.com' } }),
    )
    const { body: again } = await shop.update(
      before.id,
      anInvoiceBody({ customerInformation: { email: 'grace@example.com', name: 'Grace' } }),
    )

    expect(tokenOf(after)).not.toBe(tokenOf(before))
    expect(tokenOf(again)).toBe(tokenOf(after))
    const { db } = app.database
    expect(await findInvoiceByToken(db, tokenOf(before))).toBeUndefined()
    const found = await findInvoiceByToken(db, tokenOf(after))
    expect(found?.invoice.invoiceNumber).toBe(before.id)
    expect(await eventsOf(before.id)).toEqual(['UPDATE', 'UPDATE', 'SEND', 'CREATE'])
  })

  test('PUT cannot change the number, but accepts the same one', async () => {
    const { id } = await drafted()

    const other = await shop.update(id, information({ invoiceNumber: 'other', dueDate: '' }))
    const same = await shop.update(id, information({ invoiceNumber: id }))

    expect(other.status).toBe(400)
    expect(other.body).toMatchObject({
      reason: 'VALIDATION_ERROR',
      message: expect.stringContaining('invoiceInformation.invoiceNumber cannot be changed'),
      details: [
        { field: 'invoiceInformation.invoiceNumber', reason: 'INVALID_DATA' },
        { field: 'invoiceInformation.dueDate', reason: 'MISSING_FIELD' },
      ],
    })
    expect(same.status).toBe(200)
  })

  test('PUT can add lines to an amount-only invoice, but not remove all lines', async () => {
    const itemized = anInvoiceBody({ orderInformation: { lineItems: [aLineBody()] } })
    const { id } = await drafted()

    expect((await shop.update(id, itemized)).status).toBe(200)
    const refused = await shop.update(id, anInvoiceBody())

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      reason: 'ACTION_NOT_ALLOWED',
      message: expect.stringContaining('cancel it and create a new one'),
    })
    expect((await shop.get(id)).body.orderInformation.lineItems).toHaveLength(1)
  })

  test('PUT is refused for the status before the content is checked', async () => {
    const { id } = await drafted()
    await shop.cancel(id)

    const { status, body } = await shop.update(id, { nonsense: true })

    expect(status).toBe(400)
    expect(body).toMatchObject({
      reason: 'ACTION_NOT_ALLOWED',
      message: 'Requested action is not allowed. A canceled invoice cannot be updated.',
    })
  })
})

describe('delivery', () => {
  test('each delivery mails the invoice and sends an event', async () => {
    const { id } = await drafted()
    app.clock.set('2026-03-11T08:00:00Z')

    const first = await shop.send(id)
    const second = await shop.send(id)

    expect(first.body).toMatchObject({
      status: 'SENT',
      submitTimeUtc: '2026-03-11T08:00:00.000Z',
    })
    expect([first.headers['etag'], second.headers['etag']]).toEqual(['"2"', '"3"'])
    expect(second.body.status).toBe('SENT')
    expect(await eventsOf(id)).toEqual(['RESEND', 'SEND', 'DRAFT'])
    expect(await rowsAbout('mail_outbox', id, "payload->>'version'")).toMatchObject([
      { kind: 'invoice', recipient_name: 'Ada Lovelace', recipient_address: 'ada@example.com' },
      { kind: 'resend' },
    ])
    const events = await rowsAbout('events', id, 'occurred_at')
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      event_type: 'invoicing.customer.invoice.send',
      payload: {
        invoiceNumber: id,
        status: 'SENT',
        totalAmount: '100.00',
        balanceAmount: '100.00',
        currency: 'USD',
        dueDate: '2026-04-01',
        payerName: 'Ada Lovelace',
        emailTo: 'ada@example.com',
        invoiceUrl: first.body.invoiceInformation.paymentLink,
      },
    })
  })

  test('delivery of a draft with deliveryMode none publishes it without a mail', async () => {
    const { id } = await drafted({ deliveryMode: 'none' })

    const published = await shop.send(id)
    const again = await shop.send(id)

    expect(published.body.status).toBe('CREATED')
    expect(await eventsOf(id)).toEqual(['CREATE', 'DRAFT'])
    expect(await rowsAbout('mail_outbox', id, 'created_at')).toEqual([])
    expect(await rowsAbout('events', id, 'occurred_at')).toEqual([])
    expect(again.body).toMatchObject({
      reason: 'ACTION_NOT_ALLOWED',
      message: expect.stringContaining('set deliveryMode to email first'),
    })
  })

  test('delivery by email without name and address is refused, naming both', async () => {
    const { id } = await drafted()
    const { status } = await shop.update(id, {
      invoiceInformation: { deliveryMode: 'email', dueDate: '2026-05-01' },
      orderInformation: { amountDetails: { totalAmount: 70, currency: 'EUR' } },
    })

    const refused = await shop.send(id)

    expect(status).toBe(200)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      reason: 'VALIDATION_ERROR',
      details: [
        { field: 'customerInformation.name', reason: 'MISSING_FIELD' },
        { field: 'customerInformation.email', reason: 'MISSING_FIELD' },
      ],
    })
  })
})

test('publication makes a draft CREATED, once', async () => {
  const { id } = await drafted()

  const published = await shop.publish(id)
  const again = await shop.publish(id)

  expect(published.body.status).toBe('CREATED')
  expect(again.body).toMatchObject({ reason: 'ACTION_NOT_ALLOWED' })
  expect((await shop.send(id)).body.status).toBe('SENT')
  expect(await eventsOf(id)).toEqual(['SEND', 'CREATE', 'DRAFT'])
})

test('every accepted write moves submitTimeUtc; refusals and reads do not', async () => {
  const { id } = await drafted()
  const writes = [() => shop.update(id, anInvoiceBody()), () => shop.publish(id), () => shop.send(id)]

  const times: string[] = []
  for (const [index, write] of [...writes, () => shop.cancel(id), () => shop.cancel(id)].entries()) {
    app.clock.set(`2026-03-${20 + index}T08:00:00Z`)
    await write()
    times.push((await shop.get(id)).body.submitTimeUtc)
  }

  const accepted = [20, 21, 22, 23].map((day) => `2026-03-${day}T08:00:00.000Z`)
  expect(times).toEqual([...accepted, accepted.at(-1)])
})

test('a canceled invoice can only be read; webhooks and the audit trail show the cancelation', async () => {
  const { id } = await sent()

  const { body } = await shop.cancel(id)

  expect(body.status).toBe('CANCELED')
  expect(Object.keys(body._links)).toEqual(['self'])
  expect(await eventsOf(id)).toEqual(['CANCEL', 'SEND', 'CREATE'])
  const events = await rowsAbout('events', id, 'event_type')
  expect(events.map(({ event_type }) => event_type)).toEqual([
    'invoicing.customer.invoice.cancel',
    'invoicing.customer.invoice.send',
  ])
  expect(await rowsAbout('mail_outbox', id, "payload->>'version'")).toMatchObject([
    { kind: 'invoice' },
    { kind: 'cancellation', recipient_address: 'ada@example.com' },
  ])
  const trail = await rowsAbout('audit_entries', id, "details->>'version'")
  expect(trail).toMatchObject([
    { action: 'invoice.created', details: { from: null, to: 'SENT', version: 1 } },
    { action: 'invoice.canceled', details: { from: 'SENT', to: 'CANCELED', version: 2 } },
  ])
  expect(JSON.stringify(trail)).not.toContain('ada@example.com')
  for (const response of [await shop.send(id), await shop.cancel(id), await shop.publish(id)]) {
    expect(response.body).toMatchObject({ reason: 'ACTION_NOT_ALLOWED' })
  }
})

describe('an action', () => {
  const typed = { 'content-type': 'application/json' }

  test.each([
    ['no body', undefined, {}],
    ['no body of the type JSON', undefined, typed],
    ['{} of the type JSON', '{}', typed],
    ['{} of no type', '{}', {}],
    ['no bytes of another type, as command line tools send', '', { 'content-type': 'text/plain' }],
    ['what clients add to every body', '{"clientReferenceInformation":{}}', typed],
  ])('takes %s', async (_name, body, headers) => {
    const { id } = await drafted()

    const responses = [
      await shop.call('POST', `/invoices/${id}/publication`, body, headers),
      await shop.call('POST', `/invoices/${id}/delivery`, body, headers),
      await shop.call('POST', `/invoices/${id}/cancelation`, body, headers),
    ]

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(responses[0]?.body.warnings).toBeUndefined()
  })

  test('an action warns about unknown fields of its body', async () => {
    const { id } = await drafted()

    const { status, body } = await shop.call('POST', `/invoices/${id}/delivery`, { force: true })

    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ field: 'force', reason: 'UNKNOWN_FIELD' }])
  })

  test.each(['[]', '"x"', '1'])('refuses the body %s', async (body) => {
    const { id } = await drafted()

    const response = await shop.call('POST', `/invoices/${id}/delivery`, body, typed)

    expect(response.status).toBe(400)
    expect((await shop.get(id)).body.status).toBe('DRAFT')
  })

  test('the number and length of reported unknown fields are bounded', async () => {
    const { id } = await drafted()
    const names = Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(1000)}`)
    const asked = Object.fromEntries(['\ud800', ...names].map((name) => [name, 1]))

    const { status, body } = await shop.call('POST', `/invoices/${id}/publication`, asked)

    expect([status, body.warnings.length]).toEqual([200, 50])
    expect(body.warnings.every(({ field }: { field: string }) => field.length <= 100)).toBe(true)
    expect(JSON.stringify(body.warnings)).not.toContain('\\ud800')
  })

  test.each(['delivery', 'cancelation', 'publication'])(
    '%s is refused for what is not there, changed or forbidden before it is for its body',
    async (action) => {
      const { id } = await drafted()
      await shop.cancel(id)
      const ask = (number: string, headers = {}) =>
        shop.call('POST', `/invoices/${number}/${action}`, '[]', { ...typed, ...headers })

      const refusals = [await ask('nothing'), await ask(id, { 'if-match': '"1"' }), await ask(id)]

      expect(refusals.map(({ body }) => body.reason)).toEqual([
        'NOT_FOUND',
        'PRECONDITION_FAILED',
        'ACTION_NOT_ALLOWED',
      ])
    },
  )

  test('an action refuses a body of another type', async () => {
    const headers = { 'content-type': 'text/plain' }

    const { status } = await shop.call('POST', '/invoices/1/delivery', '{}', headers)

    expect(status).toBe(415)
  })

  test('an action with an Idempotency-Key is done once', async () => {
    const { id } = await drafted()
    const headers = { 'idempotency-key': `send ${id}` }

    const [first, second] = [await shop.send(id, headers), await shop.send(id, headers)]

    expect(second.text).toBe(first.text)
    expect(await eventsOf(id)).toEqual(['SEND', 'DRAFT'])
  })
})

test('a GET request may have the body {}', async () => {
  const { id } = await drafted()

  const { status, headers } = await shop.call('GET', `/invoices/${id}`, {})

  expect([status, headers['etag']]).toEqual([200, '"1"'])
})

describe('If-Match', () => {
  test.each([
    ['"1"', 200],
    ['W/"1"', 200],
    ['1', 200],
    ['"7", "1"', 200],
    ['*', 200],
    ['"7", *', 200],
    ['"2"', 412],
    ['"x"', 412],
    ['', 412],
  ])('If-Match %s gives %i', async (ifMatch, status) => {
    const { id } = await drafted()
    const headers = { 'if-match': ifMatch }

    const { status: answered } = await shop.update(id, anInvoiceBody(), headers)

    expect(answered).toBe(status)
  })

  test('If-Match is checked after existence and before the status', async () => {
    const { id } = await drafted()
    await shop.cancel(id)
    const headers = { 'if-match': '"1"' }

    for (const call of [shop.send, shop.cancel, shop.publish]) {
      const refused = await call(id, headers)
      expect(refused.status).toBe(412)
      expect(refused.body).toMatchObject({
        status: 'PRECONDITION_FAILED',
        reason: 'PRECONDITION_FAILED',
        message: expect.stringContaining('"2"'),
      })
      expect((await call('nothing', headers)).status).toBe(404)
    }
  })
})
