import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL } from '../../../test/support/apps/app.ts'
import { startSearchApp } from '../../../test/support/apps/search-app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, withScope } from '../../../test/support/data/organizations.ts'
import { aCard, payAs } from '../../../test/support/data/payments.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { anEvent, deliver } from '../../../test/support/data/processor-events.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import type { Role } from '../../organizations/users/role.ts'

const app = await startSearchApp()
const { deps } = app

beforeAll(() => app.clock.set('2026-03-09T10:00:00Z'))

let numbers = 0
/** A merchant of its own, below the partner. */
async function aShop(given: Parameters<typeof anOrganization>[2] = {}) {
  numbers += 1
  const id = `home-${numbers}`
  const owner = await anOrganization(app, id, { parentId: 'portfolio', hasFraudManagement: true, ...given })
  return { id, owner, client: app.clientOf(owner) }
}
type Shop = Awaited<ReturnType<typeof aShop>>

async function invoice({ client }: Shop, dueDate: string, totalAmount = '100.00', currency = 'EUR'): Promise<string> {
  const amountDetails = { totalAmount, currency }
  const { status, body } = await client.create({
    ...anInvoiceBody({
      invoiceInformation: { sendImmediately: true, allowPartialPayments: true, dueDate },
      orderInformation: {
        amountDetails,
        lineItems: [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: totalAmount, totalAmount }],
      },
    }),
  })
  expect(status).toBe(201)
  return body.id
}

const ask = (by: Keyed, query = '') => sendAs(app.port, by, { method: 'GET', path: `/portal/v1/home${query}` })
// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
type Home = any

/** With all that was paid: a busy machine may take longer than Home waits. */
async function homeOf(by: Keyed, query = ''): Promise<Home> {
  let last: Home
  await eventually(async () => {
    const { status, body } = await ask(by, query)
    expect(status).toBe(200)
    last = body
    return body.received?.isComplete !== false
  }, 60_000)
  return last
}
async function listSums(by: Keyed, query: Readonly<Record<string, string>>) {
  const path = `/portal/v1/invoice-list/sums?${new URLSearchParams(query)}`
  const { body } = await sendAs(app.port, by, { method: 'GET', path })
  return body.sums[0] ?? { count: 0, balanceAmount: 0 }
}

const OPEN = 'CREATED,SENT,PARTIAL,PENDING'

describe('open invoices', () => {
  test('each age has the count and the balance of its list, drafts, paid and canceled ones aside', async () => {
    const shop = await aShop()
    const dueDates = ['2026-03-09', '2026-03-08', '2026-02-07', '2026-02-06', '2026-01-08', '2026-01-07', '2025-11-01']
    for (const [index, dueDate] of dueDates.entries()) await invoice(shop, dueDate, `${index + 1}.01`)
    await invoice(shop, '2026-02-01', '500', 'JPY')
    await shop.client.cancel(await invoice(shop, '2026-02-01', '70.00'))
    await shop.client.create(anInvoiceBody({ invoiceInformation: { dueDate: '2026-01-01' } }))

    const { owed, today, currencies } = await homeOf(shop.owner, '?currency=EUR')

    expect([today, currencies]).toEqual(['2026-03-09', ['EUR', 'JPY']])
    for (const { count, amount, dueFrom, dueTo } of owed.parts) {
      const days = { ...(dueFrom && { dueFrom }), ...(dueTo && { dueTo }) }
      const sums = await listSums(shop.owner, { status: OPEN, currency: 'EUR', ...days })
      expect([count, amount]).toEqual([sums.count, sums.balanceAmount])
    }
    expect(owed.parts.map(({ count }: { count: number }) => count)).toEqual([1, 2, 2, 1, 1])
    const [open, overdue] = [
      await listSums(shop.owner, { status: OPEN, currency: 'EUR' }),
      await listSums(shop.owner, { overdue: 'true', currency: 'EUR' }),
    ]
    expect([owed.count, owed.amount]).toEqual([open.count, open.balanceAmount])
    expect([owed.overdueCount, owed.overdueAmount]).toEqual([overdue.count, overdue.balanceAmount])
  })

  test('a partner has those of all merchants below it, by its own day', async () => {
    const partner = await anOrganization(app, 'kiritimati', { type: 'partner', timeZone: 'Pacific/Kiritimati' })
    const shops = [await aShop({ parentId: 'kiritimati' }), await aShop({ parentId: 'kiritimati' })]
    for (const shop of shops) await invoice(shop, '2026-03-09', '0.10')

    const { owed, today } = await homeOf(partner)

    // 10:00 UTC is midnight of the next day there.
    expect(today).toBe('2026-03-10')
    expect(owed).toMatchObject({ count: 2, amount: 0.2, overdueCount: 2 })
  })

  test('without any invoice or payment there is no currency', async () => {
    const { owner } = await aShop()

    expect(await homeOf(owner)).toMatchObject({ currency: null, currencies: [], hasInvoices: false, owed: null })
  })

  test('a currency that is not one is refused by name', async () => {
    const { owner } = await aShop()

    const { status, body } = await ask(owner, '?currency=EURO')

    expect(status).toBe(400)
    expect(body).toMatchObject({ details: [{ field: 'currency' }] })
    expect((await homeOf(owner, '?currency=chf')).currency).toBe('CHF')
  })
})

