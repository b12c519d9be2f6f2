import { sql } from 'kysely'
import type { Actor } from '../../src/kernel/actor.ts'
import { parseDecimal } from '../../src/kernel/decimal.ts'
import type { AttemptPlace } from '../../src/payments/attempts/attempt-store.ts'
import { findAttempt } from '../../src/payments/attempts/attempt-store.ts'
import { carryOut } from '../../src/payments/attempts/carry-out.ts'
import { continueCharge } from '../../src/payments/attempts/continue-charge.ts'
import { pay } from '../../src/payments/attempts/pay.ts'
import { lapseCharge, resolveAttempt } from '../../src/payments/attempts/resolve-attempt.ts'
import { recordExternalPayment, reverseExternalPayment } from '../../src/payments/external/external-payments.ts'
import { followUpEffects } from '../../src/payments/follow-up-effects.ts'
import type { PaymentDeps } from '../../src/payments/payment-deps.ts'
import { REPORT_SANDBOX_EVENT } from '../../src/payments/processors/sandbox/days/sandbox-day.ts'
import { recordChallenge } from '../../src/payments/processors/sandbox/sandbox-store.ts'
import type { Later } from '../../src/payments/processors/sandbox/test-cards.ts'
import { startRefund } from '../../src/payments/refunds/start-refund.ts'
import { startDecision } from '../../src/payments/reviews/decide-review.ts'
import { schedule } from '../../src/platform/queue/agenda.ts'
import { aCard } from '../support/data/payment-sources.ts'
import type { Random } from '../support/random/seeded-random.ts'

const organizationId = 'shop'
const payer: Actor = { organizationId, by: { kind: 'payer' } }
const merchant: Actor = { organizationId, by: { kind: 'command-line', name: 'faults' } }

const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  review: '4000000000009235',
  challenge: '4000000000003220',
} as const
/** Few enough that a form is now and then sent again, much later and by another node. */
const FORMS = 40
const BATCH_INVOICES = 8

type Operation = (deps: PaymentDeps, random: Random) => Promise<unknown>

/** Something that a payer, the merchant or time does to a payment. */
export async function randomOperation(deps: PaymentDeps, random: Random): Promise<void> {
  await pick(OPERATIONS, random)(deps, random)
}

const charge: Operation = async (deps, random) => {
  const invoiceNumber = await anOpenInvoice(deps, random)
  if (invoiceNumber === undefined) return
  const kind = pick(['approved', 'approved', 'declined', 'review', 'challenge'] as const, random)
  const request = {
    invoiceNumber,
    requestKey: `form ${random.integer(1, FORMS)}`,
    amount: { minor: BigInt(random.integer(1, 60_00)), currency: 'USD' },
    payer: {},
    source: aCard(CARDS[kind]),
    canReview: kind === 'review',
    isAuthenticated: kind === 'challenge',
    returnUrl: 'https://pay.example.com',
  }
  // A double click now and then.
  await Promise.all(Array.from({ length: random.integer(1, 2) }, () => pay(deps, payer, request)))
}

const refund: Operation = async (deps, random) => {
  const paymentId = await aPayment(deps, sql`origin = 'processor' and status = 'COMPLETED'`)
  if (paymentId === undefined) return
  const amount = random.isHeads() ? undefined : parseDecimal(`${random.integer(0, 30)}.${random.integer(10, 99)}`)
  const { attempt } = await startRefund(deps, deps.database, merchant, { paymentId, amount, reason: undefined })
  await carryOut(deps, followUpEffects, merchant, attempt)
}

const decide: Operation = async (deps, random) => {
  const paymentId = await aPayment(deps, sql`status = 'REVIEW'`)
  if (paymentId === undefined) return
  const decision = random.isHeads() ? 'accept' : 'reject'
  const { attempt } = await startDecision(deps, deps.database, merchant, { paymentId, decision, comment: undefined })
  await carryOut(deps, followUpEffects, merchant, attempt)
}

const receive: Operation = async (deps, random) => {
  const invoiceNumber = await anOpenInvoice(deps, random)
  const amount = parseDecimal(`${random.integer(0, 40)}.${random.integer(10, 99)}`)
  if (invoiceNumber === undefined || amount === undefined) return
  const payment = { invoiceNumber, amount, date: '2026-11-16', method: 'cash', note: undefined } as const
  await recordExternalPayment(deps, deps.database, merchant, payment)
}

