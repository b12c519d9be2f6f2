// pure
import {
  attackedDelaySeconds,
  linkDelaySeconds,
  NETWORK_MAX,
  networkDelaySeconds,
  ownDelaySeconds,
  rangeDelaySeconds,
} from './delays.ts'
import { areManyDeclined, countsWithout, type RecentCounts } from './recent-counts.ts'

/** The attempts on a link, and of a network, at the time of a new attempt, by the database's clock. */
export type DeclineFacts = {
  readonly now: Temporal.Instant
  /** Declines from the same network on the link. */
  readonly own: Declines
  /** Declines from all networks on the link, and the payments that were approved since the first of them. */
  readonly link: Declines & { readonly approvals: number }
  /**
   * Attempts from the same network on the link whose outcome is not known yet. Once the network has a decline there, each
   * counts as if it had been declined at its start.
   */
  readonly open: { readonly count: number; readonly lastStartedAt: Temporal.Instant | undefined }
  /** Attempts that were started within the last minute, and of which the processor has not said yet how they end. */
  readonly justStarted: {
    /** From the same network on the link. */
    readonly onLink: number
    /** From the same network on all links of all merchants. */
    readonly onNetwork: number
    /** From other networks on the link. */
    readonly ofOthers: number
  }
  /** The same network, on all links of all merchants. */
  readonly network: RecentCounts
  /** The /24 or /48 around it. */
  readonly range: RecentCounts
  readonly promises: Promises
  /** The processor's page takes the payment: nothing is authorized now. */
  readonly isHosted: boolean
}

type Declines = { readonly count: number; readonly lastAt: Temporal.Instant | undefined }

/** When a network that was asked to wait may try on the link. */
export type Promises = {
  /** As far as the declines of other networks are concerned. */
  readonly others: Temporal.Instant | undefined
  /** As far as its own declines on all links are concerned, which may be those of other people behind one address. */
  readonly network: Temporal.Instant | undefined
}

export type Admission =
  /** `usesWait`: the network has waited, and has to wait again before its next attempt. */
  { readonly outcome: 'admitted'; readonly usesWait: boolean } | Wait

export type Wait = {
  readonly outcome: 'wait'
  /** Whose attempts are the reason: the network's on this link or on all, those of others, or those that are open. */
  readonly because: 'own' | 'network' | 'others' | 'open'
  readonly seconds: number
  /** The promises to keep. */
  readonly promises: Promises
}

/** Declines on a link are forgotten after this long without another one. */
export const OWN_MEMORY_HOURS = 24
export const LINK_MEMORY_HOURS = 1
/** How long a network that has waited may take to try again. */
const PROMISE_MINUTES = 10

/** How long an attempt counts as just started; a processor that hangs keeps no one from paying for longer. */
export const JUST_STARTED_SECONDS = 60
const OPEN_ON_LINK_MAX = 3
/** Most processors answer within this time. */
const OPEN_SECONDS = 2
/** From this many declined or open attempts of others on, a link is under attack. */
const OTHERS_MIN = 3

/** Whether a network may try to pay now, or how long it has to wait. */
export function admissionOf(facts: DeclineFacts): Admission {
  const { now } = facts
  const promises = promisesOf(facts)
  const reasons = [
    { because: 'own', from: ownAdmittedFrom(facts) },
    { because: 'network', from: promises.network },
    { because: 'others', from: promises.others },
  ] as const
  const longest = reasons.reduce((a, b) => (isLater(b.from, a.from) ? b : a))
  const { because, from } = longest
  if (from !== undefined && isLater(from, now)) {
    const seconds = Math.ceil((from.epochMilliseconds - now.epochMilliseconds) / 1000)
    return { outcome: 'wait', because, seconds, promises }
  }
  if (hasTooManyOpen(facts))
    return { outcome: 'wait', because: 'open', seconds: OPEN_SECONDS, promises: facts.promises }
  // A promise that was not needed in the end must not be saved up.
  const usesWait = facts.promises.others !== undefined || facts.promises.network !== undefined
  return { outcome: 'admitted', usesWait }
}

/** When the network may try as far as its own attempts on the link are concerned; undefined if it has none that count. */
function ownAdmittedFrom(facts: DeclineFacts): Temporal.Instant | undefined {
  const { now, own, open } = facts
  const declines = isWithin(own.lastAt, now, OWN_MEMORY_HOURS) ? own.count : 0
  const isUnderAttack = isAttacked(facts)
  if (declines === 0 && !isUnderAttack) return undefined
  const counted = declines + open.count
  const seconds = isUnderAttack ? attackedDelaySeconds(counted) : ownDelaySeconds(counted)
  return seconds === 0 ? undefined : latest(own.lastAt, open.lastStartedAt)?.add({ seconds })
}

/**
 * Whether other networks are declined on the link. Then somebody may change networks with every card, so that each of
 * them gets one try and not three.
 */
function isAttacked({ now, own, link, justStarted }: DeclineFacts): boolean {
  const declines = isWithin(link.lastAt, now, LINK_MEMORY_HOURS) ? Math.max(0, link.count - own.count) : 0
  const others = declines + justStarted.ofOthers
  return others >= OTHERS_MIN && areManyDeclined({ declines: others, approvals: link.approvals })
}

/** A network that has been asked to wait is not asked again, even if more attempts are declined since. */
function promisesOf({ now, link, network, range, promises }: DeclineFacts): Promises {
  const linkSeconds = isWithin(link.lastAt, now, LINK_MEMORY_HOURS) ? linkDelaySeconds(link.count) : 0
  const seconds = Math.max(linkSeconds, rangeDelaySeconds(countsWithout(range, network)))
  return {
    others: promiseOf(promises.others, seconds, now),
    network: promiseOf(promises.network, networkDelaySeconds(network), now),
  }
}

function promiseOf(
  earlier: Temporal.Instant | undefined,
  seconds: number,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (seconds === 0) return undefined
  return isKept(earlier, now) ? earlier : now.add({ seconds })
}

function isKept(promise: Temporal.Instant | undefined, now: Temporal.Instant): promise is Temporal.Instant {
  return promise !== undefined && isLater(promise.add({ minutes: PROMISE_MINUTES }), now)
}

/**
 * Declines of the network count here like attempts whose outcome is open, so that it does not matter how fast the
 * processor answers; after a promise, which has made up for them, they do not.
 */
function hasTooManyOpen({ now, justStarted, network, promises, isHosted }: DeclineFacts): boolean {
  if (isHosted) return false
  const declines = isKept(promises.network, now) ? 0 : network.load
  return justStarted.onLink >= OPEN_ON_LINK_MAX || declines + justStarted.onNetwork > NETWORK_MAX - 1
}

function isWithin(at: Temporal.Instant | undefined, now: Temporal.Instant, hours: number): boolean {
  return at !== undefined && Temporal.Instant.compare(now, at.add({ hours })) < 0
}

function isLater(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): boolean {
  return a !== undefined && (b === undefined || Temporal.Instant.compare(a, b) > 0)
}

function latest(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): Temporal.Instant | undefined {
  return isLater(b, a) ? b : a
}
