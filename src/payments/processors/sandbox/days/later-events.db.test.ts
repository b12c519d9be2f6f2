import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../../test/support/apps/app.ts'
import { anOrganization } from '../../../../../test/support/data/organizations.ts'
import { outboxRecords } from '../../../../../test/support/data/outbox-records.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../../../test/support/http/payment-client.ts'
import { paymentJobs } from '../../../index.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const jobs = paymentJobs(deps)

let numbers = 0
let organizationId: string
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeEach(async () => {
  numbers += 1
  organizationId = `shop-${numbers}`
  const owner = await anOrganization(app, organizationId, { timeZone: 'UTC', hasFraudManagement: true })
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  app.clock.set('2026-03-09T10:00:00Z')
})

async function pay(amount: string, number = '4111111111111111') {
  const id = await aPayableInvoice(shop, amount)
  const { paymentId } = await payAs(deps, id, amount, { organizationId, source: aCard(number), canReview: true })
  return { id, paymentId }
}

/** Lets time pass: each job of the agenda runs at its time, and runs twice. */
async function passUntil(instant: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ kind: string; subject: string; dueAt: string }>`delete from agenda where ctid = (
        select ctid from agenda where organization_id = ${organizationId} and due_at <= ${instant}::timestamptz
          and kind = any(${Object.keys(jobs)}::text[]) order by due_at, subject limit 1)
      returning kind, subject, to_char(due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt"`.execute(
      app.database.db,
    )
    const [due] = rows
    if (due === undefined) break
    if (Temporal.Instant.compare(due.dueAt, app.clock.now()) > 0) app.clock.set(due.dueAt)
    const payload = { organizationId, ...due }
    for (let time = 0; time < 2; time += 1) await jobs[due.kind]?.(payload, new AbortController().signal)
  }
  app.clock.set(instant)
}

async function read(id: string) {
  const { body } = await payments.list(id)
  return { invoice: (await shop.get(id)).body.status, payment: body.payments[0] }
}

/** Transfers, as a repetition of the same record counts once. */
async function deposits() {
  const records = await outboxRecords(app.database, { organizationId, kind: 'deposit' })
  const rows = records.map(({ fields }) =>
    ['Category', 'Type', 'Amount'].map((name) => fields[`Deposit.${name}`]).join(' '),
  )
  return [...new Set(rows)]
}

describe('the sandbox, some days later', () => {
  test.each([
    ['5002.00', 'WON', ['Chargebacks Debit 5002', 'Chargebacks Credit 5002']],
    ['5003.00', 'LOST', ['Chargebacks Debit 5003']],
  ] as const)('charges %s back on day 7, and on day 14 the dispute is %s', async (amount, status, moved) => {
    const { id, paymentId } = await pay(amount)

    await passUntil('2026-03-16T10:00:00Z')
    expect((await read(id)).payment.disputes).toMatchObject([{ status: 'OPEN' }])
    await passUntil('2026-03-23T10:00:00Z')

    expect((await read(id)).payment.disputes).toMatchObject([
      { status, occurredAt: '2026-03-16T00:00:00.000Z', endedAt: '2026-03-23T00:00:00.000Z' },
    ])
    expect((await deposits()).slice(1)).toEqual(moved)
    const { body: refund } = await payments.refund(paymentId)
    expect(refund.status).toBe(status === 'WON' ? 'COMPLETED' : 'BADREQUEST')
  })

  test('a payment that was refunded in full is not disputed', async () => {
    const { id, paymentId } = await pay('5002.00')
    await payments.refund(paymentId)

    await passUntil('2026-03-24T10:00:00Z')

    expect((await read(id)).payment.disputes).toEqual([])
  })

  test('refunds the rest of 5004.00 elsewhere on day 2, and settles it as our own refunds', async () => {
    const { id, paymentId } = await pay('5004.00')
    await payments.refund(paymentId, { amount: '4.00' })

    await passUntil('2026-03-13T10:00:00Z')

    const { payment } = await read(id)
    expect(payment).toMatchObject({ refundedAmount: 5004 })
    const [, elsewhere] = payment.refunds
    expect(elsewhere).toMatchObject({ status: 'COMPLETED', amount: 5000, submitTimeUtc: '2026-03-11T00:00:00.000Z' })
    const items = await outboxRecords(app.database, { organizationId, kind: 'batch-item' })
    const ids = items.map(({ fields }) => fields['Request.RequestID'])
    expect(ids.filter((one) => one === elsewhere.id)).toHaveLength(1)
    expect(await deposits()).toContain('Payments Debit 5000.1')
  })

  test('each refund of 5005.00 fails on the second day after it was made, and its money comes back', async () => {
    const { id, paymentId } = await pay('5005.00')
    await payments.refund(paymentId, { amount: '5.00' })
    await passUntil('2026-03-10T10:00:00Z')
    await payments.refund(paymentId, { amount: '5000.00' })

    await passUntil('2026-03-11T10:00:00Z')
    expect((await read(id)).payment).toMatchObject({
      ...{ refundedAmount: 5000, refunds: [{ status: 'FAILED' }, { status: 'COMPLETED' }] },
    })
    await passUntil('2026-03-13T10:00:00Z')

    expect((await read(id)).payment).toMatchObject({
      ...{ refundedAmount: 0, refunds: [{ status: 'FAILED' }, { status: 'FAILED' }] },
    })
    expect(await deposits()).toEqual(expect.arrayContaining(['Refunds Credit 5', 'Refunds Credit 5000']))
  })

  test.each([
    ['3001.00', '4111111111111111', '2026-03-16T09:59:59Z', '2026-03-16T10:00:00Z'],
    ['50.00', '4000000000009243', '2026-03-16T09:59:59Z', '2026-03-16T10:00:00Z'],
    ['3002.00', '4111111111111111', '2026-03-11T09:59:59Z', '2026-03-11T10:00:00Z'],
    ['50.00', '4000000000009250', '2026-03-11T09:59:59Z', '2026-03-11T10:00:00Z'],
  ])('a review of %s with %s is open at %s and declined at %s', async (amount, number, before, at) => {
    const { id } = await pay(amount, number)

    await passUntil(before)
    expect(await read(id)).toMatchObject({ invoice: 'PENDING', payment: { status: 'REVIEW' } })
    await passUntil(at)

    expect(await read(id)).toMatchObject({
      ...{ invoice: 'SENT', payment: { status: 'REJECTED', declineReason: 'authorizationExpired' } },
    })
  })

  test.each(['4000000000009243', '4000000000009250'])('a review with %s that was accepted stays so', async (number) => {
    const { id, paymentId } = await pay('50.00', number)
    await payments.accept(paymentId)

    await passUntil('2026-03-24T10:00:00Z')

    expect(await read(id)).toMatchObject({ invoice: 'PAID', payment: { status: 'COMPLETED' } })
  })
})
