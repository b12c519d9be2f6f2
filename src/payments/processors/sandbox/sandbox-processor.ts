import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareMoney } from '../../../kernel/money.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import { scheduleAtLatest, scheduleUnlessScheduled } from '../../../platform/queue/agenda.ts'
import { newId } from '../../../platform/secrets/random.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { hasExpired } from '../../port/account-expiry.ts'
import {
  type Authentication,
  type AuthorizeCall,
  type Capabilities,
  DEBIT_CURRENCY,
  type FollowUpCall,
  type HostedCall,
  type Lookup,
  METHODS,
  type Method,
  type Outcome,
  type ProcessorFacts,
  type RiskFacts,
} from '../../port/port.ts'
import type { Processor } from '../../port/processor.ts'
import { behaviourOf, type CheckoutSource, laterEventOf, type Means, meansOf, NO_ACCOUNT } from './behaviour.ts'
import { challengePathOf, challengeUrlIn, checkoutPathOf } from './challenge-path.ts'
import { REPORT_SANDBOX_EVENT, sandboxDayOf } from './days/sandbox-day.ts'
import { has, leftOfCharge } from './left-of-charge.ts'
import { testCardList } from './pages/test-card-list.ts'
import { walletSheet } from './pages/wallet-sheet.ts'
import { readSandboxEvents } from './sandbox-events.ts'
import { SANDBOX } from './sandbox-name.ts'
import { type BookedCall, book, bookFollowUp, concludeChallenge, findBooked } from './sandbox-store.ts'
import { findStoredMeans, newCredential, revokeCredential, storedOf } from './stored-credentials.ts'
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
    capabilities: ({ currency }) => capabilitiesWith(hostedMethods, currency),
    authorize: (call, signal) => authorize(options, call, signal),
    capture: (call) => followUp(options, 'capture', call),
    reverse: (call) => followUp(options, 'reverse', call),
    refund: (call) => followUp(options, 'refund', call),
    challenge: ({ organizationId, of }) => concluded(options, { organizationId, key: of }),
    lookup: (call) => lookUp(database, call),
    abandon: (call) => abandon(database, call),
    begin: (call) => begin(options, call),
    outcome: answerOf,
    revoke: async (call) => {
      await revokeCredential(database, call)
      return { status: 'revoked' }
    },
    readEvent: (incoming) => readSandboxEvents(secrets, incoming, answerOf),
    // The merchant's day is closed by a job, which puts the movement into a batch.
    afterRecording: ({ organizationId, at: dueAt }) => [
      scheduleUnlessScheduled({ ...sandboxDayOf(organizationId), dueAt }),
    ],
    pageParts: { testCards: testCardList, walletSheet, hasSimulatedWallets: true, challengeUrl: challengeUrlIn },
  }
}

const NEVER_CHARGED: Outcome = { status: 'declined', reason: 'notProcessed', facts: undefined }

/** An unknown key is booked as absent, so that a call that is still on its way is refused when it arrives. */
async function lookUp(database: Database, { organizationId, key }: Place): Promise<Lookup> {
  const tombstone = { organizationId, key, ...NOTHING, kind: 'tombstone', outcome: NEVER_CHARGED } as const
  const { kind, outcome } = await book(database, tombstone)
  return kind === 'tombstone' ? { status: 'absent' } : outcome
}

/** The first end counts: that of the payer, or this one. */
async function abandon(database: Database, place: Place): Promise<Lookup> {
  const found = await lookUp(database, place)
  if (found.status === 'absent') return found
  await concludeChallenge(database, place, NEVER_CHARGED, { isAbandoned: true })
  const ended = await findBooked(database, place)
  return ended === undefined || ended.behaviour.isAbandoned === true ? { status: 'absent' } : ended.outcome
}

/**
 * Where the page offers what the sandbox's own page has (`hosted`), it offers nothing that is entered here. The sandbox's
 * bank accounts are American, wherever they are entered.
 */
function capabilitiesWith(hosted: readonly Method[], currency: string): Capabilities {
  const hostedMethods = hosted.filter((method) => method !== 'bankDebit' || currency === DEBIT_CURRENCY)
  const direct: readonly Method[] = hostedMethods.includes('hosted')
    ? []
    : METHODS.filter((method) => method !== 'hosted' && (method !== 'bankDebit' || currency === DEBIT_CURRENCY))
  const methods = METHODS.filter((method) => direct.includes(method) || hostedMethods.includes(method))
  const hasCardFields = direct.includes('card') && !hostedMethods.includes('card')
  // The sandbox's own page authenticates payers as it likes.
  const authenticatedMethods: readonly Method[] = hasCardFields ? ['card'] : []
  return { methods, hasCardFields, hostedMethods, authenticatedMethods, storesCredentials: true }
}

const NOTHING = { of: undefined, amount: undefined, behaviour: {}, challengeResult: undefined } as const

