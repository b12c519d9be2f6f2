import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { usd } from '../../../test/support/data/invoices.ts'
import { aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { findPaymentsOfInvoice } from '../attempts/payment-store.ts'
import { recordExternalPayment, reverseExternalPayment } from '../external/external-payments.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Processor } from '../port/processor.ts'
import { startRefund } from './start-refund.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
const merchant = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } } as const
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

async function paid(amount: string) {
  const id = await aPayableInvoice(shop, amount)
  const { paymentId } = await payAs(deps, id, amount)
  return { id, paymentId }
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
