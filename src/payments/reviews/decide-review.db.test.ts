import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import {
  aCard,
  answeringTogether,
  aPayableInvoice,
  payAs,
  paymentDeps,
  withProcessor,
} from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { findPaymentsOfInvoice } from '../attempts/payment-store.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Processor } from '../port/processor.ts'
import { startDecision } from './decide-review.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
const merchant = { organizationId: 'shop', by: { kind: 'command-line', name: 'test' } } as const
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

async function held(total: string, ...amounts: string[]) {
  const id = await aPayableInvoice(shop, total)
  const together = withProcessor(deps, answeringTogether(deps.processor, amounts.length))
  const attempts = await Promise.all(
    amounts.map((amount) => payAs(together, id, amount, { source: aCard('4000000000009235'), canReview: true })),
  )
  return { id, paymentIds: attempts.map(({ paymentId }) => paymentId) }
}

async function decide(
  paymentId: string | undefined,
  decision: 'accept' | 'reject',
  processor: Processor = deps.processor,
) {
  const input = { paymentId: paymentId ?? '', decision, comment: 'looked at' }
  const { attempt } = await startDecision(deps, app.database, merchant, input)
  return carryOut(withProcessor(deps, processor), followUpEffects, merchant, attempt)
}

async function read(id: string) {
  const { body } = await shop.get(id)
  const payments = await findPaymentsOfInvoice(app.database.db, { organizationId: 'shop', invoiceNumber: id })
  return {
    status: body.status,
    balance: body.orderInformation.amountDetails.balanceAmount,
    payments: payments.map(({ status }) => status),
    reviews: payments.map(({ details }) => details.review),
  }
}

describe('the merchant decides on a payment under review', () => {
  test('accepting captures and pays, rejecting reverses and reopens', async () => {
    const accepted = await held('100.00', '100.00')
    const rejected = await held('100.00', '100.00')

    await decide(accepted.paymentIds[0], 'accept')
    await decide(rejected.paymentIds[0], 'reject')

    expect(await read(accepted.id)).toMatchObject({ status: 'PAID', balance: 0, payments: ['COMPLETED'] })
    expect(await read(rejected.id)).toMatchObject({ status: 'SENT', balance: 100, payments: ['REJECTED'] })
    expect((await read(accepted.id)).reviews).toEqual([{ decision: 'accept', comment: 'looked at' }])
  })

  test('the invoice is PENDING until the last of two reviews is decided on', async () => {
    const { id, paymentIds } = await held('100.00', '60.00', '40.00')

    await decide(paymentIds[0], 'reject')
    expect(await read(id)).toMatchObject({ status: 'PENDING', balance: 100 })
    await decide(paymentIds[1], 'accept')

    expect(await read(id)).toMatchObject({ status: 'PARTIAL', balance: 60 })
  })

  test('two payments of one invoice are accepted, and two of another rejected', async () => {
    const both = await held('100.00', '60.00', '40.00')
    const neither = await held('100.00', '60.00', '40.00')

    for (const paymentId of both.paymentIds) await decide(paymentId, 'accept')
    for (const paymentId of neither.paymentIds) await decide(paymentId, 'reject')

    expect(await read(both.id)).toMatchObject({ status: 'PAID', balance: 0 })
    expect(await read(neither.id)).toMatchObject({ status: 'SENT', balance: 100 })
  })

  test('a capture that fails leaves the review open and says why; it can be tried again', async () => {
    const { id, paymentIds } = await held('100.00', '100.00')
    const failing: Processor = {
      ...deps.processor,
      capture: async () => ({ status: 'declined', reason: 'issuerUnavailable', facts: undefined }),
    }

    await decide(paymentIds[0], 'accept', failing)
    expect(await read(id)).toMatchObject({ status: 'PENDING', payments: ['REVIEW'] })
    expect((await read(id)).reviews[0]).toMatchObject({ decision: 'accept', failure: 'issuerUnavailable' })
    await decide(paymentIds[0], 'accept')

    expect(await read(id)).toMatchObject({ status: 'PAID', payments: ['COMPLETED'] })
    expect((await read(id)).reviews[0]).not.toHaveProperty('failure')
  })

  test('a decision whose answer was lost is carried out once, and no other decision is possible before', async () => {
    const { id, paymentIds } = await held('100.00', '100.00')
    const silent: Processor = { ...deps.processor, capture: async () => ({ status: 'unknown' }) }

    const attempt = await decide(paymentIds[0], 'accept', silent)
    expect(attempt.status).toBe('unknown')
    await expect(decide(paymentIds[0], 'reject')).rejects.toMatchObject({ code: 'DECISION_RUNNING' })
    await Promise.all([1, 2, 3].map(() => carryOut(deps, followUpEffects, merchant, attempt)))

    expect(await read(id)).toMatchObject({ status: 'PAID', balance: 0, payments: ['COMPLETED'] })
    await expect(decide(paymentIds[0], 'accept')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  })
})