async function authorize(options: SandboxOptions, call: AuthorizeCall, signal: AbortSignal): Promise<Outcome> {
  const { database, slowMs = SLOW_MS } = options
  const { organizationId, key, amount, source, storesCredential } = call
  const isStored = 'storedCredential' in source
  const means = isStored ? await storedMeans(options, { organizationId, ...source }) : meansOf(source)
  const behaviour = behaviourOf(means, amount)
  const { disturbance } = behaviour
  if (disturbance === 'timeoutBefore') return never(signal)
  const charge: Charge = { ...call, means, isStored, isNamed: false }
  const outcome = outcomeOf(options, charge, behaviour)
  const returns = outcome.status === 'challenge' ? { returnUrl: call.returnUrl } : {}
  const kept = { ...laterOf(charge, behaviour), ...storedOf(means, storesCredential), ...returns }
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

type StoredPlace = Parameters<typeof findStoredMeans>[1] & { readonly method: string }

/** The account of a credential; one that is unknown, revoked or expired is declined. */
async function storedMeans({ database, clock }: Ending, stored: StoredPlace): Promise<Means> {
  const means = await findStoredMeans(database, stored)
  if (means === undefined) {
    return { method: stored.method, account: NO_ACCOUNT, behaviour: { decline: 'accountProblem' } }
  }
  return hasExpired(means.account, clock.now()) ? { ...means, behaviour: { decline: 'expiredCard' } } : means
}

/** The later course of the charge, as the books keep it. */
function laterOf({ canReview, means }: Pick<Charge, 'canReview' | 'means'>, behaviour: Behaviour) {
  const { isReviewed, authorizationDays } = behaviour
  const later = laterEventOf(behaviour, means)
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

function outcomeOf(options: SandboxOptions, call: Charge, behaviour: Behaviour): Outcome {
  const { baseUrl, secrets } = options
  const authentication = authenticationOf(call, behaviour)
  if (authentication !== 'challenge' || behaviour.decline !== undefined) {
    return chargeOf(options, call, behaviour, authentication === 'challenge' ? undefined : authentication)
  }
  const facts = factsOf(call, undefined)
  if (call.isStored) return { status: 'declined', reason: 'authenticationFailed', facts }
  const url = `${baseUrl}${challengePathOf(secrets, call)}`
  return { status: 'challenge', challenge: { url }, facts }
}

type Charge = Pick<AuthorizeCall, 'organizationId' | 'key' | 'storesCredential' | 'canReview' | 'isAuthenticated'> & {
  readonly means: Means
  /** Whether it is the merchant who charges, and no payer is there. */
  readonly isStored: boolean
  /** Whether the facts say by which method it was paid. */
  readonly isNamed: boolean
}

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
    ? held(ending, behaviour, { ...facts, risk: SANDBOX_RISK })
    : { status: 'approved', facts }
}

/** A card for reviews says what a processor may say. */
const SANDBOX_RISK: RiskFacts = {
  cardCountry: 'US',
  network: 'Sandbox',
  rules: ['Test card for reviews', 'First payment with this card'],
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
  method: undefined,
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
export async function endCheckout(
  ending: Ending,
  place: Place,
  entered: CheckoutSource | 'canceled',
): Promise<Outcome> {
  const { database } = ending
  const booked = await findBooked(database, place)
  const { hosted } = booked?.behaviour ?? {}
  if (booked?.amount === undefined || hosted === undefined) return { status: 'unknown' }
  if (entered === 'canceled') {
    return concludeChallenge(database, place, NEVER_CHARGED)
  }
  const means = meansOf(entered)
  const charge = { ...place, ...hosted, means, isStored: false, isNamed: hosted.method === 'hosted' }
  const behaviour = behaviourOf(means, booked.amount)
  const charged = chargeOf(ending, { ...charge, isAuthenticated: false }, behaviour, undefined)
  const kept = { ...laterOf(charge, behaviour), ...storedOf(means, hosted.storesCredential) }
  const outcome = await concludeChallenge(database, place, charged, kept)
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
  { isAuthenticated, isStored, means }: Charge,
  { authentication }: Behaviour,
): Authentication | 'challenge' | undefined {
  if (!isAuthenticated || means.method !== 'card') return undefined
  if (authentication === 'challenge') return authentication
  return isStored ? undefined : AUTHENTICATIONS[authentication ?? 'frictionless']
}

function factsOf(call: Charge, authentication: Authentication | undefined): ProcessorFacts {
  const { method, account } = call.means
  const isCard = method === 'card'
  return {
    reference: newId(),
    method: call.isNamed ? method : undefined,
    account,
    authorizationCode: isCard ? call.key.slice(-6) : undefined,
    responseCode: '00',
    addressCheck: isCard ? 'Y' : undefined,
    securityCodeCheck: isCard && !call.isStored ? 'M' : undefined,
    authentication,
    storedCredential: call.storesCredential ? newCredential(call) : undefined,
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

/** Whether an authorization that was not captured has ended. */
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
