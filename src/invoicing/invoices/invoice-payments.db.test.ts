import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody, usd } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { type Client, type InvoicingApp, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { acceptReview, holdForReview, recordPayment, rejectReview, releaseAmount, reserveAmount } from '../index.ts'
import type { Invoice, InvoiceStatus } from '../rules/invoice.ts'
import { recordReminder } from './payment-actions.ts'

const app = await startApp({ with: [invoicingClients] })
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const actor = { organizationId: 'shop', by: aTester }
type Move<I> = (tx: Tx, deps: InvoicingApp, by: typeof actor, input: I) => Promise<Invoice>

const made = <I>(move: Move<I>, input: I): Promise<Invoice> =>
  app.database.transaction((tx) => move(tx, app, actor, input))

async function invoice(given: object = {}): Promise<string> {
  const body = anInvoiceBody({
    invoiceInformation: { sendImmediately: true, allowPartialPayments: true, ...given },
    orderInformation: {
      lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: 100, totalAmount: 100 }],
    },
  })
  return (await shop.create(body)).body.id
}

const reserve = (invoiceNumber: string, amount: string) => made(reserveAmount, { invoiceNumber, amount: usd(amount) })
const pay = (invoiceNumber: string, amount: string, origin: 'reserved' | 'external' = 'external') =>
  made(recordPayment, {
    invoiceNumber,
    amount: usd(amount),
    transactionId: `T-${amount}`,
    origin,
  })
async function hold(invoiceNumber: string, amount: string) {
  await reserve(invoiceNumber, amount)
  return made(holdForReview, { invoiceNumber, amount: usd(amount), origin: 'reserved' })
}
const read = async (id: string) => {
  const { body } = await shop.get(id)
  return {
    status: body.status,
    balance: body.orderInformation.amountDetails.balanceAmount,
    history: body.invoiceHistory.map(({ event }: { event: string }) => event),
    body,
  }
}

/** An invoice in each status, by the shortest way. */
const IN_STATUS: Readonly<Record<InvoiceStatus, () => Promise<string>>> = {
  DRAFT: () => invoice({ sendImmediately: false }),
  CREATED: () => invoice({ deliveryMode: 'none' }),
  SENT: () => invoice(),
  PARTIAL: async () => {
    const id = await invoice()
    await pay(id, '40.00')
    return id
  },
  PAID: async () => {
    const id = await invoice()
    await pay(id, '100.00')
    return id
  },
  PENDING: async () => {
    const id = await invoice()
    await hold(id, '100.00')
    return id
  },
  CANCELED: async () => {
    const id = await invoice()
    await shop.cancel(id)
    return id
  },
}

type Operation = 'update' | 'send' | 'publish' | 'cancel'
const OPERATIONS: Readonly<Record<Operation, (id: string) => ReturnType<Client['get']>>> = {
  update: async (id) => shop.update(id, (await shop.get(id)).body),
  send: (id) => shop.send(id),
  publish: (id) => shop.publish(id),
  cancel: (id) => shop.cancel(id),
}

/** The status afterwards, or the message of the refusal. */
test.each([
  ['DRAFT', 'update', 'DRAFT'],
  ['DRAFT', 'send', 'SENT'],
  ['DRAFT', 'publish', 'CREATED'],
  ['DRAFT', 'cancel', 'CANCELED'],
  ['CREATED', 'update', 'CREATED'],
  ['CREATED', 'send', /set deliveryMode to email first/],
  ['CREATED', 'publish', /Only a draft can be published/],
  ['CREATED', 'cancel', 'CANCELED'],
  ['SENT', 'update', 'SENT'],
  ['SENT', 'send', 'SENT'],
  ['SENT', 'publish', /Only a draft can be published/],
  ['SENT', 'cancel', 'CANCELED'],
  ['PARTIAL', 'update', /An invoice with a payment cannot be updated/],
  ['PARTIAL', 'send', 'PARTIAL'],
  ['PARTIAL', 'publish', /Only a draft can be published/],
  ['PARTIAL', 'cancel', /A partially paid invoice cannot be canceled/],
  ['PAID', 'update', /An invoice with a payment cannot be updated/],
  ['PAID', 'send', /A fully paid invoice cannot be sent/],
  ['PAID', 'publish', /Only a draft can be published/],
  ['PAID', 'cancel', /A fully paid invoice cannot be canceled/],
  ['PENDING', 'update', /under review the invoice cannot be updated/],
  ['PENDING', 'send', /under review the invoice cannot be sent/],
  ['PENDING', 'publish', /Only a draft can be published/],
  ['PENDING', 'cancel', /under review the invoice cannot be canceled/],
  ['CANCELED', 'update', /A canceled invoice cannot be updated/],
  ['CANCELED', 'send', /A canceled invoice cannot be sent/],
  ['CANCELED', 'publish', /A canceled invoice cannot be published/],
  ['CANCELED', 'cancel', /already canceled/],
] as const)('%s, %s: %s', async (status, operation, expected) => {
  const id = await IN_STATUS[status]()
  const before = await read(id)

  const response = await OPERATIONS[operation](id)

  if (typeof expected === 'string') {
    expect(response.body).toMatchObject({ status: expected })
    expect((await read(id)).status).toBe(expected)
  } else {
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ reason: 'ACTION_NOT_ALLOWED', details: [] })
    expect(response.body.message).toMatch(expected)
    expect(await read(id)).toEqual(before)
  }
})