describe('payments received', () => {
  test('a payment is there a moment later, refunds and payments received elsewhere stand apart', async () => {
    const shop = await aShop({ timeZone: 'Asia/Tokyo' })
    const organizationId = shop.id
    const id = await invoice(shop, '2026-05-01', '100.00', 'USD')
    app.clock.set('2026-03-08T14:59:59Z')
    await payAs(deps, id, '10.00', { organizationId })
    app.clock.set('2026-03-08T15:00:00Z')
    const { paymentId } = await payAs(deps, id, '20.00', { organizationId })
    app.clock.set('2026-03-09T10:00:00Z')
    const payments = app.paymentsOf(shop.owner)
    await payments.refund(paymentId, { amount: '7.50' })
    await payAs(deps, id, '5.00', { organizationId, source: aCard('4000000000000002') })
    await sendAs(app.port, shop.owner, {
      method: 'POST',
      path: `/payments/v1/invoices/${id}/external-payments`,
      body: { amount: '3.00', date: '2026-03-09', method: 'cash' },
    })

    const { received } = await homeOf(shop.owner)

    expect(received).toMatchObject({ from: '2026-02-08', to: '2026-03-09', isComplete: true, settled: null })
    expect(received.total).toEqual({
      ...{ paidAmount: 30, paidCount: 2, refundedAmount: 7.5, refundedCount: 1, externalAmount: 3, externalCount: 1 },
    })
    // Tokyo's day begins at 15:00 UTC.
    expect(received.days).toHaveLength(60)
    expect(received.days.slice(-2)).toMatchObject([
      { date: '2026-03-08', paidAmount: 10 },
      { date: '2026-03-09', paidAmount: 20, refundedAmount: 7.5, externalAmount: 3 },
    ])
  })

  test('a refund that failed and a payment that was taken back count no more', async () => {
    const shop = await aShop()
    const organizationId = shop.id
    const id = await invoice(shop, '2026-05-01', '100.00', 'USD')
    const { paymentId } = await payAs(deps, id, '20.00', { organizationId })
    const payments = app.paymentsOf(shop.owner)
    const { body: refund } = await payments.refund(paymentId, { amount: '7.50' })
    const external = await sendAs(app.port, shop.owner, {
      method: 'POST',
      path: `/payments/v1/invoices/${id}/external-payments`,
      body: { amount: '3.00', date: '2026-03-09', method: 'check' },
    })
    const before = (await homeOf(shop.owner)).received.total

    await deliver(
      deps,
      anEvent({ organizationId, attemptId: refund.id }, { type: 'refundFailed', reason: 'accountProblem' }),
    )
    const reversal = await sendAs(app.port, shop.owner, {
      method: 'POST',
      path: `/payments/v1/payments/${external.body.id}/reversal`,
      body: { reason: 'It bounced' },
    })
    const after = (await homeOf(shop.owner)).received.total

    expect(reversal.status).toBeLessThan(300)
    expect([before.refundedAmount, before.externalAmount]).toEqual([7.5, 3])
    expect(after).toMatchObject({ paidAmount: 20, refundedAmount: 0, refundedCount: 0, externalAmount: 0 })
  })

  test('each day is the sum of the list that it leads to, by the day of the capture and of the own zone', async () => {
    const shop = await aShop({ timeZone: 'Asia/Tokyo' })
    const organizationId = shop.id
    const id = await invoice(shop, '2026-05-01', '100.00', 'USD')
    const held = await invoice(shop, '2026-05-01', '40.41', 'USD')
    app.clock.set('2026-03-07T14:59:00Z')
    const review = { organizationId, source: aCard('4000000000009235'), canReview: true }
    const { paymentId: heldId } = await payAs(deps, held, '40.41', review)
    const { paymentId } = await payAs(deps, id, '10.01', { organizationId })
    await payAs(deps, id, '5.00', { organizationId, source: aCard('4000000000000002') })
    app.clock.set('2026-03-07T15:01:00Z')
    await payAs(deps, id, '20.02', { organizationId })
    await sendAs(app.port, shop.owner, { method: 'POST', path: `/payments/v1/reviews/${heldId}/accept`, body: {} })
    await app.paymentsOf(shop.owner).refund(paymentId, { amount: '7.50' })
    app.clock.set('2026-03-09T10:00:00Z')

    const { received } = await homeOf(shop.owner)
    const sumOf = async (day: string, type: string) => {
      const query = { type, state: 'COMPLETED', currency: 'USD', movedFrom: day, movedTo: day }
      const path = `/portal/v1/transaction-list/sums?${new URLSearchParams(query)}`
      const { body } = await sendAs(app.port, shop.owner, { method: 'GET', path })
      return body.sums[0] ?? { paymentCount: 0, paymentAmount: 0, refundCount: 0, refundAmount: 0 }
    }

    const days = received.days.slice(-4)
    expect(days.map((day: { paidAmount: number }) => day.paidAmount)).toEqual([0, 10.01, 60.43, 0])
    for (const { date, paidAmount, paidCount, refundedAmount, refundedCount } of days) {
      const [paid, refunded] = [await sumOf(date, 'PAYMENT'), await sumOf(date, 'REFUND')]
      expect([date, paid.paymentAmount, paid.paymentCount]).toEqual([date, paidAmount, paidCount])
      expect([date, refunded.refundAmount, refunded.refundCount]).toEqual([date, refundedAmount, refundedCount])
    }
  })
})

