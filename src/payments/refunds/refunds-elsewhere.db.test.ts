import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import {
  anEvent,
  auditedActions,
  deliver,
  deliverOften,
  deliverTogether,
  mailsAbout,
  ONCE,
  openAlerts,
  recordsAbout,
  webhookEvents,
} from '../../../test/support/data/processor-events.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { dueTimes } from '../../platform/queue/agenda.ts'
import { RESOLVE_ATTEMPT } from '../attempts/attempt-jobs.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { resolveAttempt } from '../attempts/resolve-attempt.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Processor } from '../port/processor.ts'
import { startRefund } from './start-refund.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const merchant = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } } as const
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
})

async function paid(amount = '100.00') {
  const id = await aPayableInvoice(shop, amount)
  return { id, charge: await payAs(deps, id, amount, { payer: { email: 'ada@example.com' } }) }
}

async function read(id: string) {
  const { body } = await payments.list(id)
  return body.payments[0]
}

const elsewhere = (amount: string, reference = 'r1') =>
  ({ type: 'refundedElsewhere', amount: usd(amount), reference }) as const
const failed = (reference?: string) => ({ type: 'refundFailed', reason: 'accountProblem', reference }) as const

async function refund(paymentId: string, processor: Processor = deps.processor) {
  const { attempt } = await startRefund(deps, app.database, merchant, { paymentId, amount: undefined, reason: 'x' })
  return carryOut(withProcessor(deps, processor), followUpEffects, merchant, attempt)
}

