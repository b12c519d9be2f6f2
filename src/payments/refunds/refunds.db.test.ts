import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { anEvent, deliver } from '../../../test/support/data/processor-events.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { findPaymentsOfInvoice } from '../attempts/payment-store.ts'
import { recordExternalPayment, reverseExternalPayment } from '../external/external-payments.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
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

async function paid(amount: string) {
  const id = await aPayableInvoice(shop, amount)
  const charge = await payAs(deps, id, amount)
  return { id, charge, paymentId: charge.paymentId }
}

async function refund(paymentId: string, amount: string | undefined, processor: Processor = deps.processor) {
  const input = { paymentId, amount: amount === undefined ? undefined : parseDecimal(amount), reason: 'damaged' }
  const { attempt } = await startRefund(deps, app.database, merchant, input)
  return carryOut(withProcessor(deps, processor), followUpEffects, merchant, attempt)
}

async function read(id: string) {
  const { body } = await shop.get(id)
  const payments = await findPaymentsOfInvoice(app.database.db, { organizationId: 'shop', invoiceNumber: id })
  return {
    status: body.status,
    balance: body.orderInformation.amountDetails.balanceAmount,
    payments: payments.map(({ status }) => status),
    refunded: payments.map(({ refunded }) => refunded),
  }
}

const external = (invoiceNumber: string, amount: string) =>
  recordExternalPayment(deps, app.database, merchant, {
    ...{ invoiceNumber, amount: parseDecimal(amount) as Decimal, date: '2026-03-01', method: 'cash', note: undefined },
  })

describe('refunds', () => {
  test('in parts and in full never exceed the payment and leave the invoice as it is', async () => {
    const { id, paymentId } = await paid('100.00')

    expect(await refund(paymentId, '30.00')).toMatchObject({ status: 'approved', note: 'damaged' })
    await expect(refund(paymentId, '70.01')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [expect.objectContaining({ field: 'amount', reason: 'INVALID_DATA' })],
    })
    expect(await refund(paymentId, undefined)).toMatchObject({ amount: usd('70.00') })

    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0, refunded: [usd('100.00')] })
    const audit = await listAudit(
      app.database.db,
      { organizationId: 'shop', action: 'payment.refunded' },
      { limit: 10 },
    )
    expect(audit.map(({ details }) => details['amount']).sort()).toEqual(['30.00', '70.00'])
    await expect(refund(paymentId, undefined)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  })

  test('that are concurrent never exceed the payment', async () => {
    const { id, paymentId } = await paid('100.00')

    const refunds = await Promise.allSettled(Array.from({ length: 8 }, () => refund(paymentId, '30.00')))

    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect((await read(id)).refunded).toEqual([usd('90.00')])
  })

  test('that the processor declines do not count; lost answers are looked up', async () => {
    const { id, paymentId } = await paid('100.00')
    const declining: Processor = {
      ...deps.processor,
      refund: async () => ({ status: 'declined', reason: 'accountProblem', facts: undefined }),
    }
    const silent: Processor = { ...deps.processor, refund: async () => ({ status: 'unknown' }) }

    await refund(paymentId, '40.00', declining)
    expect((await read(id)).refunded).toEqual([usd('0.00')])
    const lost = await refund(paymentId, '100.00', silent)
    await expect(refund(paymentId, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    await Promise.all([1, 2].map(() => carryOut(deps, followUpEffects, merchant, lost)))

    expect((await read(id)).refunded).toEqual([usd('100.00')])
  })
})

