import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../src/kernel/actor.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../src/kernel/decimal.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { formatMoney } from '../../src/kernel/money.ts'
import { findAttempt, findFollowUps } from '../../src/payments/attempts/attempt-store.ts'
import { carryOut } from '../../src/payments/attempts/carry-out.ts'
import { continueCharge } from '../../src/payments/attempts/continue-charge.ts'
import { lapseCharge, resolveAttempt } from '../../src/payments/attempts/resolve-attempt.ts'
import { expectedRecords } from '../../src/payments/care/expected-record-store.ts'
import { recordExternalPayment, reverseExternalPayment } from '../../src/payments/external/external-payments.ts'
import { followUpEffects } from '../../src/payments/follow-up-effects.ts'
import type { Attempt } from '../../src/payments/model/attempt.ts'
import type { PaymentDeps } from '../../src/payments/payment-deps.ts'
import type { Outcome } from '../../src/payments/port/port.ts'
import type { Processor } from '../../src/payments/port/processor.ts'
import { bookFailure, bookFollowUp, recordChallenge } from '../../src/payments/processors/sandbox/sandbox-store.ts'
import type { ExpectedRecord } from '../../src/payments/records/expected-records.ts'
import { startRefund } from '../../src/payments/refunds/start-refund.ts'
import { startDecision } from '../../src/payments/reviews/decide-review.ts'
import { startApp } from '../support/apps/app.ts'
import { outboxRecords } from '../support/data/outbox-records.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../support/data/payments.ts'
import { anEvent, deliverOften, ONCE } from '../support/data/processor-events.ts'
import { type Client, invoicingClients } from '../support/http/invoicing-clients.ts'
import {
  type Answer,
  afterStep,
  balanceOf,
  chargedOf,
  freeOf,
  type Ledger,
  type LedgerCharge,
  leftOf,
  newLedger,
  reservedOf,
  type Step,
  shareOf,
  statusOf,
  subjectsOf,
} from '../support/references/payment-ledger.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

/** Random lives of an invoice's payments, against a small ledger. */

const RUNS = isLongRun ? 2_000 : 25
const organizationId = 'shop'
const payer: Actor = { organizationId, by: { kind: 'payer' } }
const merchant: Actor = { organizationId, by: { kind: 'command-line', name: 'test' } }

const app = await startApp({ with: [invoicingClients] })
// No call is slow here: a lost answer is lost immediately.
const deps = { ...paymentDeps(app), config: { ...app.config, processorCallMsMax: 60_000 } }
let shop: Client
beforeAll(async () => {
  shop = await app.merchant(organizationId)
})

const which = fc.nat({ max: 5 })
const share = fc.constantFrom(1, 30, 60, 100, 101)
const answer = fc.constantFrom<Answer>('given', 'given', 'refused', 'lost')
const how = fc.constantFrom('approve', 'approve', 'decline', 'review', 'review', 'challenge', 'challenge')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), share, how }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      share,
      how: fc.constantFrom('lost-charged' as const, 'lost-absent' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      which,
      result: fc.constantFrom('passed' as const, 'passed' as const, 'failed' as const, 'too early' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('lapse' as const),
      which,
      ending: fc.constantFrom('done', 'claimed', 'lost'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const), which, answer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), which, share, answer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refundElsewhere' as const), which, share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('failRefund' as const, 'expire' as const), which }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'resolve' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('receive' as const), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
)

