import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { findOrganizations } from '../tree/organization-store.ts'
import { differenceOf, type MemberChanges, type MerchantGroup, regrouped } from './merchant-group.ts'
import { lockMerchantGroup, saveMerchantGroup } from './merchant-group-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

type ChangeMerchantGroup = {
  /** The current name. */
  readonly name: string
  readonly newName?: string | undefined
  readonly members: MemberChanges
}

/** Renames a group or changes its members. Writes nothing if nothing changes. */
export async function changeMerchantGroup(
  { db, machineClock }: Deps,
  { organizationId, by }: Actor,
  { name, newName = name, members }: ChangeMerchantGroup,
): Promise<MerchantGroup> {
  return db.transaction(async (tx) => {
    const before = await lockMerchantGroup(tx, organizationId, name)
    const known = await findOrganizations(tx, 'set' in members ? members.set : members.add)
    const after = regrouped(before, { name: newName, members }, known)
    if (after === before) return before
    await saveMerchantGroup(tx, before, after)
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'merchant-group.changed',
      subject: `merchant-group:${after.groupId}`,
      details: {
        name: after.name,
        ...(after.name === before.name ? {} : { nameBefore: before.name }),
        added: differenceOf(after.merchantIds, before.merchantIds).join(' '),
        removed: differenceOf(before.merchantIds, after.merchantIds).join(' '),
      },
    })
    return after
  })
}
