import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { findOrganizations, getOrganization } from '../tree/organization-store.ts'
import { grouped, type MerchantGroup } from './merchant-group.ts'
import { insertMerchantGroup } from './merchant-group-store.ts'

type Deps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
}

/** Creates a group of merchants that are the organization itself or below it. */
export async function createMerchantGroup(
  { db, clock, machineClock }: Deps,
  { organizationId, by }: Actor,
  { name, merchantIds }: Pick<MerchantGroup, 'name' | 'merchantIds'>,
): Promise<MerchantGroup> {
  return db.transaction(async (tx) => {
    await getOrganization(tx, organizationId)
    // Neither parent nor type of an organization ever changes, so the members need no lock.
    const known = await findOrganizations(tx, merchantIds)
    const input = { organizationId, groupId: newId(), name, merchantIds }
    const group = grouped(input, known, { at: clock.now() })
    await insertMerchantGroup(tx, group)
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'merchant-group.created',
      subject: `merchant-group:${group.groupId}`,
      details: { name, members: group.merchantIds.join(' ') },
    })
    return group
  })
}