describe('everything that needs somebody', () => {
  test('reviews have their deadline, disputes and declined payments their invoice, each with a count', async () => {
    const shop = await aShop()
    const organizationId = shop.id
    const [held, disputed, declined, paidLater] = [
      await invoice(shop, '2026-05-01', '40.00', 'USD'),
      await invoice(shop, '2026-05-01', '50.00', 'USD'),
      await invoice(shop, '2026-05-01', '60.00', 'USD'),
      await invoice(shop, '2026-05-01', '70.00', 'USD'),
    ]
    const review = { organizationId, source: aCard('4000000000009243'), canReview: true }
    await payAs(deps, held, '40.00', review)
    const charge = await payAs(deps, disputed, '50.00', { organizationId })
    const chargeback = { type: 'chargeback', amount: charge.amount, reasonCode: '10.4', reference: 'd' } as const
    await deliver(deps, anEvent(charge, chargeback))
    const bad = { organizationId, source: aCard('4000000000000002') }
    await payAs(deps, declined, '60.00', bad)
    await payAs(deps, paidLater, '70.00', bad)
    app.clock.set('2026-03-09T10:01:00Z')
    await payAs(deps, paidLater, '70.00', { organizationId })

    const { needs } = await homeOf(shop.owner)
    const ofPartner = (await homeOf(app.partner)).needs

    const about = { organizationId, organizationName: shop.id, currency: 'USD', customerEmail: 'ada@example.com' }
    expect(needs.reviews).toMatchObject({ count: 1, entries: [{ ...about, invoiceId: held, amount: 40 }] })
    expect(needs.reviews.entries[0].decideBy).toBe('2026-03-16T10:00:00.000Z')
    expect(needs.disputes).toMatchObject({
      count: 1,
      entries: [{ ...about, invoiceId: disputed, kind: 'chargeback', amount: 50 }],
    })
    expect(needs.declined).toMatchObject({ count: 1, entries: [{ ...about, invoiceId: declined, amount: 60 }] })
    expect(ofPartner.reviews.entries).toMatchObject([{ invoiceId: held }])
    app.clock.set('2026-03-09T10:00:00Z')
  })

  test('a refused mail is there until the invoice is sent again, as in the list', async () => {
    const shop = await aShop()
    const [refused, resent] = [await invoice(shop, '2026-05-01'), await invoice(shop, '2026-05-01')]
    await app.database.pool.query(
      `update mail_outbox set state = 'refused', last_error = '550 no', is_due = false, ended_at = created_at
        where organization_id = $1`,
      [shop.id],
    )
    app.clock.set('2026-03-09T10:05:00Z')
    await shop.client.send(resent)

    const { needs } = await homeOf(shop.owner)

    expect(needs.refusedMails).toMatchObject({
      count: 1,
      entries: [{ invoiceId: refused, reason: '550 no', to: 'ada@example.com', amount: 100 }],
    })
    const list = { method: 'GET', path: '/invoicing/v2/invoices?undelivered=true' } as const
    expect((await sendAs(app.port, shop.owner, list)).body).toMatchObject({ invoices: [{ id: refused }] })
    app.clock.set('2026-03-09T10:00:00Z')
  })

  test('a suspended webhook and a failed report are there', async () => {
    const shop = await aShop()
    await app.database.pool.query(
      `insert into webhooks (organization_id, webhook_id, name, products, event_types, webhook_url, notification_scope,
          retry_policy, security_policy, status, status_reason, created_on, updated_on)
        values ($1, gen_random_uuid(), 'ERP', '[]', '{invoicing.customer.invoice.send}', 'https://erp.example', 'SELF',
          '{}', '{}', 'SUSPENDED', 'RETRIES_EXHAUSTED', '2026-03-01', '2026-03-01'),
        ($1, gen_random_uuid(), 'Fine', '[]', '{invoicing.customer.invoice.send}', 'https://erp.example', 'SELF',
          '{}', '{}', 'ACTIVE', 'HEALTH_CHECK_PASSED', '2026-03-01', '2026-03-01')`,
      [shop.id],
    )
    const report = (id: string, name: string, status: string, at: string) =>
      app.database.pool.query(
        `insert into reports (organization_id, report_id, report_name, definition_name, mime_type, frequency, terms,
            time_zone, starts_at, ends_at, report_on, ordered_by, status, reason, queued_at)
          values ($1, $2, $3, 'TransactionRequestClass', 'text/csv', 'DAILY', '{}', 'UTC', '2026-03-07', '2026-03-08',
            '2026-03-08', 'key', $4, $5, $6)`,
        [shop.id, id, name, status, status === 'ERROR' ? 'The disk is full.' : null, at],
      )
    await report('r1', 'Daily', 'ERROR', '2026-03-08T01:00:00Z')
    await report('r2', 'Again', 'ERROR', '2026-03-08T01:00:00Z')
    await report('r3', 'Again', 'NO_DATA', '2026-03-08T02:00:00Z')
    await report('r4', 'Old', 'ERROR', '2026-02-01T01:00:00Z')

    const { needs } = await homeOf(shop.owner)

    expect(needs.webhooks).toMatchObject({ count: 1, entries: [{ name: 'ERP', isSuspended: true, notifications: 0 }] })
    expect(needs.reports).toMatchObject({ count: 1, entries: [{ name: 'Daily', reason: 'The disk is full.' }] })
  })

  const NEEDS_OF: Readonly<Record<Role, readonly string[]>> = {
    owner: ['declined', 'disputes', 'refusedMails', 'reports', 'reviews', 'webhooks'],
    admin: ['declined', 'disputes', 'refusedMails', 'reports', 'reviews', 'webhooks'],
    clerk: ['declined', 'disputes', 'refusedMails', 'reports'],
    reviewer: ['declined', 'disputes', 'refusedMails', 'reports', 'reviews'],
    analyst: ['declined', 'disputes', 'refusedMails', 'reports'],
    viewer: ['declined', 'disputes', 'refusedMails', 'reports'],
  }

  test.each(Object.entries(NEEDS_OF))('%s gets the parts of the role', async (role, parts) => {
    const person = await aPerson(app, { roles: { shop: role as Role } })
    const { headers } = await aSession(app, person, { baseUrl: BASE_URL })

    const path = '/portal/v1/home?organizationId=shop'
    const { body } = await sendAs(app.port, undefined, { method: 'GET', path, headers })

    expect(Object.keys(body.needs).sort()).toEqual(parts)
    expect(body).toHaveProperty('received')
  })

  test('a key that reads invoices alone gets nothing of payments', async () => {
    const { owner } = await aShop()

    const body = await homeOf(await withScope(app, owner, 'invoices:read'))

    expect(Object.keys(body.needs)).toEqual(['refusedMails'])
    expect(body).not.toHaveProperty('received')
  })
})
