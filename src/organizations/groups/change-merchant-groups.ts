import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { findOrganizations, getOrganization } from '../tree/organization-store.ts'
import { differenceOf, grouped, type MemberChanges, type MerchantGroup, regrouped } from './merchant-group.ts'
import {
  deleteMerchantGroupRow,
  insertMerchantGroup,
  lockMerchantGroup,
  saveMerchantGroup,
} from './merchant-group-store.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

/** Creates a group of merchants that are the organization itself or below it. */
export async function createMerchantGroup(
  deps: Deps & { readonly clock: Clock },
  actor: Actor,
  { name, merchantIds }: Pick<MerchantGroup, 'name' | 'merchantIds'>,
): Promise<MerchantGroup> {
  const { organizationId } = actor
  return deps.db.transaction(async (tx) => {
    await getOrganization(tx, organizationId)
    // Neither parent nor type of an organization ever changes, so the members need no lock.
    const known = await findOrganizations(tx, merchantIds)
    const input = { organizationId, groupId: newId(), name, merchantIds }
    const group = grouped(input, known, { at: deps.clock.now() })
    await insertMerchantGroup(tx, group)
    await audit(tx, deps, actor, group, { action: 'created', details: { members: group.merchantIds.join(' ') } })
    return group
  })
}

type ChangeMerchantGroup = {
  /** The current name. */
  readonly name: string
  readonly newName?: string | undefined
  readonly members: MemberChanges
}

/** Renames a group or changes its members. Writes nothing if nothing changes. */
export async function changeMerchantGroup(
  deps: Deps,
  actor: Actor,
  { name, newName = name, members }: ChangeMerchantGroup,
): Promise<MerchantGroup> {
  return deps.db.transaction(async (tx) => {
    const before = await lockMerchantGroup(tx, actor.organizationId, name)
    const known = await findOrganizations(tx, 'set' in members ? members.set : members.add)
    const after = regrouped(before, { name: newName, members }, known)
    if (after === before) return before
    await saveMerchantGroup(tx, before, after)
    const details = {
      ...(after.name === before.name ? {} : { nameBefore: before.name }),
      added: differenceOf(after.merchantIds, before.merchantIds).join(' '),
      removed: differenceOf(before.merchantIds, after.merchantIds).join(' '),
    }
    await audit(tx, deps, actor, after, { action: 'changed', details })
    return after
  })
}

/** Deletes a group; its merchants are not changed. */
export async function deleteMerchantGroup(
  deps: Deps,
  actor: Actor,
  { name }: { readonly name: string },
): Promise<MerchantGroup> {
  return deps.db.transaction(async (tx) => {
    const group = await lockMerchantGroup(tx, actor.organizationId, name)
    await deleteMerchantGroupRow(tx, group)
    await audit(tx, deps, actor, group, { action: 'deleted', details: { members: group.merchantIds.join(' ') } })
    return group
  })
}

async function audit(
  tx: Tx,
  { machineClock }: Deps,
  { organizationId, by }: Actor,
  { groupId, name }: MerchantGroup,
  { action, details }: { readonly action: string; readonly details: Readonly<Record<string, string>> },
): Promise<void> {
  await recordAudit(tx, {
    organizationId,
    at: machineClock.now(),
    actor: by,
    action: `merchant-group.${action}`,
    subject: `merchant-group:${groupId}`,
    details: { name, ...details },
  })
}
