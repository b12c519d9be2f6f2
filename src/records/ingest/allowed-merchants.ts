import { findOrganizations } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** The same reason for unknown merchants and those of others, so that it does not reveal which exist. */
const NOT_BELOW = 'is not a merchant of this organization'
const SUSPENDED = 'is suspended'

/**
 * Returns the reason for each merchant whose records the organization may not send. It is asked for each batch, since a
 * merchant may be suspended during a long upload.
 */
export async function problemsOfMerchants(
  db: Db,
  { organizationId, merchantIds }: { readonly organizationId: string; readonly merchantIds: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  if (merchantIds.size === 0) return problems
  const organizations = await findOrganizations(db, [...merchantIds])
  for (const merchantId of merchantIds) {
    const organization = organizations.get(merchantId)
    const isBelow = organization?.type === 'merchant' && organization.path.includes(organizationId)
    if (!isBelow) problems.set(merchantId, NOT_BELOW)
    else if (organization.suspendedBy !== undefined) problems.set(merchantId, SUSPENDED)
  }
  return problems
}
