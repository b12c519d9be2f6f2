import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareMoney } from '../../../kernel/money.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import { scheduleAtLatest, scheduleUnlessScheduled } from '../../../platform/queue/agenda.ts'
import { newId } from '../../../platform/secrets/random.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import {
  type Authentication,
  type AuthorizeCall,
  type FollowUpCall,
  type HostedCall,
  METHODS,
  type Method,
  type Outcome,
  type ProcessorFacts,
  type Source,
} from '../../port/port.ts'
import type { Processor } from '../../port/processor.ts'
import { accountFactsOf, behaviourOf, laterEventOf, NO_ACCOUNT } from './behaviour.ts'
import { challengePathOf, checkoutPathOf } from './challenge-path.ts'
import { REPORT_SANDBOX_EVENT, sandboxDayOf } from './days/sandbox-day.ts'
import { has, leftOfCharge } from './left-of-charge.ts'
import { testCardList } from './pages/test-card-list.ts'
import { walletSheet } from './pages/wallet-sheet.ts'
import { readSandboxEvents } from './sandbox-events.ts'
import { SANDBOX } from './sandbox-name.ts'
import { type BookedCall, book, bookFollowUp, concludeChallenge, findBooked } from './sandbox-store.ts'
import { type Behaviour, LATER_DAYS } from './test-cards.ts'

type SandboxOptions = {
  readonly database: Database
  /** Signs the events that the sandbox sends. */
  readonly secrets: Secrets
  readonly baseUrl: string
  /** The product's clock, by which authorizations end. */
  readonly clock: Clock
  /** Methods that happen on the sandbox's own page; none unless it says otherwise. */
  readonly hostedMethods?: readonly Method[]
  /** How long a slow answer takes. */
  readonly slowMs?: number
}

type Place = Pick<BookedCall, 'organizationId' | 'key'>

const SLOW_MS = 6_000

/** A processor that moves no money. It behaves as a foreign system does, including the ways in which those fail. */
export function sandboxProcessor(options: SandboxOptions): Processor {
  const { database, secrets, hostedMethods = [] } = options
  const answerOf = async (place: Place): Promise<Outcome> =>
    (await findBooked(database, place))?.outcome ?? { status: 'unknown' }
  return {
    name: SANDBOX,
    capabilities: () => ({ methods: METHODS, hasCardFields: !hostedMethods.includes('card'), hostedMethods }),
    authorize: (call, signal) => authorize(options, call, signal),
    capture: (call) => followUp(options, 'capture', call),
    reverse: (call) => followUp(options, 'reverse', call),
    refund: (call) => followUp(options, 'refund', call),
    challenge: ({ organizationId, of }) => concluded(options, { organizationId, key: of }),
    lookup: async (place) => {
      // Booked as absent, so that a call that is still on its way is refused when it arrives.
      const tombstone: Outcome = { status: 'declined', reason: 'notProcessed', facts: undefined }
      const { kind, outcome } = await book(database, { ...place, ...NOTHING, kind: 'tombstone', outcome: tombstone })
      return kind === 'tombstone' ? { status: 'absent' } : outcome
    },
    begin: (call) => begin(options, call),
    outcome: answerOf,
    readEvent: (incoming) => readSandboxEvents(secrets, incoming, answerOf),
    // The merchant's day is closed by a job, which puts the movement into a batch.
    afterRecording: ({ organizationId, at: dueAt }) => [
      scheduleUnlessScheduled({ ...sandboxDayOf(organizationId), dueAt }),
    ],
    pageParts: { testCards: testCardList, walletSheet },
  }
}

const NOTHING = { of: undefined, amount: undefined, behaviour: {}, challengeResult: undefined } as const

async function authorize(options: SandboxOptions, call: AuthorizeCall, signal: AbortSignal): Promise<Outcome> {
  const { database, slowMs = SLOW_MS } = options
  const behaviour = behaviourOf(call)
  const { disturbance } = behaviour
  if (disturbance === 'timeoutBefore') return never(signal)
  const { organizationId, key, amount } = call
  const outcome = outcomeOf(options, call, behaviour)
  const returns = outcome.status === 'challenge' ? { returnUrl: call.returnUrl } : {}
  const kept = { ...laterOf(call, behaviour), ...returns }
  const booked = await book(database, {
    ...{ organizationId, key, kind: 'authorize', of: undefined, amount, outcome, behaviour: kept },
    challengeResult: undefined,
  })
  await announceEnd(options, booked)
  if (disturbance === 'timeoutAfter') return never(signal)
  if (disturbance === 'reset') throw Object.assign(new Error('The connection broke.'), { code: 'ECONNRESET' })
  if (disturbance === 'slow') await sleep(slowMs, undefined, { signal })
  return booked.outcome
}

