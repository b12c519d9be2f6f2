import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import {
  anEvent,
  auditedActions,
  deliver,
  deliverOften,
  ONCE,
  recordsAbout,
  webhookEvents,
} from '../../../test/support/data/processor-events.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { dueTimes } from '../../platform/queue/agenda.ts'
import { END_REVIEW } from '../attempts/attempt-jobs.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { finishCharge } from '../attempts/finish-charge.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Processor } from '../port/processor.ts'
import { startDecision } from './decide-review.ts'
import { endReview } from './end-review.ts'

const START = '2026-03-09T10:00:00Z'
const DEADLINE = '2026-03-16T10:00:00Z'
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

const WITHOUT_DEADLINE = aCard('4000000000009235')

async function held(source = aCard('4000000000009243')) {
  app.clock.set(START)
  const id = await aPayableInvoice(shop, '100.00')
  return { id, charge: await payAs(deps, id, '100.00', { source, canReview: true }) }
}

async function read(id: string) {
  const { body: invoice } = await shop.get(id)
  const { body } = await payments.list(id)
  const { amountDetails } = invoice.orderInformation
  return { status: invoice.status, balance: amountDetails.balanceAmount, payment: body.payments[0] }
}

async function decide(charge: Attempt, decision: 'accept' | 'reject', processor: Processor = deps.processor) {
  const input = { paymentId: charge.paymentId, decision, comment: undefined }
  const { attempt } = await startDecision(deps, app.database, merchant, input)
  return carryOut(withProcessor(deps, processor), followUpEffects, merchant, attempt)
}

const silent: Processor = {
  ...deps.processor,
  capture: async () => ({ status: 'unknown' }),
  reverse: async () => ({ status: 'unknown' }),
}
const end = (charge: Attempt) => endReview(deps, charge)
const authorizationEnded = (charge: Attempt) =>
  anEvent(charge, { type: 'authorizationEnded' }, app.clock.now().toString())
const EXPIRED = {
  ...{ status: 'SENT', balance: 100 },
  payment: { status: 'REJECTED', declineReason: 'authorizationExpired' },
}