describe('a refund made elsewhere', () => {
  test('is recorded once as our own are: listed, reported, published, mailed and audited', async () => {
    const { id, charge } = await paid()
    const event = anEvent(charge, elsewhere('30.00'))

    expect(await deliverOften(deps, event)).toEqual(ONCE)

    const payment = await read(id)
    expect(payment).toMatchObject({
      ...{ status: 'COMPLETED', refundedAmount: 30 },
      refunds: [{ status: 'COMPLETED', amount: 30, submitTimeUtc: '2026-03-20T08:00:00.000Z' }],
    })
    const [refunded] = payment.refunds
    expect(await recordsAbout(deps, refunded.id)).toMatchObject([
      {
        ...{ kind: 'transaction', occurredAt: '2026-03-20T08:00:00.000Z' },
        fields: { 'Application.Name': 'ics_credit', 'PaymentData.ProcessorTransactionID': 'r1' },
      },
    ])
    expect((await webhookEvents(deps, id)).filter(({ type }) => type === 'payments.refunded')).toMatchObject([
      { payload: { refundId: refunded.id, transactionId: charge.paymentId, amount: '30.00' } },
    ])
    expect((await mailsAbout(deps, charge.paymentId)).filter((kind) => kind === 'refund')).toHaveLength(1)
    expect((await auditedActions(deps, charge.paymentId)).filter((one) => one === 'payment.refunded')).toHaveLength(1)
    expect(await openAlerts(deps, charge.paymentId)).toEqual([])
    expect((await shop.get(id)).body.status).toBe('PAID')
  })

  test('that several events report is recorded once, and another one beside it', async () => {
    const { id, charge } = await paid()

    await deliverTogether(
      deps,
      ...['r1', 'r1', 'r2'].map((reference) => anEvent(charge, elsewhere('10.00', reference))),
    )

    expect(await read(id)).toMatchObject({ refundedAmount: 20, refunds: [{ amount: 10 }, { amount: 10 }] })
  })

  test('that exceeds the rest of the payment is recorded up to it, with an alert for the excess', async () => {
    const { id, charge } = await paid()
    await deliver(deps, anEvent(charge, elsewhere('80.00', 'r1'), '2026-03-19T08:00:00Z'))

    const partly = await deliverOften(deps, anEvent(charge, elsewhere('50.00', 'r2')))
    const nothing = await deliverOften(deps, anEvent(charge, elsewhere('7.00', 'r3')))

    expect([partly, nothing]).toEqual([ONCE, ONCE])
    expect(await read(id)).toMatchObject({ refundedAmount: 100, refunds: [{ amount: 80 }, { amount: 20 }] })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([
      { kind: 'refund-exceeds-payment', cents: 7_00 },
      { kind: 'refund-exceeds-payment', cents: 30_00 },
    ])
    await expect(refund(charge.paymentId)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  })

  test('in another currency, or of a declined charge, raises an alert and is not recorded', async () => {
    const { id, charge } = await paid()
    const declined = await payAs(deps, await aPayableInvoice(shop, '5.00'), '5.00', {
      source: aCard('4000000000000002'),
    })
    const euros = { ...elsewhere('1.00'), amount: { minor: 100n, currency: 'EUR' } }

    const handlings = [
      await deliver(deps, anEvent(charge, euros)),
      await deliver(deps, anEvent(declined, elsewhere('5.00'))),
    ]

    expect(handlings).toEqual(['handled', 'handled'])
    expect(await read(id)).toMatchObject({ refundedAmount: 0, refunds: [] })
    expect(await openAlerts(deps, charge.paymentId)).toHaveLength(1)
    expect(await openAlerts(deps, declined.paymentId)).toHaveLength(1)
  })

  test('that is ours is not recorded again', async () => {
    const { id, charge } = await paid()
    const { facts } = await refund(charge.paymentId)

    await deliver(deps, anEvent(charge, elsewhere('100.00', facts?.reference)))

    expect(await read(id)).toMatchObject({ refundedAmount: 100, refunds: [{ amount: 100 }] })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([])
  })

  test('of a charge whose answer was lost is recorded after the charge has been looked up', async () => {
    const id = await aPayableInvoice(shop, '4000.00')
    const charge = await payAs(deps, id, '4000.00', { source: aCard('4111111111111111') })
    const event = anEvent(charge, elsewhere('1.00'))

    expect(await deliver(deps, event)).toBe('early')
    const due = (await dueTimes(app.database.db, RESOLVE_ATTEMPT, [charge.attemptId])).get(charge.attemptId)
    expect(due?.toString()).toBe(app.clock.now().toString())
    await resolveAttempt(deps, followUpEffects, charge)

    expect(await deliverOften(deps, event)).toEqual(ONCE)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', refundedAmount: 1 })
  })

  test('that takes the amount of an open refund of ours waits for its answer, and is recorded in full', async () => {
    const { id, charge } = await paid()
    const silent: Processor = { ...deps.processor, refund: async () => ({ status: 'unknown' }) }
    const refusing: Processor = {
      ...deps.processor,
      refund: async () => ({ status: 'declined', reason: 'notAllowed', facts: undefined }),
    }
    const open = await refund(charge.paymentId, silent)
    const event = anEvent(charge, elsewhere('40.00'))

    expect(await deliver(deps, event)).toBe('early')
    expect((await dueTimes(app.database.db, RESOLVE_ATTEMPT, [open.attemptId])).size).toBe(1)
    await carryOut(withProcessor(deps, refusing), followUpEffects, merchant, open)

    expect(await deliverOften(deps, event)).toEqual(ONCE)
    expect(await read(id)).toMatchObject({ refundedAmount: 40 })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([])
  })

  test('never exceeds the payment together with refunds of ours', async () => {
    const { id, charge } = await paid()

    await Promise.allSettled([
      refund(charge.paymentId),
      ...[1, 2, 3].map((one) => deliver(deps, anEvent(charge, elsewhere('40.00', `r${one}`)))),
    ])

    const { refundedAmount, refunds } = await read(id)
    const completed = refunds.filter(({ status }: { status: string }) => status === 'COMPLETED')
    expect(refundedAmount).toBe(100)
    expect(completed.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(100)
  })
})

describe('a refund that fails later', () => {
  test('does not count any more: it is FAILED, reported, published, alerted and audited once, and can be made again', async () => {
    const { id, charge } = await paid()
    const first = await refund(charge.paymentId)

    expect(await deliverOften(deps, anEvent(first, failed()))).toEqual(ONCE)

    expect(await read(id)).toMatchObject({ refundedAmount: 0, refunds: [{ status: 'FAILED', amount: 100 }] })
    const records = await recordsAbout(deps, first.attemptId)
    expect(records.map(({ kind, fields }) => [kind, fields['Application.Rcode']])).toEqual([
      ['transaction', '1'],
      ['transaction', '0'],
      ['exception', undefined],
    ])
    expect(new Set(records.map(({ kind, recordId }) => `${kind} ${recordId}`)).size).toBe(3)
    expect((await webhookEvents(deps, id)).filter(({ type }) => type === 'payments.refund-failed')).toMatchObject([
      { payload: { refundId: first.attemptId, amount: '100.00', reason: 'accountProblem' } },
    ])
    expect(await openAlerts(deps, charge.paymentId)).toEqual([{ kind: 'refund-failed', cents: 100_00 }])
    expect(await auditedActions(deps, charge.paymentId)).toContain('payment.refund-failed')
    const { attempt } = await startRefund(deps, app.database, merchant, {
      ...{ paymentId: charge.paymentId, amount: undefined, reason: undefined },
    })
    expect(attempt.amount).toEqual(usd('100.00'))
  })

  test('while it is still open is declined, and a late approval does not change that', async () => {
    const { id, charge } = await paid()
    const silent: Processor = { ...deps.processor, refund: async () => ({ status: 'unknown' }) }
    const open = await refund(charge.paymentId, silent)

    expect(await deliverOften(deps, anEvent(open, failed()))).toEqual(ONCE)
    await carryOut(deps, followUpEffects, merchant, open)

    expect(await read(id)).toMatchObject({ refundedAmount: 0, refunds: [{ status: 'FAILED' }] })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([])
  })

  test.each(['in order', 'reversed', 'together'])('and was made elsewhere ends as failed: events %s', async (order) => {
    const { id, charge } = await paid()
    const events = [anEvent(charge, elsewhere('25.00')), anEvent(charge, failed('r1'))]

    if (order === 'together') await deliverTogether(deps, ...events)
    else for (const event of order === 'reversed' ? events.toReversed() : events) await deliverOften(deps, event)

    expect(await read(id)).toMatchObject({ refundedAmount: 0, refunds: [{ status: 'FAILED', amount: 25 }] })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([{ kind: 'refund-failed', cents: 25_00 }])
  })

  test('and is unknown, or names the charge alone, changes nothing', async () => {
    const { id, charge } = await paid()

    await deliver(deps, anEvent(charge, failed()))
    await deliver(deps, anEvent(charge, failed('r9')))

    expect(await read(id)).toMatchObject({ status: 'COMPLETED', refundedAmount: 0, refunds: [] })
    expect(await openAlerts(deps, charge.paymentId)).toEqual([])
  })
})