test.each([
  ['DRAFT', ['self', 'update', 'deliver', 'cancel']],
  ['CREATED', ['self', 'update', 'cancel']],
  ['SENT', ['self', 'update', 'deliver', 'cancel']],
  ['PARTIAL', ['self', 'deliver']],
  ['PAID', ['self']],
  ['PENDING', ['self']],
  ['CANCELED', ['self']],
] as const)('%s has the links %o', async (status, links) => {
  const { body } = await read(await IN_STATUS[status]())

  expect(Object.keys(body._links)).toEqual(links)
})

test('while a payment is on its way, neither the invoice nor its list offers to update or cancel it', async () => {
  const id = await invoice()
  const links = async () => {
    const [{ body: read }, { body: list }] = [await shop.get(id), await shop.call('GET', '/invoices?limit=1')]
    return [Object.keys(read._links), Object.keys(list.invoices[0]._links)]
  }
  await reserve(id, '40.00')
  const during = await links()
  await made(releaseAmount, { invoiceNumber: id, amount: usd('40.00') })

  expect(during).toEqual([
    ['self', 'deliver'],
    ['self', 'deliver'],
  ])
  expect(await links()).toEqual([
    ['self', 'update', 'deliver', 'cancel'],
    ['self', 'update', 'deliver', 'cancel'],
  ])
})

describe('payments', () => {
  test('partial payments are listed with their transactions, newest first', async () => {
    const id = await invoice()
    const { body: before } = await shop.get(id)
    app.clock.set('2026-03-12T09:00:00Z')

    await pay(id, '40.00')
    const partial = await read(id)
    await shop.send(id)
    await pay(id, '60.00')

    expect(partial).toMatchObject({ status: 'PARTIAL', balance: 60 })
    expect(partial.body.submitTimeUtc).toBe(before.submitTimeUtc)
    const { status, balance, history, body } = await read(id)
    expect([status, balance]).toEqual(['PAID', 0])
    expect(history).toEqual(['PAYMENT', 'RESEND', 'PAYMENT', 'SEND', 'CREATE'])
    expect(body.invoiceHistory[0]).toEqual({
      event: 'PAYMENT',
      date: '2026-03-12T09:00:00.000Z',
      transactionDetails: { transactionId: 'T-60.00', amount: 60 },
    })
    const { rows } = await app.database.pool.query(
      `select event_type, payload from events where subject = $1 order by event_type`,
      [`invoice:${id}`],
    )
    expect(rows.map(({ event_type }) => event_type.replace('invoicing.customer.invoice.', ''))).toEqual([
      'paid',
      'partial-payment',
      'partial-resend',
      'send',
    ])
    expect(rows[0].payload).toMatchObject({
      status: 'PAID',
      balanceAmount: '0.00',
      transactionId: 'T-60.00',
      amount: '60.00',
    })
  })

  test('a payment in progress blocks only update and cancelation', async () => {
    const id = await invoice()
    await reserve(id, '30.00')

    for (const response of [await OPERATIONS.update(id), await shop.cancel(id)]) {
      expect(response.body).toMatchObject({
        reason: 'ACTION_NOT_ALLOWED',
        message: expect.stringContaining('While a payment is on its way'),
      })
    }
    expect((await shop.send(id)).body.status).toBe('SENT')
    await made(releaseAmount, { invoiceNumber: id, amount: usd('30.00') })
    expect((await shop.cancel(id)).body.status).toBe('CANCELED')
  })

  test('concurrent payments never exceed the balance', async () => {
    const id = await invoice()

    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => reserve(id, '15.00')))

    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    const paid = await Promise.all(Array.from({ length: 6 }, () => pay(id, '15.00', 'reserved')))
    expect(paid).toHaveLength(6)
    expect(await read(id)).toMatchObject({ status: 'PARTIAL', balance: 10 })
  })

  test('payments of an unknown or another merchant’s invoice are 404', async () => {
    const id = await invoice()
    const input = { invoiceNumber: id, amount: usd('1.00') }
    const foreign = { ...actor, organizationId: 'other' }

    await expect(reserve('nothing', '1.00')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(app.database.transaction((tx) => reserveAmount(tx, app, foreign, input))).rejects.toMatchObject({
      kind: 'not-found',
    })
  })

  test('a reservation is rolled back with the caller’s transaction', async () => {
    const id = await invoice()

    const failing = app.database.transaction(async (tx) => {
      await reserveAmount(tx, app, actor, { invoiceNumber: id, amount: usd('100.00') })
      throw new Error('the processor is away')
    })

    await expect(failing).rejects.toThrow('away')
    await reserve(id, '100.00')
  })
})