describe('a review with a deadline', () => {
  test('says until when it can be decided on, and waits for it on the agenda', async () => {
    const { id, charge } = await held()

    const due = await dueTimes(app.database.db, END_REVIEW, [charge.attemptId])
    const { body } = await payments.reviews()

    expect(due.get(charge.attemptId)?.toString()).toBe(DEADLINE)
    expect(body.reviews.find((one: { invoiceId: string }) => one.invoiceId === id)).toMatchObject({
      decideBy: '2026-03-16T10:00:00.000Z',
    })
    await end(charge)
    expect(await read(id)).toMatchObject({ status: 'PENDING', payment: { status: 'REVIEW' } })
  })

  test('ends as declined at the deadline, once, and the invoice can be paid again', async () => {
    const { id, charge } = await held()

    app.clock.set(DEADLINE)
    await Promise.all([end(charge), end(charge), end(charge)])
    await end(charge)

    expect(await read(id)).toMatchObject(EXPIRED)
    expect((await read(id)).payment).not.toHaveProperty('decideBy')
    expect(await findAttempt(app.database.db, charge)).toMatchObject({ status: 'declined', isReserved: false })
    const records = await recordsAbout(deps, charge.attemptId)
    expect(records.map(({ kind, fields }) => [kind, fields['Application.Name']]).slice(-2)).toEqual([
      ['transaction', 'ics_auth_reversal'],
      ['conversion', undefined],
    ])
    expect((await webhookEvents(deps, id)).map(({ type, payload }) => [type, payload['reason']])).toEqual([
      ['payments.declined', 'authorizationExpired'],
      ['payments.review', undefined],
    ])
    expect(await auditedActions(deps, charge.paymentId)).toEqual(['payment.review-expired'])
    expect(await payAs(deps, id, '100.00')).toMatchObject({ status: 'approved' })
  })

  test('takes no decision after the deadline, also before the job has run', async () => {
    const { id, charge } = await held()
    app.clock.set(DEADLINE)

    const refusal = { code: 'ACTION_NOT_ALLOWED', message: expect.stringContaining('ended at 2026-03-16T10:00:00Z') }
    await expect(decide(charge, 'accept')).rejects.toMatchObject(refusal)
    await expect(decide(charge, 'reject')).rejects.toMatchObject(refusal)
    await end(charge)

    await expect(decide(charge, 'accept')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    expect(await read(id)).toMatchObject(EXPIRED)
  })

  test('waits for a decision that is being carried out: a capture in time is paid', async () => {
    const { id, charge } = await held()
    const capture: Processor['capture'] = async (call, signal) => {
      await deps.processor.capture(call, signal)
      return { status: 'unknown' }
    }
    const accepted = await decide(charge, 'accept', { ...deps.processor, capture })

    app.clock.set(DEADLINE)
    await end(charge)
    expect(await read(id)).toMatchObject({ status: 'PENDING', payment: { status: 'REVIEW' } })
    await carryOut(deps, followUpEffects, merchant, accepted)

    expect(await read(id)).toMatchObject({ status: 'PAID', payment: { status: 'COMPLETED' } })
  })

  test.each(['accept', 'reject'] as const)(
    'ends with a decision (%s) that came too late for the processor',
    async (decision) => {
      const { id, charge } = await held()
      const lost = await decide(charge, decision, silent)

      app.clock.set(DEADLINE)
      await end(charge)
      await Promise.all([1, 2].map(() => carryOut(deps, followUpEffects, merchant, lost)))

      expect(await read(id)).toMatchObject(EXPIRED)
    },
  )

  test('that was decided on is left alone', async () => {
    const { id, charge } = await held()
    await decide(charge, 'accept')

    app.clock.set(DEADLINE)
    await end(charge)

    expect(await read(id)).toMatchObject({ status: 'PAID', payment: { status: 'COMPLETED' } })
  })
})

describe('an authorization that ended elsewhere', () => {
  test('ends the review as declined, once', async () => {
    const { id, charge } = await held(WITHOUT_DEADLINE)

    expect(await deliverOften(deps, authorizationEnded(charge))).toEqual(ONCE)

    expect(await read(id)).toMatchObject(EXPIRED)
    expect(await auditedActions(deps, charge.paymentId)).toEqual(['payment.review-expired'])
  })

  test.each([
    ['approved', { status: 'PAID', payment: { status: 'COMPLETED' } }],
    ['refused', EXPIRED],
  ])('leaves the end to a decision that is being carried out: %s', async (answer, expected) => {
    const { id, charge } = await held(WITHOUT_DEADLINE)
    const lost = await decide(charge, 'accept', silent)

    await deliverOften(deps, authorizationEnded(charge))
    expect(await read(id)).toMatchObject({ status: 'PENDING', payment: { status: 'REVIEW' } })
    const refusing: Processor = {
      ...deps.processor,
      capture: async () => ({ status: 'declined', reason: 'notAllowed', facts: undefined }),
    }
    const decided = answer === 'approved' ? deps : withProcessor(deps, refusing)
    await carryOut(decided, followUpEffects, merchant, lost)

    expect(await read(id)).toMatchObject(expected)
  })

  test('before the review itself was reported declines the charge, and the late answer changes nothing', async () => {
    app.clock.set(START)
    const id = await aPayableInvoice(shop, '100.00')
    const lost: Processor = { ...deps.processor, authorize: async () => ({ status: 'unknown' }) }
    const charge = await payAs(withProcessor(deps, lost), id, '100.00', { canReview: true })

    await deliverOften(deps, authorizationEnded(charge))
    const late = await finishCharge(deps, merchant, charge, { status: 'review', facts: undefined as never })

    expect(late).toMatchObject({ status: 'declined', declineReason: 'authorizationExpired' })
    expect((await read(id)).status).toBe('SENT')
  })

  test('concurrent with a decision ends the review once, either way', async () => {
    const { id, charge } = await held(WITHOUT_DEADLINE)

    await Promise.allSettled([deliver(deps, authorizationEnded(charge)), decide(charge, 'accept')])

    const { status, payment } = await read(id)
    expect([`${status} ${payment.status}`]).toContainEqual(expect.stringMatching(/^(PAID COMPLETED|SENT REJECTED)$/))
  })

  test('changes nothing about a captured payment', async () => {
    app.clock.set(START)
    const id = await aPayableInvoice(shop, '10.00')
    const charge = await payAs(deps, id, '10.00')

    await deliverOften(deps, authorizationEnded(charge))

    expect(await read(id)).toMatchObject({ status: 'PAID', payment: { status: 'COMPLETED' } })
  })
})
