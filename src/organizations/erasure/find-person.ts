import { refuseInvalid } from '../../kernel/errors.ts'
import type { Person } from '../../kernel/person.ts'
import type { HeldData, PersonalDataHolder, RemainingData, SoughtPerson } from '../../kernel/personal-data.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { findIdsBelow, getOrganization } from '../tree/organization-store.ts'

/** Data that no holder reaches and that the operator must know about. */
export const OUT_OF_REACH: RemainingData = {
  what: 'backups, and files and messages that have left the installation',
  why: 'they cannot be erased from here',
}

/** Determines where to search; refuses customer numbers where several merchants could use the same one. */
export async function seekPerson(
  db: Db,
  { organizationId, person }: { readonly organizationId: string; readonly person: Person },
): Promise<SoughtPerson> {
  const { type } = await getOrganization(db, organizationId)
  if (type !== 'merchant' && person.customerIds.length > 0) {
    refuseInvalid('The person', [
      {
        field: 'customerId',
        reason: `is a merchant's own number, and ${organizationId} is not a merchant: run the command for each merchant`,
      },
    ])
  }
  return { organizationId, organizationIds: await findIdsBelow(db, organizationId), person }
}

type Deps = {
  readonly db: Pick<Database, 'db'>
  readonly holders: readonly PersonalDataHolder[]
}

export type FoundPerson = {
  /** The person's data by the name of its holder. */
  readonly held: ReadonlyMap<string, HeldData>
  /** Data that would remain after an erasure. */
  readonly remaining: readonly RemainingData[]
}

/** Counts what an erasure of the person's data would erase; read-only. */
export async function findPerson(
  { db, holders }: Deps,
  input: { readonly organizationId: string; readonly person: Person },
): Promise<FoundPerson> {
  const sought = await seekPerson(db.db, input)
  const held = new Map<string, HeldData>()
  for (const holder of holders) held.set(holder.name, await holder.find(sought))
  const remaining = [...held.values()].flatMap((data) => data.remaining)
  return { held, remaining: [...remaining, OUT_OF_REACH] }
}
