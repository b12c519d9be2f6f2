// pure
import type { AuditActor } from '../audit/audit-entry.ts'
import type { Person } from './person.ts'

/** A person whose data are looked for, and where. */
export type SoughtPerson = {
  /** In whose name it is asked. */
  readonly organizationId: string
  /** That organization and all below it: whatever is theirs may hold the person's data. */
  readonly organizationIds: readonly string[]
  readonly person: Person
}

/** What still holds the person's data, and why it is not reached or when it goes. */
export type RemainingData = { readonly what: string; readonly why: string }

/** What a holder has of a person, or had before it was erased. */
export type HeldData = {
  /** How many of what, as `{ invoices: 2 }`; nothing for what there is none of. */
  readonly counts: Readonly<Record<string, number>>
  /** Where so much was found that it was not counted to its end. Never said of what was erased. */
  readonly isLowerBound?: boolean
  readonly remaining: readonly RemainingData[]
}

/**
 * A part of the product that keeps data about persons. Every component that does offers one at its index.
 * What it cannot erase, such as files that were handed out, it only lists.
 */
export type PersonalDataHolder = {
  readonly name: string
  /** Changes nothing. */
  readonly find: (sought: SoughtPerson) => Promise<HeldData>
  /**
   * Erases, and says what. It may be stopped anywhere: the next call does what is left. A call that finds
   * nothing changes nothing. What the person's data stood in keeps its place, its number and its amounts.
   */
  readonly erase: (sought: SoughtPerson, by: AuditActor) => Promise<HeldData>
}

export const NOTHING_HELD: HeldData = { counts: {}, remaining: [] }

/** Both together. */
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

/** A count where there is something to be counted. */
export function counted(what: string, count: number): HeldData {
  return count === 0 ? NOTHING_HELD : { counts: { [what]: count }, remaining: [] }
}