test(`attempts, reviews, refunds and reversals agree with the ledger (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const life: Life = {
        id: await aPayableInvoice(shop, '100.00', { minimumPartialAmount: '0.01' }),
        ledger: newLedger(100_00),
        attempts: [],
        external: [],
      }
      for (const asked of steps) await live(life, asked)
      await live(life, { kind: 'resolve' })
    }),
    { numRuns: RUNS, seed },
  )
})

test('all of their attempts and external payments have the records that a check of a backup expects', async () => {
  const needed: ExpectedRecord[] = []
  for await (const page of expectedRecords(app.database.db)) needed.push(...page)
  const written = (await outboxRecords(app.database, { organizationId }))
    .filter(({ kind }) => kind === 'transaction' || kind === 'external-payment')
    .map(({ kind, recordId, fields }) => ({
      recordId,
      line: `${kind} ${recordId} ${dollars(fields['PaymentData.RequestedAmount'])} ${fields['PaymentData.CurrencyCode']}`,
    }))

  const lines = needed.map(({ kind, recordId, amount }) =>
    [kind, recordId, formatMoney(amount), amount.currency].join(' '),
  )
  const known = new Set(lines)
  expect(known.size).toBe(lines.length)
  expect(known.difference(new Set(written.map(({ line }) => line)))).toEqual(new Set())
  // Nobody expects that a refund fails after it was approved, or that a late charge cannot be given back.
  const others = written.filter(({ line }) => !known.has(line)).map(({ recordId }) => recordId.replace(/^\d+-/, ''))
  expect(new Set(others).difference(new Set(['ics_credit-failed', 'ics_auth_reversal']))).toEqual(new Set())
})

type Life = { readonly id: string; ledger: Ledger; readonly attempts: Attempt[]; readonly external: string[] }

/** Does one step, and expects the state of the ledger. */
async function live(life: Life, asked: Step): Promise<void> {
  const taken = aimed(life.ledger, asked)
  if (taken === undefined) return
  const after = afterStep(life.ledger, taken)
  const isRefused = await DO[taken.kind](life, taken as never).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return true
    },
  )
  expect({ ...taken, isRefused }).toEqual({ ...taken, isRefused: after === undefined })
  life.ledger = after ?? life.ledger
  expect(await read(life)).toEqual(expected(life.ledger))
}

/** The step about one of the charges that it can be about; undefined if there is none. */
function aimed(ledger: Ledger, asked: Step): Step | undefined {
  if (!('which' in asked)) return asked
  const subjects = subjectsOf(ledger, asked)
  const chosen = subjects[asked.which % Math.max(1, subjects.length)]
  return chosen === undefined ? undefined : { ...asked, which: chosen }
}

const CARDS = {
  ...{ approve: '4242424242424242', decline: '4000000000000002', review: '4000000000009235' },
  ...{ challenge: '4000000000003220', 'lost-charged': '4242424242424242', 'lost-absent': '4242424242424242' },
} as const

/** How the processor treats a challenge that is to be ended. */
const ENDINGS = {
  done: deps,
  claimed: withProcessor(deps, { ...deps.processor, abandon: async () => ({ status: 'absent' }) }),
  lost: withProcessor(deps, { ...deps.processor, abandon: async () => ({ status: 'unknown' }) }),
}

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
const DO: { readonly [Kind in Step['kind']]: (life: Life, step: Of<Kind>) => Promise<unknown> } = {
  pay: async (life, { share: percent, how: kind }) => {
    const request = {
      requestKey: `form ${life.attempts.length}`,
      source: aCard(CARDS[kind]),
      canReview: kind === 'review',
      isAuthenticated: kind === 'challenge',
    }
    const amount = cents(shareOf(freeOf(life.ledger), percent))
    life.attempts.push(await payAs(losing(kind), life.id, amount, request))
  },
  repeat: async (life, { which: index }) => {
    const again = await payAs(deps, life.id, '1.00', { requestKey: `form ${index}` })
    expect(again.attemptId).toBe(life.attempts[index]?.attemptId)
  },
  return: async (life, { which: index, result }) => {
    const attempt = await current(life, index)
    const place = { organizationId, key: attempt.attemptId }
    if (result !== 'too early') await recordChallenge(app.database, place, result)
    await continueCharge(deps, payer, attempt)
  },
  lapse: async (life, { which: index, ending }) => lapseCharge(ENDINGS[ending], await current(life, index)),
  accept: decide,
  reject: decide,
  refund: async (life, { which: index, share: percent, answer: given }) => {
    const { paymentId } = await current(life, index)
    const charge = life.ledger.charges[index]
    const amount = decimal(shareOf((charge?.amount ?? 0) - (charge?.refunded ?? 0), percent))
    const input = { paymentId, amount, reason: undefined }
    const { attempt } = await startRefund(deps, app.database, merchant, input)
    await carryOut(answering(given), followUpEffects, merchant, attempt)
  },
  refundElsewhere: async (life, { which: index, share: percent }) => {
    const charge = await current(life, index)
    const left = leftOf(life.ledger.charges[index] as LedgerCharge)
    const asked = shareOf(left, percent)
    const reference = `refund ${life.attempts.length} of ${charge.attemptId} to ${left}`
    const amount = { minor: BigInt(Math.min(asked, left)), currency: 'USD' }
    const made = { type: 'refundedElsewhere', amount: { ...amount, minor: BigInt(asked) }, reference } as const
    if (asked > left && life.ledger.charges[index]?.refundsLost.length !== 0) {
      expect(new Set(await deliverOften(deps, anEvent(charge, made)))).toEqual(new Set(['early']))
      return
    }
    const call = { organizationId, key: reference, kind: 'refundedElsewhere', of: charge.attemptId } as const
    await bookFollowUp(app.database, call, (of) => ({ amount, outcome: of?.outcome as Outcome }))
    expect(await deliverOften(deps, anEvent(charge, made))).toEqual(ONCE)
  },
  failRefund: async (life, { which: index }) => {
    const charge = await current(life, index)
    const last = life.ledger.charges[index]?.refundsDone.at(-1) ?? 0
    const found = (await findFollowUps(app.database.db, charge)).find(
      ({ status, kind, amount, requestKey }) =>
        status === 'approved' &&
        kind === 'refund' &&
        amount.minor === BigInt(last) &&
        !requestKey.startsWith('elsewhere'),
    )
    const refund = found as Attempt
    const failed = { status: 'declined', reason: 'accountProblem', facts: refund.facts } as const
    await bookFailure(app.database, { organizationId, key: refund.attemptId }, failed)
    const event = anEvent(refund, { type: 'refundFailed', reason: 'accountProblem' })
    expect(await deliverOften(deps, event)).toEqual(ONCE)
  },
  expire: async (life, { which: index }) => {
    const charge = await current(life, index)
    expect(await deliverOften(deps, anEvent(charge, { type: 'authorizationEnded' }))).toEqual(ONCE)
  },
  resolve: async ({ id }) => {
    const { rows } = await sql<{ attemptId: string }>`select attempt_id as "attemptId" from payment_attempts
      where invoice_number = ${id} and status in ('started', 'unknown', 'pending')`.execute(app.database.db)
    // Two nodes concurrently.
    const places = [...rows, ...rows].map(({ attemptId }) => ({ organizationId, attemptId }))
    await Promise.all(places.map((place) => resolveAttempt(deps, followUpEffects, place)))
  },
  receive: async (life, { share: percent }) => {
    const amount = decimal(shareOf(freeOf(life.ledger), percent))
    const payment = { invoiceNumber: life.id, amount, date: '2026-03-09', method: 'cash', note: undefined } as const
    life.external.push((await recordExternalPayment(deps, app.database, merchant, payment)).paymentId)
  },
  reverse: async (life, { which: index }) => {
    const paymentId = life.external[index] ?? ''
    await reverseExternalPayment(deps, app.database, merchant, { paymentId, reason: 'bounced' })
  },
  cancel: async ({ id }) => {
    const { status, body } = await shop.cancel(id)
    if (status !== 200) throw new AppError('invalid', body.reason, body.message)
  },
}

async function decide(life: Life, { kind, which: index, answer: given }: Of<'accept' | 'reject'>): Promise<void> {
  const { paymentId } = await current(life, index)
  const input = { paymentId, decision: kind, comment: undefined }
  const { attempt } = await startDecision(deps, app.database, merchant, input)
  await carryOut(answering(given), followUpEffects, merchant, attempt)
}

/** A processor whose answer to a charge is lost, before or after it was carried out. */
function losing(kind: Of<'pay'>['how']): PaymentDeps {
  if (kind !== 'lost-charged' && kind !== 'lost-absent') return deps
  const authorize: Processor['authorize'] = async (call, signal) => {
    if (kind === 'lost-charged') await deps.processor.authorize(call, signal)
    return { status: 'unknown' }
  }
  return withProcessor(deps, { ...deps.processor, authorize })
}

/** A processor that carries out a follow-up of a charge, refuses it, or carries it out and loses the answer. */
function answering(given: Answer): PaymentDeps {
  if (given === 'given') return deps
  const { processor } = deps
  const disturbed = (call: Processor['refund']): Processor['refund'] => {
    return async (input, signal): Promise<Outcome> => {
      if (given === 'refused') return { status: 'declined', reason: 'issuerUnavailable', facts: undefined }
      await call(input, signal)
      return { status: 'unknown' }
    }
  }
  const { capture, reverse, refund } = processor
  const followUps = { capture: disturbed(capture), reverse: disturbed(reverse), refund: disturbed(refund) }
  return withProcessor(deps, { ...processor, ...followUps })
}

async function current({ attempts }: Life, index: number): Promise<Attempt> {
  const attempt = await findAttempt(app.database.db, attempts[index] as Attempt)
  return attempt as Attempt
}

const cents = (minor: number): string => formatMoney({ minor: BigInt(minor), currency: 'USD' })
const dollars = (text = ''): string => formatDecimal(parseDecimal(text) as Decimal, 2)
const decimal = (minor: number): Decimal => parseDecimal(cents(minor)) as Decimal

type Seen = {
  readonly status: string
  readonly balance: number
  readonly reserved: number
  readonly charged: number
  /** Of payments through the processor, oldest first. */
  readonly refunded: number
}

function expected(ledger: Ledger): Seen {
  return {
    status: statusOf(ledger),
    balance: balanceOf(ledger),
    reserved: reservedOf(ledger),
    charged: chargedOf(ledger),
    refunded: ledger.charges.reduce((sum, { refunded }) => sum + refunded, 0),
  }
}

async function read({ id }: Life): Promise<Seen> {
  const { rows } = await sql<Seen>`select status, balance_minor::int as balance, reserved_minor::int as reserved, (
      select coalesce(sum(refunded_minor), 0)::int from payments where payments.invoice_number = ${id}) as refunded, (
      select coalesce(sum(case when calls.kind in ('authorize', 'capture') then calls.amount_minor
        when about.outcome->>'status' = 'review' and calls.kind = 'reverse' then 0
        else -calls.amount_minor end), 0)::int
      from sandbox_processor_calls calls join payment_attempts attempts
          on attempts.attempt_id = case calls.kind when 'refundedElsewhere' then calls.of_key else calls.key end
        left join sandbox_processor_calls about on about.key = calls.of_key
      where attempts.invoice_number = ${id} and calls.outcome->>'status' = 'approved') as charged
    from invoices where invoice_number = ${id}`.execute(app.database.db)
  return rows[0] as Seen
}
