import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { lapseCharge } from '../attempts/resolve-attempt.ts'
import type { Attempt } from '../model/attempt.ts'
import { countOpenAlerts } from '../notices/alert-store.ts'
import type { Outcome, ProcessorEvent, Source } from '../port/port.ts'
import { startRefund } from '../refunds/start-refund.ts'
import { handleProcessorEvent } from './handle-processor-event.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

const aDebit: Source = {
  method: 'bankDebit',
  account: { holder: 'Ada Lovelace', routingNumber: '021000021', accountNumber: '000123456789' },
}
const later = '2026-03-20T08:00:00Z'
let events = 0

function eventAbout(
  { organizationId, attemptId: key }: Pick<Attempt, 'organizationId' | 'attemptId'>,
  happened: ProcessorEvent['happened'],
): ProcessorEvent {
  events += 1
  return { eventId: `event ${events}`, organizationId, key, at: Temporal.Instant.from(later), happened }
}

const handle = (event: ProcessorEvent, processor = 'sandbox') => handleProcessorEvent(deps, { processor, event })

const chargeback = (amount = '100.00', reference = 'd1') =>
  ({ type: 'chargeback', amount: usd(amount), reasonCode: '10.4', reference }) as const
const bankReturn = (amount = '100.00') =>
  ({ type: 'bankReturn', amount: usd(amount), reasonCode: 'R01', reference: 'd1' }) as const

async function recordsOf(kind: string, { attemptId }: Attempt) {
  const { rows } = await sql<{ record: { fields: Record<string, string> } }>`select record from record_outbox
    where kind = ${kind} and record->'fields'->>'Request.RequestID' = ${attemptId}`.execute(app.database.db)
  return rows.map(({ record }) => record)
}

async function eventsAbout(invoiceNumber: string) {
  const { rows } = await sql<{ event_type: string; payload: Record<string, string> }>`select event_type, payload
    from events where subject = ${`invoice:${invoiceNumber}`} and event_type like 'payments.%'`.execute(app.database.db)
  return rows
}

async function attemptOf({ attemptId }: Attempt) {
  const { rows } = await sql<{ status: string; facts: unknown }>`select status, facts from payment_attempts
    where attempt_id = ${attemptId}`.execute(app.database.db)
  return rows[0]
}

describe('a dispute', () => {
  test('is listed with its payment, recorded, published and alerted once, and leaves the invoice paid', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await payAs(deps, id, '100.00')
    const event = eventAbout(attempt, chargeback())
    const before = await countOpenAlerts(app.database)

    const handlings = await Promise.all([1, 2, 3].map(() => handle(event)))

    expect(handlings.sort()).toEqual(['handled', 'repeated', 'repeated'])
    const { body } = await payments.list(id)
    expect(body.payments[0]).toMatchObject({
      status: 'COMPLETED',
      disputes: [
        { amount: 100, currency: 'USD', reasonCode: '10.4', occurredAt: '2026-03-20T08:00:00.000Z', status: 'OPEN' },
      ],
      returns: [],
    })
    expect((await shop.get(id)).body.status).toBe('PAID')
    expect((await eventsAbout(id)).map(({ event_type }) => event_type).sort()).toEqual([
      'payments.approved',
      'payments.disputed',
    ])
    expect(await recordsOf('chargeback-or-retrieval', attempt)).toHaveLength(1)
    const after = await countOpenAlerts(app.database)
    expect(after['payment-disputed'] - before['payment-disputed']).toBe(1)
  })

  test('of a bank debit is an exception in the reports, and never changes the invoice', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await payAs(deps, id, '60.00', { source: aDebit })

    await handle(eventAbout(attempt, bankReturn('60.00')))

    const { body } = await payments.list(id)
    expect(body.payments[0]).toMatchObject({ disputes: [], returns: [{ amount: 60, reasonCode: 'R01' }] })
    const [record] = await recordsOf('exception', attempt)
    expect(record).toMatchObject({
      fields: {
        'Application.Name': 'ics_ecp_debit',
        'Exception.ExceptionAmount': '60',
        'Exception.ExceptionReasonCode': 'R01',
      },
    })
    expect((await shop.get(id)).body).toMatchObject({ status: 'PARTIAL' })
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      event_type: 'payments.returned',
      payload: { transactionId: attempt.attemptId, amount: '60.00', status: 'PARTIAL', reasonCode: 'R01' },
    })
  })

  test('with a long reason code is recorded without it', async () => {
    const id = await aPayableInvoice(shop, '10.00')
    const attempt = await payAs(deps, id, '10.00')

    await handle(eventAbout(attempt, { ...chargeback('10.00'), reasonCode: 'x'.repeat(300) }))

    expect(await recordsOf('chargeback-or-retrieval', attempt)).toHaveLength(1)
  })

  test('about a call that is not ours, or of another processor, is left alone', async () => {
    const id = await aPayableInvoice(shop, '10.00')
    const attempt = await payAs(deps, id, '10.00')

    const unknown = { organizationId: 'shop', attemptId: '9'.repeat(22) }
    expect(await handle(eventAbout(unknown, chargeback()))).toBe('unknown')
    expect(await handle(eventAbout(attempt, chargeback()), 'other')).toBe('unknown')
    const elsewhere = { ...attempt, organizationId: 'elsewhere' }
    expect(await handle(eventAbout(elsewhere, chargeback()))).toBe('unknown')
    expect((await payments.list(id)).body.payments[0].disputes).toEqual([])
  })
})

