import type { AuditActor } from './actor.ts'
import type { Person } from './person.ts'

/** A person whose data is searched for, and where. */
export type SoughtPerson = {
  /** The organization that requests the search. */
  readonly organizationId: string
  /** That organization and all below it; any of them may have data about the person. */
  readonly organizationIds: readonly string[]
  readonly person: Person
}

/** Data that remains after an erasure, and why, or until when. */
export type RemainingData = { readonly what: string; readonly why: string }

/** The data that a holder has about a person, or had before the erasure. */
export type HeldData = {
  /** Counts by kind, such as `{ invoices: 2 }`; kinds without any are left out. */
  readonly counts: Readonly<Record<string, number>>
  /** True where the search stopped counting early. Never true of an erasure. */
  readonly isLowerBound?: boolean
  readonly remaining: readonly RemainingData[]
}

/**
 * A part of the product that stores personal data. Every component that does exports one at its index.
 * Data it cannot erase, such as files that were handed out, it only lists.
 */
export type PersonalDataHolder = {
  readonly name: string
  /** Read-only. */
  readonly find: (sought: SoughtPerson) => Promise<HeldData>
  /** Refuses an erasure, with the reason, before any holder erases anything. */
  readonly refuse?: (sought: SoughtPerson) => Promise<void>
  /**
   * Erases the data and returns it. If it is interrupted, the next call erases the rest; a call that
   * finds nothing changes nothing. Entities that contained the data keep their ids, numbers and amounts.
   */
  readonly erase: (sought: SoughtPerson, by: AuditActor) => Promise<HeldData>
}

export const NOTHING_HELD: HeldData = { counts: {}, remaining: [] }

/** The sum of both. */
export function heldTogether(one: HeldData, other: HeldData): HeldData {
  const counts: Record<string, number> = { ...one.counts }
  for (const [what, count] of Object.entries(other.counts)) {
    counts[what] = (counts[what] ?? 0) + count
  }
  return {
    counts,
    ...(one.isLowerBound || other.isLowerBound ? { isLowerBound: true } : {}),
    remaining: [
      ...one.remaining,
      ...other.remaining.filter(({ what }) => !one.remaining.some((same) => same.what === what)),
    ],
  }
}

/** The given count of one kind; nothing for zero. */
export function counted(what: string, count: number): HeldData {
  return count === 0 ? NOTHING_HELD : { counts: { [what]: count }, remaining: [] }
}
