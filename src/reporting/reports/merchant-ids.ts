import { findIdsBelow, findMerchantGroup } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Whose records are meant: an organization's own, those of all merchants below it, or those of a group of them;
 * undefined where it has no such group.
 */
export async function findMerchantIds(
  db: Db,
  organizationId: string,
  groupName: string | undefined,
): Promise<readonly string[] | undefined> {
  if (groupName === undefined) return findIdsBelow(db, organizationId, { type: 'merchant' })
  return (await findMerchantGroup(db, organizationId, groupName))?.merchantIds
}
