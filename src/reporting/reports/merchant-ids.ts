import { findIdsBelow, merchantGroups } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Finds the merchants whose records are reported: the organization's own and all below it, or those of a group.
 * Undefined if the organization has no such group.
 */
export async function findMerchantIds(
  db: Db,
  organizationId: string,
  groupName: string | undefined,
): Promise<readonly string[] | undefined> {
  if (groupName === undefined) return findIdsBelow(db, organizationId, { type: 'merchant' })
  return (await merchantGroups.find(db, organizationId, groupName))?.merchantIds
}
