import { disputeReasonsOf } from '../../../../catalogue/codes/dispute-reasons.ts'
import type { Money } from '../../../../kernel/money.ts'
import type { Database } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/secrets/random.ts'
import type { Outcome, ProcessorEvent, ProcessorFacts } from '../../../port/port.ts'
import { has, leftOfCharge } from '../left-of-charge.ts'
import { type BookedCall, bookFailure, bookFollowUp, findBooked } from '../sandbox-store.ts'
import type { Later } from '../test-cards.ts'

/** Insufficient funds, as banks write it. */
const RETURN_REASON = 'R01'
const REFUND_FAILURE = 'accountProblem'
const REFUSED: Outcome = { status: 'declined', reason: 'notAllowed', facts: undefined }

export type Announced = {
  readonly organizationId: string
  /** The key of the charge, or of the refund that fails. */
  readonly key: string
  /** Whether it is the end of a dispute about the charge. */
  readonly isEnd: boolean
  readonly at: Temporal.Instant
}

/** An event and the amount that it moved. */
type LaterEvent = { readonly event: ProcessorEvent; readonly amount: Money }

/**
 * Books what test cards and amounts announced, and makes the event that reports it. It is booked once, and a repetition
 * makes the same event. Undefined if there is nothing left that it could happen to.
 */
export async function bookLaterEvent(database: Database, announced: Announced): Promise<LaterEvent | undefined> {
  const call = await findBooked(database, announced)
  if (call === undefined) return undefined
  if (call.kind === 'refund') return failRefund(database, announced, call)
  const { later } = call.behaviour
  if (later === undefined) return undefined
  if (announced.isEnd) return endDispute(database, announced, later)
  return HAPPENS[later](database, announced)
}

type Happen = (database: Database, announced: Announced) => Promise<LaterEvent | undefined>

const HAPPENS: Readonly<Record<Later, Happen>> = {
  chargeback: disputed('chargeback'),
  chargebackWon: disputed('chargeback'),
  chargebackLost: disputed('chargeback'),
  bankReturn: disputed('bankReturn'),
  refundedElsewhere,
  refundsFail: async () => undefined,
  authorizationEnded,
}

type Decide = Parameters<typeof bookFollowUp>[2]
type Booked = { readonly amount: Money; readonly facts: ProcessorFacts }

async function bookAbout(
  database: Database,
  { organizationId, key: of }: Announced,
  { kind, key, decide }: { readonly kind: BookedCall['kind']; readonly key: string; readonly decide: Decide },
): Promise<Booked | undefined> {
  const { amount, outcome } = await bookFollowUp(database, { organizationId, key, kind, of }, decide)
  return outcome.status !== 'approved' || amount === undefined ? undefined : { amount, facts: outcome.facts }
}

/** Takes or gives back the rest of a charge, if there is one. */
const whatIsLeft: Decide = (charge, earlier) => {
  const left = leftOfCharge(charge, earlier)
  const facts = factsOf(charge)
  const isLeft = left !== undefined && left.minor > 0n && facts !== undefined
  return { amount: left, outcome: isLeft ? { status: 'approved', facts: { ...facts, reference: newId() } } : REFUSED }
}

function disputed(type: 'chargeback' | 'bankReturn'): Happen {
  return async (database, announced) => {
    const eventId = disputeIdOf(type, announced)
    const booked = await bookAbout(database, announced, { kind: type, key: eventId, decide: whatIsLeft })
    if (booked === undefined) return undefined
    const { amount, facts } = booked
    const reasonCode = type === 'chargeback' ? disputeReasonsOf(facts.account.scheme)[0]?.code : RETURN_REASON
    return made(announced, { eventId, amount }, { type, amount, reasonCode: reasonCode ?? '', reference: eventId })
  }
}

function disputeIdOf(type: 'chargeback' | 'bankReturn', { key }: Announced): string {
  return `${type}-${key}`
}

async function endDispute(database: Database, announced: Announced, later: Later): Promise<LaterEvent | undefined> {
  const eventId = `disputeEnded-${announced.key}`
  const reference = disputeIdOf('chargeback', announced)
  const isWon = later === 'chargebackWon'
  const booked = await bookAbout(database, announced, {
    kind: isWon ? 'disputeWon' : 'disputeLost',
    key: eventId,
    decide: (charge, earlier) => {
      const chargeback = earlier.find(({ kind, outcome }) => kind === 'chargeback' && outcome.status === 'approved')
      const facts = factsOf(charge)
      return {
        amount: chargeback?.amount,
        outcome: chargeback === undefined || facts === undefined ? REFUSED : { status: 'approved', facts },
      }
    },
  })
  const happened = { type: 'disputeEnded', reference, result: isWon ? 'won' : 'lost' } as const
  return booked && made(announced, { eventId, amount: booked.amount }, happened)
}

async function refundedElsewhere(database: Database, announced: Announced): Promise<LaterEvent | undefined> {
  const eventId = `refundedElsewhere-${announced.key}`
  const about = { kind: 'refundedElsewhere', key: eventId, decide: whatIsLeft } as const
  const booked = await bookAbout(database, announced, about)
  if (booked === undefined) return undefined
  const { amount, facts } = booked
  return made(announced, { eventId, amount }, { type: 'refundedElsewhere', amount, reference: facts.reference })
}

async function authorizationEnded(database: Database, announced: Announced): Promise<LaterEvent | undefined> {
  const eventId = `authorizationEnded-${announced.key}`
  const booked = await bookAbout(database, announced, {
    kind: 'authorizationEnded',
    key: eventId,
    decide: (charge, earlier) => {
      const facts = charge?.outcome.status === 'review' ? charge.outcome.facts : undefined
      const isOpen = facts !== undefined && !has(earlier, 'capture') && !has(earlier, 'reverse')
      return { amount: charge?.amount, outcome: isOpen ? { status: 'approved', facts } : REFUSED }
    },
  })
  return booked && made(announced, { eventId, amount: booked.amount }, { type: 'authorizationEnded' })
}

/** The sandbox's books say from now on that the refund was declined. */
async function failRefund(
  database: Database,
  announced: Announced,
  refund: BookedCall,
): Promise<LaterEvent | undefined> {
  const { organizationId, key } = announced
  const charge = await findBooked(database, { organizationId, key: refund.of ?? '' })
  if (charge?.behaviour.later !== 'refundsFail') return undefined
  const facts = factsOf(refund)
  await bookFailure(database, announced, { status: 'declined', reason: REFUND_FAILURE, facts })
  const failed = await findBooked(database, announced)
  if (failed?.amount === undefined || failed.outcome.status !== 'declined') return undefined
  if (failed.outcome.reason !== REFUND_FAILURE) return undefined
  const happened = { type: 'refundFailed', reason: REFUND_FAILURE } as const
  return made(announced, { eventId: `refundFailed-${key}`, amount: failed.amount }, happened)
}

function factsOf(call: BookedCall | undefined): ProcessorFacts | undefined {
  return call !== undefined && 'facts' in call.outcome ? call.outcome.facts : undefined
}

function made(
  { organizationId, key, at }: Announced,
  { eventId, amount }: { readonly eventId: string; readonly amount: Money },
  happened: ProcessorEvent['happened'],
): LaterEvent {
  return { event: { eventId, key, organizationId, at, happened }, amount }
}