/** What is still to come. */
function laterOf({ canReview, source }: Pick<AuthorizeCall, 'canReview' | 'source'>, behaviour: Behaviour) {
  const { isReviewed, authorizationDays } = behaviour
  const later = laterEventOf(behaviour, source)
  return {
    ...(isReviewed && canReview ? { isReviewed } : {}),
    ...(authorizationDays === undefined ? {} : { authorizationDays }),
    ...(later === undefined ? {} : { later }),
  }
}

type Ending = Pick<SandboxOptions, 'database' | 'clock'>

/** An authorization that is ended elsewhere: the sandbox reports it some days later. It may be repeated. */
async function announceEnd({ database, clock }: Ending, booked: BookedCall | undefined): Promise<void> {
  if (booked?.outcome.status !== 'review' || booked.behaviour.later !== 'authorizationEnded') return
  const { organizationId, key: subject } = booked
  const dueAt = clock.now().add({ hours: 24 * LATER_DAYS.authorizationEnded })
  await database.transaction((tx) =>
    scheduleAtLatest(tx, { organizationId, kind: REPORT_SANDBOX_EVENT, subject, dueAt }),
  )
}

async function never(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason as Error
}

function outcomeOf(options: SandboxOptions, call: AuthorizeCall, behaviour: Behaviour): Outcome {
  const { baseUrl, secrets } = options
  const authentication = authenticationOf(call, behaviour)
  if (authentication !== 'challenge' || behaviour.decline !== undefined) {
    return chargeOf(options, call, behaviour, authentication === 'challenge' ? undefined : authentication)
  }
  const url = `${baseUrl}${challengePathOf(secrets, call)}`
  return { status: 'challenge', challenge: { url }, facts: factsOf(call, undefined) }
}

type Charge = Pick<AuthorizeCall, 'key' | 'source' | 'storesCredential' | 'canReview'>

function chargeOf(
  ending: Ending,
  call: Charge,
  behaviour: Behaviour,
  authentication: Authentication | undefined,
): Outcome {
  const facts = factsOf(call, authentication)
  if (behaviour.decline !== undefined) return { status: 'declined', reason: behaviour.decline, facts }
  if (authentication?.result === 'failed') return { status: 'declined', reason: 'authenticationFailed', facts }
  return behaviour.isReviewed === true && call.canReview
    ? held(ending, behaviour, facts)
    : { status: 'approved', facts }
}

function held({ clock }: Ending, { authorizationDays }: Behaviour, facts: ProcessorFacts): Outcome {
  if (authorizationDays === undefined) return { status: 'review', facts }
  return { status: 'review', facts, decideBy: clock.now().add({ hours: 24 * authorizationDays }) }
}

/** Begins a hosted checkout: books it, and leads the payer to the sandbox's page. */
async function begin({ database, baseUrl, secrets }: SandboxOptions, call: HostedCall): Promise<Outcome> {
  const { organizationId, key, amount, canReview, storesCredential, method, returnUrl } = call
  const url = `${baseUrl}${checkoutPathOf(secrets, call)}`
  const facts = { ...NO_FACTS, reference: newId(), account: NO_ACCOUNT }
  const { outcome } = await book(database, {
    ...{ organizationId, key, kind: 'authorize', of: undefined, amount, challengeResult: undefined },
    outcome: { status: 'challenge', challenge: { url }, facts },
    behaviour: { returnUrl, hosted: { canReview, storesCredential, method } },
  })
  return outcome
}

const NO_FACTS = {
  authorizationCode: undefined,
  responseCode: undefined,
  addressCheck: undefined,
  securityCodeCheck: undefined,
  authentication: undefined,
  storedCredential: undefined,
} as const

/**
 * Ends a hosted checkout as the sandbox's page does: charges what the payer entered there, or nothing if they left. The
 * first end counts. The page authenticates payers itself.
 */
export async function endCheckout(ending: Ending, place: Place, entered: Source | 'canceled'): Promise<Outcome> {
  const { database } = ending
  const booked = await findBooked(database, place)
  const { hosted } = booked?.behaviour ?? {}
  if (booked?.amount === undefined || hosted === undefined) return { status: 'unknown' }
  if (entered === 'canceled') {
    return concludeChallenge(database, place, { status: 'declined', reason: 'notProcessed', facts: undefined })
  }
  const call = { ...place, ...hosted, amount: booked.amount, source: entered, isAuthenticated: false }
  const behaviour = behaviourOf(call)
  const charged = chargeOf(ending, call, behaviour, undefined)
  const outcome = await concludeChallenge(database, place, charged, laterOf(call, behaviour))
  await announceEnd(ending, await findBooked(database, place))
  return outcome
}

