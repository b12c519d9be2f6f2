import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { insertWithoutKeys } from '../creation/create-organization.ts'
import type { Organization, OrganizationType } from '../tree/organization.ts'
import { lockOrganization } from '../tree/organization-store.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

type NewMerchant = {
  readonly merchantId: string
  readonly name: string
  readonly type: OrganizationType
  /** Undefined for that of the organization above. */
  readonly timeZone: string | undefined
}

/** Creates an organization below the actor's. Its owner, who is invited afterwards, creates its keys. */
export async function createMerchant(
  { db, ...clocks }: Deps,
  { organizationId: parentId, by }: Actor,
  { merchantId, name, type, timeZone }: NewMerchant,
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const parent = await lockOrganization(tx, parentId)
    if (parent.type === 'merchant') throw noneBelow()
    const input = { organizationId: merchantId, type, name, timeZone: timeZone ?? parent.timeZone, contact: {} }
    return insertWithoutKeys(tx, clocks, by, { ...input, hasFraudManagement: false, parent })
  })
}

function noneBelow(): AppError {
  return new AppError('conflict', 'NO_PARENT', 'A merchant has no organizations below it.', [
    { field: 'organizationId', reason: 'must name a partner or an account' },
  ])
}
