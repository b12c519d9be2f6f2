import { refuseInvalid } from '../../kernel/errors.ts'
import type { Person } from '../../kernel/person.ts'
import type { RemainingData, SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db } from '../../platform/postgres/database.ts'
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
