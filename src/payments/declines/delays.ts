// pure
import { areManyDeclined, type RecentCounts } from './recent-counts.ts'

const OWN_FREE = 2
const OWN_FIRST_SECONDS = 10
const OWN_SECONDS_MAX = 3600

/** How long a network waits after its last declined attempt on a link: 10 s after the third, twice as long each time, up to an hour. */
export function ownDelaySeconds(declines: number): number {
  return doubled(OWN_FIRST_SECONDS, declines - OWN_FREE)
}

const ATTACKED_FIRST_SECONDS = 60

/** The same on a link on which other networks are declined: a minute after the first, twice as long each time. */
export function attackedDelaySeconds(declines: number): number {
  return doubled(ATTACKED_FIRST_SECONDS, declines)
}

/** Half declines count once they are whole. */
function doubled(firstSeconds: number, declines: number): number {
  const times = Math.floor(declines)
  return times < 1 ? 0 : Math.min(firstSeconds * 2 ** (times - 1), OWN_SECONDS_MAX)
}

const MANY = 10
const MANY_FIRST_SECONDS = 2
const MANY_SECONDS_MAX = 30

/**
 * How long every network waits before an attempt on a link with many declines: 2 s from the tenth on, twice as long
 * whenever their number has doubled, up to half a minute. Each network waits by itself, so that none can keep others
 * from paying.
 */
export function linkDelaySeconds(declines: number): number {
  if (declines < MANY) return 0
  const doublings = Math.floor(Math.log2(declines / MANY))
  return Math.min(MANY_FIRST_SECONDS * 2 ** doublings, MANY_SECONDS_MAX)
}

/** The same for all networks of a range, such as a /48, in which many of the others' attempts are declined. */
export function rangeDelaySeconds(others: RecentCounts): number {
  return areManyDeclined(others) ? linkDelaySeconds(others.declines) : 0
}

/** How many declines and open attempts a network may have over all links. */
export const NETWORK_MAX = 10
const SECONDS_OF_DECLINE = 60
const NETWORK_SECONDS_MAX = 600

/**
 * How long a network waits on every link while it has ten declines that no approved payment has made up for: until one
 * of them is forgotten, a minute at most. Those who have waited may pay; more declines then make the next wait
 * longer, up to ten minutes.
 */
export function networkDelaySeconds({ load }: Pick<RecentCounts, 'load'>): number {
  const excess = load - (NETWORK_MAX - 1)
  return excess <= 0 ? 0 : Math.min(Math.ceil(excess * SECONDS_OF_DECLINE), NETWORK_SECONDS_MAX)
}