describe('an outcome', () => {
  const approved = { type: 'outcome', outcome: { status: 'approved', facts: undefined as never } } as const

  test('decides a charge whose answer was lost', async () => {
    const id = await aPayableInvoice(shop, '4000.00')
    const attempt = await payAs(deps, id, '4000.00', { source: aCard('4111111111111111') })
    expect(attempt.status).toBe('unknown')
    const found = await deps.processor.lookup({ ...attempt, key: attempt.attemptId }, new AbortController().signal)

    await handle(eventAbout(attempt, { type: 'outcome', outcome: found as Outcome }))

    expect(await attemptOf(attempt)).toMatchObject({ status: 'approved' })
    expect((await shop.get(id)).body.status).toBe('PAID')
  })

  test('decides a refund that is under way, and one that is decided stays as it is', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const { paymentId } = await payAs(deps, id, '100.00')
    const actor = { organizationId: 'shop', by: { kind: 'service' } } as const
    const { attempt } = await startRefund(deps, app.database, actor, {
      ...{ paymentId, amount: undefined, reason: 'damaged' },
    })
    const declined: Outcome = { status: 'declined', reason: 'accountProblem', facts: undefined }

    await handle(eventAbout(attempt, approved))
    await handle(eventAbout(attempt, { type: 'outcome', outcome: declined }))

    expect(await attemptOf(attempt)).toMatchObject({ status: 'approved' })
    expect((await payments.list(id)).body.payments[0]).toMatchObject({ refundedAmount: 100 })
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      event_type: 'payments.refunded',
      payload: { refundId: attempt.attemptId, transactionId: paymentId, amount: '100.00' },
    })
  })

  test('that comes too late for the balance is reversed, with an alert', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const attempt = await payAs(deps, id, '100.00', { source: aCard('4000000000003220'), isAuthenticated: true })
    await lapseCharge(deps, attempt)
    await payAs(deps, id, '70.00')
    const before = await countOpenAlerts(app.database)

    await handle(
      eventAbout(attempt, { type: 'outcome', outcome: { status: 'approved', facts: attempt.facts as never } }),
    )

    expect(await attemptOf(attempt)).toMatchObject({ status: 'excess' })
    const after = await countOpenAlerts(app.database)
    expect(after['late-charge-reversed'] - before['late-charge-reversed']).toBe(1)
  })
})