const AUTHENTICATED = { version: '2.2.0', transactionId: undefined } as const

const AUTHENTICATIONS: Readonly<Record<'frictionless' | 'failed' | 'unavailable', Authentication>> = {
  frictionless: { ...AUTHENTICATED, result: 'frictionless', indicator: '05' },
  failed: { ...AUTHENTICATED, result: 'failed', indicator: undefined },
  unavailable: { ...AUTHENTICATED, result: 'unavailable', indicator: '07' },
}

function authenticationOf(
  { isAuthenticated, source }: AuthorizeCall,
  { authentication }: Behaviour,
): Authentication | 'challenge' | undefined {
  if (!isAuthenticated || source.method !== 'card') return undefined
  return authentication === 'challenge' ? authentication : AUTHENTICATIONS[authentication ?? 'frictionless']
}

function factsOf(call: Charge, authentication: Authentication | undefined): ProcessorFacts {
  const isCard = call.source.method === 'card'
  return {
    reference: newId(),
    account: accountFactsOf(call.source),
    authorizationCode: isCard ? call.key.slice(-6) : undefined,
    responseCode: '00',
    addressCheck: isCard ? 'Y' : undefined,
    securityCodeCheck: isCard ? 'M' : undefined,
    authentication,
    storedCredential: call.storesCredential ? `sandbox-${newId()}` : undefined,
  }
}

/** The answer after the payer has ended the challenge; still a challenge while they have not. */
async function concluded(ending: Ending, place: Place): Promise<Outcome> {
  const { database } = ending
  const booked = await findBooked(database, place)
  if (booked === undefined) return { status: 'unknown' }
  const { outcome, challengeResult, behaviour } = booked
  if (outcome.status !== 'challenge' || challengeResult === undefined) return outcome
  const isPassed = challengeResult === 'passed'
  const result = isPassed ? 'challenged' : 'failed'
  const authentication: Authentication = { ...AUTHENTICATED, result, indicator: isPassed ? '05' : undefined }
  const facts = { ...outcome.facts, authentication }
  const charged: Outcome =
    behaviour.isReviewed === true ? held(ending, behaviour, facts) : { status: 'approved', facts }
  const failed: Outcome = { status: 'declined', reason: 'authenticationFailed', facts }
  const answer = await concludeChallenge(database, place, isPassed ? charged : failed)
  await announceEnd(ending, await findBooked(database, place))
  return answer
}

async function followUp(
  { database, clock }: Ending,
  kind: 'capture' | 'reverse' | 'refund',
  { organizationId, key, of, amount }: FollowUpCall,
): Promise<Outcome> {
  const booked = await bookFollowUp(database, { organizationId, key, kind, of }, (charge, earlier) => {
    const facts = charge?.outcome !== undefined && 'facts' in charge.outcome ? charge.outcome.facts : undefined
    const isAllowed = charge !== undefined && ALLOWED[kind](charge, earlier, amount)
    if (!isAllowed || facts === undefined) {
      return { amount, outcome: { status: 'declined', reason: 'notAllowed', facts: undefined } }
    }
    if (hasEnded(charge, earlier, clock.now())) {
      return { amount, outcome: { status: 'declined', reason: 'authorizationExpired', facts: undefined } }
    }
    return {
      amount,
      outcome: { status: 'approved', facts: { ...facts, reference: newId(), storedCredential: undefined } },
    }
  })
  return booked.outcome
}

/** Whether what was authorized and not captured can no longer be. */
function hasEnded({ outcome }: BookedCall, earlier: readonly BookedCall[], now: Temporal.Instant): boolean {
  if (outcome.status !== 'review' || has(earlier, 'capture')) return false
  const isOver = outcome.decideBy !== undefined && Temporal.Instant.compare(outcome.decideBy, now) <= 0
  return isOver || has(earlier, 'authorizationEnded')
}

type Rule = (charge: BookedCall, earlier: readonly BookedCall[], amount: FollowUpCall['amount']) => boolean

const ALLOWED: Readonly<Record<'capture' | 'reverse' | 'refund', Rule>> = {
  capture: ({ outcome }, earlier) =>
    outcome.status === 'review' && !has(earlier, 'capture') && !has(earlier, 'reverse'),
  reverse: ({ outcome }, earlier) =>
    (outcome.status === 'review' || outcome.status === 'approved') &&
    !has(earlier, 'capture') &&
    !has(earlier, 'reverse') &&
    !has(earlier, 'refund'),
  refund: (charge, earlier, amount) => {
    const left = leftOfCharge(charge, earlier)
    return left !== undefined && compareMoney(amount, left) <= 0
  },
}
