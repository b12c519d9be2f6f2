import { refuseInvalid } from '../../kernel/errors.ts'
import type { Person } from '../../kernel/person.ts'
import type { RemainingData, SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findIdsBelow, getOrganization } from '../tree/organization-store.ts'

/** What no holder reaches, and whoever erases must know of. */
export const OUT_OF_REACH: RemainingData = {
  what: 'backups, and files and messages that have left the installation',
  why: 'they are not reached from here',
}

/** Where the person is to be looked for; refuses numbers that mean one person here and another there. */
export async function seekPerson(
  db: Db,
  { organizationId, person }: { readonly organizationId: string; readonly person: Person },
): Promise<SoughtPerson> {
  const { type } = await getOrganization(db, organizationId)
  if (type !== 'merchant' && person.customerIds.length > 0) {
    refuseInvalid('The person', [
      {
        field: 'customerId',
        reason: `is a merchant's own number, and ${organizationId} is no merchant: ask for each merchant by itself`,
      },
    ])
  }
  return { organizationId, organizationIds: await findIdsBelow(db, organizationId), person }
}