describe('what a cardholder or a bank has taken back', () => {
  const takenBack = (charge: Attempt, type: 'chargeback' | 'bankReturn', amount: string, reference = 'd1') =>
    deliver(deps, anEvent(charge, { type, amount: usd(amount), reasonCode: '10.4', reference }))
  /** A processor that must not be asked. */
  const trap: Processor = { ...deps.processor, refund: async () => expect.fail('The processor was asked.') }
  const refundable = async (id: string) => (await payments.list(id)).body.payments[0].refundableAmount

  test.each([
    ['chargeback', 'a chargeback took 100.00 USD back'],
    ['bankReturn', 'the payer’s bank returned 100.00 USD'],
  ] as const)('by a %s is not refunded a second time, and the refusal names it', async (type, reason) => {
    const { id, charge } = await paid('100.00')
    expect(await refundable(id)).toBe(100)

    await takenBack(charge, type, '100.00')

    expect(await refundable(id)).toBe(0)
    for (const amount of [undefined, '1.00']) {
      await expect(refund(charge.paymentId, amount, trap)).rejects.toMatchObject({
        ...{ kind: 'invalid', code: 'ACTION_NOT_ALLOWED', message: expect.stringContaining(reason) },
      })
    }
    expect((await read(id)).refunded).toEqual([usd('0.00')])
  })

  test('in part leaves the rest to refunds, and all of it again once the dispute is won', async () => {
    const { id, charge } = await paid('100.00')
    await takenBack(charge, 'chargeback', '60.00')

    await expect(refund(charge.paymentId, '40.01', trap)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('40.00 USD that can still be refunded (a chargeback took 60.00 USD back)'),
    })
    expect(await refund(charge.paymentId, undefined)).toMatchObject({ amount: usd('40.00'), status: 'approved' })
    expect(await refundable(id)).toBe(0)
    await deliver(deps, anEvent(charge, { type: 'disputeEnded', reference: 'd1', result: 'won' }))

    expect(await refundable(id)).toBe(60)
  })

  test('does not grow by the return of a refund', async () => {
    const { id, charge } = await paid('100.00')
    const made = await refund(charge.paymentId, '30.00')

    await takenBack(made, 'bankReturn', '30.00')

    expect(await refundable(id)).toBe(70)
  })

  test('at the same moment as refunds never lets both exceed the payment', async () => {
    const { id, charge } = await paid('100.00')

    const [, ...refunds] = await Promise.allSettled([
      takenBack(charge, 'chargeback', '50.00'),
      ...Array.from({ length: 6 }, () => refund(charge.paymentId, '30.00')),
    ])

    // Before the chargeback is known three fit, after it one does, and refunds that came first stay.
    const count = refunds.filter(({ status }) => status === 'fulfilled').length
    expect((await read(id)).refunded).toEqual([usd(`${count * 30}.00`)])
    expect([1, 2, 3]).toContain(count)
    expect(await refundable(id)).toBe(count === 1 ? 20 : 0)
    await expect(refund(charge.paymentId, '30.00', trap)).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('payments received elsewhere', () => {
  test('lower the balance, and reversing them raises it again', async () => {
    const id = await aPayableInvoice(shop, '100.00')

    const cash = await external(id, '100.00')
    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0 })
    const input = { paymentId: cash.paymentId, reason: 'bounced' }
    await reverseExternalPayment(deps, app.database, merchant, input)

    expect(await read(id)).toMatchObject({ status: 'SENT', balance: 100, payments: ['REVERSED'] })
    await expect(reverseExternalPayment(deps, app.database, merchant, input)).rejects.toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
    })
  })

  test('are not refunded, payments through a processor are not reversed, and others’ payments do not exist', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    const cash = await external(id, '60.00')
    const { paymentId } = await payAs(deps, id, '40.00')

    await expect(refund(cash.paymentId, '1.00')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    const reverse = (of: typeof merchant | { organizationId: 'other'; by: typeof merchant.by }) =>
      reverseExternalPayment(deps, app.database, of, { paymentId, reason: 'x' })
    await expect(reverse(merchant)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    await expect(reverse({ ...merchant, organizationId: 'other' })).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('never exceed the balance less the amounts that other payers have reserved', async () => {
    const id = await aPayableInvoice(shop, '100.00')
    await payAs(deps, id, '60.00', { source: aCardOfChallenge, isAuthenticated: true })

    await expect(external(id, '40.01')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    await external(id, '40.00')

    expect(await read(id)).toMatchObject({ status: 'PARTIAL', balance: 60 })
  })
})

const aCardOfChallenge = {
  method: 'card',
  card: {
    ...{ number: '4000000000003220', expirationMonth: 1, expirationYear: 2030 },
    ...{ securityCode: undefined, holder: undefined },
  },
} as const