const takeBack: Operation = async (deps) => {
  const paymentId = await aPayment(deps, sql`origin = 'external' and status = 'COMPLETED'`)
  if (paymentId === undefined) return
  await reverseExternalPayment(deps, deps.database, merchant, { paymentId, reason: 'bounced' })
}

const returnFromChallenge: Operation = async (deps, random) => {
  const [place] = await someAttempts(deps, ['waiting', 'lapsed'])
  const attempt = place && (await findAttempt(deps.database.db, place))
  if (attempt === undefined) return
  const hasEnded = random.integer(1, 4) > 1
  const result = random.integer(1, 4) > 1 ? 'passed' : 'failed'
  if (hasEnded) await recordChallenge(deps.database, { organizationId, key: attempt.attemptId }, result)
  await continueCharge(deps, payer, attempt)
}

/** Other nodes may ask about the same ones at this moment. */
const resolve: Operation = async (deps) => {
  const places = await someAttempts(deps, ['started', 'unknown', 'pending'])
  await Promise.all(places.map((place) => resolveAttempt(deps, followUpEffects, place)))
}

const lapse: Operation = async (deps) => {
  const [place] = await someAttempts(deps, ['waiting'])
  if (place !== undefined) await lapseCharge(deps, place)
}

/**
 * The processor does something without a call of ours. It is on the agenda, as with test amounts, so that whichever node
 * lives reports it. As with test amounts, a charge has one later course: another one would make the sandbox forget an
 * event that it has booked and a killed node has not reported.
 */
function elsewhere(later: Later, condition: ReturnType<typeof sql>): Operation {
  return async ({ database, clock }) => {
    await database.transaction(async (tx) => {
      const { rows } = await sql<{ subject: string }>`
        with found as (select attempt_id, payment_id from payment_attempts
          where organization_id = ${organizationId} and ${condition} order by random() limit 1)
        update sandbox_processor_calls as calls set behaviour = behaviour || ${JSON.stringify({ later })}::jsonb
        from found where calls.organization_id = ${organizationId} and calls.key = found.payment_id
          and coalesce(behaviour->>'later', ${later}) = ${later}
        returning found.attempt_id as subject`.execute(tx)
      const [charge] = rows
      if (charge === undefined) return
      const { subject } = charge
      await schedule(tx, { organizationId, kind: REPORT_SANDBOX_EVENT, subject, dueAt: clock.now() })
    })
  }
}

const refundElsewhere = elsewhere('refundedElsewhere', sql`kind = 'charge' and status = 'approved'`)
const failRefund = elsewhere(
  'refundsFail',
  sql`kind = 'refund' and status = 'approved' and request_key not like 'elsewhere %'`,
)
const endAuthorization = elsewhere('authorizationEnded', sql`kind = 'charge' and status = 'review'`)

const OPERATIONS: readonly Operation[] = [
  ...Array<Operation>(8).fill(charge),
  ...[refundElsewhere, failRefund, endAuthorization],
  ...[refund, refund, decide, decide, receive, takeBack, returnFromChallenge, returnFromChallenge, resolve, lapse],
]

/** One of the first invoices that can be paid, so that payers meet on them. */
async function anOpenInvoice({ database }: PaymentDeps, random: Random): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`select invoice_number as number from invoices
    where organization_id = ${organizationId} and status in ('SENT', 'PARTIAL')
    order by position limit ${BATCH_INVOICES}`.execute(database.db)
  return rows[random.integer(0, Math.max(0, rows.length - 1))]?.number
}

async function aPayment({ database }: PaymentDeps, condition: ReturnType<typeof sql>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select payment_id as id from payments
    where organization_id = ${organizationId} and ${condition} order by random() limit 1`.execute(database.db)
  return rows[0]?.id
}

async function someAttempts({ database }: PaymentDeps, statuses: readonly string[]): Promise<readonly AttemptPlace[]> {
  const { rows } = await sql<AttemptPlace>`
    select organization_id as "organizationId", attempt_id as "attemptId" from payment_attempts
    where status = any(${[...statuses]}::text[]) order by random() limit 3`.execute(database.db)
  return rows
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[random.integer(0, choices.length - 1)] as T
}
