import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import type { MerchantGroup } from './merchant-group.ts'
import { deleteMerchantGroupRow, lockMerchantGroup } from './merchant-group-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

/** Deletes a group; its merchants are not changed. */
export async function deleteMerchantGroup(
  { db, machineClock }: Deps,
  { organizationId, by }: Actor,
  { name }: { readonly name: string },
): Promise<MerchantGroup> {
  return db.transaction(async (tx) => {
    const group = await lockMerchantGroup(tx, organizationId, name)
    await deleteMerchantGroupRow(tx, group)
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'merchant-group.deleted',
      subject: `merchant-group:${group.groupId}`,
      details: { name, members: group.merchantIds.join(' ') },
    })
    return group
  })
}