describe('fraud review', () => {
  test('an accepted review makes the invoice PAID, or PARTIAL for a part', async () => {
    const [whole, part] = [await invoice(), await invoice()]
    await hold(whole, '100.00')
    await hold(part, '40.00')
    const accept = (invoiceNumber: string, amount: string) =>
      made(acceptReview, { invoiceNumber, amount: usd(amount), transactionId: 'R' })

    expect(await read(part)).toMatchObject({ status: 'PENDING', balance: 100 })
    await accept(whole, '100.00')
    await accept(part, '40.00')

    expect(await read(whole)).toMatchObject({ status: 'PAID', balance: 0 })
    expect(await read(part)).toMatchObject({
      status: 'PARTIAL',
      balance: 60,
      history: ['PAYMENT', 'PENDING', 'SEND', 'CREATE'],
    })
  })

  test('a rejected review makes the invoice SENT, or PARTIAL after earlier payments', async () => {
    const [first, second] = [await invoice(), await invoice()]
    await pay(second, '40.00')
    await hold(first, '100.00')
    await hold(second, '60.00')
    const reject = (invoiceNumber: string, amount: string) => made(rejectReview, { invoiceNumber, amount: usd(amount) })

    await reject(first, '100.00')
    await reject(second, '60.00')

    expect(await read(first)).toMatchObject({
      status: 'SENT',
      balance: 100,
      history: ['REJECTED', 'PENDING', 'SEND', 'CREATE'],
    })
    expect(await read(second)).toMatchObject({ status: 'PARTIAL', balance: 60 })
    // The reserved amount can be paid again.
    expect((await pay(first, '100.00')).status).toBe('PAID')
  })

  test('an invoice under review refuses payments, and one without a review refuses a decision', async () => {
    const id = await IN_STATUS.PENDING()
    const sent = await invoice()

    await expect(reserve(id, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    await expect(pay(id, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    await expect(made(rejectReview, { invoiceNumber: sent, amount: usd('1.00') })).rejects.toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
    })
  })
})

test('a reminder is in the history, the events and the audit trail, and is mailed once for a due date', async () => {
  const id = await invoice()

  await made(recordReminder, { invoiceNumber: id, kind: 'reminder' as const })

  expect(await read(id)).toMatchObject({ status: 'SENT', history: ['REMINDER', 'SEND', 'CREATE'] })
  await made(recordReminder, { invoiceNumber: id, kind: 'reminder' as const })
  const mails = await app.database.pool.query(
    `select kind, payload ->> 'dueOn' as "dueOn" from mail_outbox where subject = $1 and kind <> 'invoice'`,
    [`invoice:${id}`],
  )
  expect(mails.rows).toEqual([{ kind: 'reminder', dueOn: '2026-04-01' }])
  const { rows } = await app.database.pool.query(
    `select action from audit_entries where subject = $1 and action = 'invoice.reminded'`,
    [`invoice:${id}`],
  )
  expect(rows).toHaveLength(2)
})

test('the stored counts and sums equal those of the invoices', async () => {
  const { rows } = await app.database.pool.query(
    `select count(*) as wrong from (
      select status, currency, count(*)::bigint, sum(total_minor), sum(balance_minor)
      from invoices where organization_id = 'shop' group by 1, 2
      except
      select status, currency, sum(invoices)::bigint, sum(total_minor), sum(balance_minor)
      from invoice_status_counts where organization_id = 'shop' group by 1, 2
    ) difference`,
  )
  expect(Number(rows[0].wrong)).toBe(0)
})
