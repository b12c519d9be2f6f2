// pure

/** The declined attempts on a link at the time of a new attempt, by the database's clock. */
export type DeclineFacts = {
  readonly now: Temporal.Instant
  /** Declines from the same network address. */
  readonly own: Declines
  /** Declines from all addresses. */
  readonly link: Declines
  /**
   * Attempts from the same address whose outcome is not known yet. Once the address has a decline, each counts as if it
   * had been declined at its start; before, many may pay concurrently.
   */
  readonly open: { readonly count: number; readonly lastStartedAt: Temporal.Instant | undefined }
  /** When the address, which was asked to wait because of others' declines, may try. */
  readonly admittedFrom: Temporal.Instant | undefined
}

type Declines = { readonly count: number; readonly lastAt: Temporal.Instant | undefined }

export type Admission =
  /** `usesWait`: the address has waited because of others' declines, and has to wait again before its next attempt. */
  | { readonly outcome: 'admitted'; readonly usesWait: boolean }
  | {
      readonly outcome: 'wait'
      /** The origin of the declines that are the reason. */
      readonly because: 'address' | 'link'
      readonly seconds: number
      /** The promise to keep: when the address may try as far as others' declines are concerned. */
      readonly admittedFrom: Temporal.Instant | undefined
    }

/** Declines are forgotten after this long without another one. */
export const OWN_MEMORY_HOURS = 24
export const LINK_MEMORY_HOURS = 1
/** How long an address that has waited may take to try again. */
const PROMISE_MINUTES = 10

const OWN_FREE = 2
const OWN_FIRST_SECONDS = 10
const OWN_SECONDS_MAX = 3600

/** How long an address waits after its last declined attempt: 10 s after the third, twice as long each time, up to an hour. */
export function ownDelaySeconds(declines: number): number {
  if (declines <= OWN_FREE) return 0
  return Math.min(OWN_FIRST_SECONDS * 2 ** (declines - OWN_FREE - 1), OWN_SECONDS_MAX)
}

const LINK_FREE = 9
const LINK_FIRST_SECONDS = 2
const LINK_SECONDS_MAX = 30

/**
 * How long every address waits before an attempt on a link with many declines: 2 s from the tenth on, twice as long
 * whenever their number has doubled, up to half a minute. Each address waits by itself, so that none can keep others
 * from paying.
 */
export function linkDelaySeconds(declines: number): number {
  if (declines <= LINK_FREE) return 0
  const doublings = Math.floor(Math.log2(declines / (LINK_FREE + 1)))
  return Math.min(LINK_FIRST_SECONDS * 2 ** doublings, LINK_SECONDS_MAX)
}

/** Whether an address may try to pay now, or how long it has to wait. */
export function admissionOf(facts: DeclineFacts): Admission {
  const { now } = facts
  const ownFrom = ownAdmittedFrom(facts)
  const linkFrom = linkAdmittedFrom(facts)
  const from = latest(ownFrom, linkFrom)
  if (from === undefined || Temporal.Instant.compare(now, from) >= 0) {
    return { outcome: 'admitted', usesWait: linkFrom !== undefined }
  }
  const seconds = Math.ceil((from.epochMilliseconds - now.epochMilliseconds) / 1000)
  return { outcome: 'wait', because: from === ownFrom ? 'address' : 'link', seconds, admittedFrom: linkFrom }
}

/** When the address may try as far as its own attempts are concerned; undefined if it has none that count. */
function ownAdmittedFrom({ now, own, open }: DeclineFacts): Temporal.Instant | undefined {
  if (own.count === 0 || !isWithin(own.lastAt, now, OWN_MEMORY_HOURS)) return undefined
  const last = latest(own.lastAt, open.count > 0 ? open.lastStartedAt : undefined)
  return last?.add({ seconds: ownDelaySeconds(own.count + open.count) })
}

/** When the address may try as far as all declines on the link are concerned; undefined if they are few. */
function linkAdmittedFrom({ now, link, admittedFrom }: DeclineFacts): Temporal.Instant | undefined {
  const seconds = isWithin(link.lastAt, now, LINK_MEMORY_HOURS) ? linkDelaySeconds(link.count) : 0
  if (seconds === 0) return undefined
  const isPromised =
    admittedFrom !== undefined && Temporal.Instant.compare(now, admittedFrom.add({ minutes: PROMISE_MINUTES })) < 0
  return isPromised ? admittedFrom : now.add({ seconds })
}

function isWithin(at: Temporal.Instant | undefined, now: Temporal.Instant, hours: number): boolean {
  return at !== undefined && Temporal.Instant.compare(now, at.add({ hours })) < 0
}

function latest(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): Temporal.Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Temporal.Instant.compare(a, b) >= 0 ? a : b
}
