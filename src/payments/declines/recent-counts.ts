// pure

/**
 * The recent outcomes of a network, or of the range around it, over all links of all merchants. They fade by
 * themselves, so that one row without a history is enough.
 */
export type RecentCounts = {
  /**
   * Declines that still weigh: one is taken off every minute, and one by every approved payment. As it falls by less
   * than one within the first minute, a network that has no more than ten declines and open attempts together tries no
   * more than ten declined cards in it.
   */
  readonly load: number
  /** Declines of about the last ten minutes: their weight halves every five. */
  readonly declines: number
  /** Approved payments of that time, from the first decline on. */
  readonly approvals: number
}

export type StoredCounts = RecentCounts & { readonly countedAt: Temporal.Instant }

/** How long it takes until one decline is taken off the load. */
export const LOAD_SECONDS = 60
export const HALF_LIFE_SECONDS = 300

export const NO_COUNTS: RecentCounts = { load: 0, declines: 0, approvals: 0 }

/** The counts as they are now. */
export function countsAt({ countedAt, ...counted }: StoredCounts, now: Temporal.Instant): RecentCounts {
  const seconds = Math.max(0, (now.epochMilliseconds - countedAt.epochMilliseconds) / 1000)
  const faded = 0.5 ** (seconds / HALF_LIFE_SECONDS)
  return {
    load: Math.max(0, counted.load - seconds / LOAD_SECONDS),
    declines: counted.declines * faded,
    approvals: counted.approvals * faded,
  }
}

/** The counts of a range without one of its networks. */
export function countsWithout(range: RecentCounts, network: RecentCounts): RecentCounts {
  return {
    load: Math.max(0, range.load - network.load),
    declines: Math.max(0, range.declines - network.declines),
    approvals: Math.max(0, range.approvals - network.approvals),
  }
}

/** Whether the declines are at least a third of the outcomes. Among honest payers they are about a tenth. */
export function areManyDeclined({ declines, approvals }: Pick<RecentCounts, 'declines' | 'approvals'>): boolean {
  return declines > 0 && 2 * declines >= approvals
}
