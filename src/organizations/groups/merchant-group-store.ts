import { sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { refuseDuplicate } from '../tree/organization-store.ts'
import { differenceOf, type MerchantGroup } from './merchant-group.ts'

type MerchantGroupSummary = Omit<MerchantGroup, 'merchantIds'> & { readonly members: number }

const GROUP_COLUMNS = sql`organization_id as "organizationId", group_id as "groupId", name, created_at as "createdAt"`

export async function findMerchantGroup(
  db: Db,
  organizationId: string,
  name: string,
): Promise<MerchantGroup | undefined> {
  const { rows } = await sql<MerchantGroup>`
    select ${GROUP_COLUMNS}, array(select merchant_id from merchant_group_members member
      where member.organization_id = merchant_groups.organization_id
        and member.group_id = merchant_groups.group_id order by merchant_id) as "merchantIds"
    from merchant_groups where organization_id = ${organizationId} and name = ${name}`.execute(db)
  return rows[0]
}

/** Ordered by name. */
export async function listMerchantGroups(
  db: Db,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<readonly MerchantGroupSummary[]> {
  const { rows } = await sql<MerchantGroupSummary>`
    select ${GROUP_COLUMNS}, (select count(*)::int from merchant_group_members member
      where member.organization_id = merchant_groups.organization_id
        and member.group_id = merchant_groups.group_id) as members
    from merchant_groups where organization_id = ${organizationId}
    order by name limit ${limit}`.execute(db)
  return rows
}

/** The name of the first group of each merchant that is in one of the organization's groups. */
export async function findGroupNames(
  db: Db,
  { organizationId, merchantIds }: { readonly organizationId: string; readonly merchantIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ merchant_id: string; name: string }>`
    select member.merchant_id, min(name) as name from merchant_group_members member
    join merchant_groups using (organization_id, group_id)
    where organization_id = ${organizationId}
      and member.merchant_id = any(${[...merchantIds]}::text[])
    group by member.merchant_id`.execute(db)
  return new Map(rows.map(({ merchant_id, name }) => [merchant_id, name]))
}

/** The group, locked until the transaction ends; refuses one that does not exist. */
export async function lockMerchantGroup(tx: Tx, organizationId: string, name: string): Promise<MerchantGroup> {
  const { rows } = await sql`select from merchant_groups
    where organization_id = ${organizationId} and name = ${name} for update`.execute(tx)
  // In a second statement: members read together with the lock could be those before a concurrent change.
  const group = rows.length === 0 ? undefined : await findMerchantGroup(tx, organizationId, name)
  if (group === undefined) throw unknownMerchantGroup(organizationId, name)
  return group
}

export function unknownMerchantGroup(organizationId: string, name: string): AppError {
  return new AppError('not-found', 'NOT_FOUND', `The organization ${organizationId} has no merchant group "${name}".`, [
    { field: 'name', reason: 'is not known' },
  ])
}

export async function insertMerchantGroup(tx: Tx, group: MerchantGroup): Promise<void> {
  await refuseTakenName(
    group,
    sql`insert into merchant_groups (organization_id, group_id, name, created_at)
      values (${group.organizationId}, ${group.groupId}, ${group.name},
        ${group.createdAt.toString()})`.execute(tx),
  )
  await addMembers(tx, group, group.merchantIds)
}

export async function saveMerchantGroup(tx: Tx, before: MerchantGroup, after: MerchantGroup): Promise<void> {
  const { organizationId, groupId } = after
  if (after.name !== before.name) {
    await refuseTakenName(
      after,
      sql`update merchant_groups set name = ${after.name}
        where organization_id = ${organizationId} and group_id = ${groupId}`.execute(tx),
    )
  }
  await sql`delete from merchant_group_members
    where organization_id = ${organizationId} and group_id = ${groupId}
      and merchant_id = any(${differenceOf(before.merchantIds, after.merchantIds)}::text[])`.execute(tx)
  await addMembers(tx, after, differenceOf(after.merchantIds, before.merchantIds))
}

/** Deletes a group with its list of members. */
export async function deleteMerchantGroupRow(tx: Tx, { organizationId, groupId }: MerchantGroup): Promise<void> {
  await sql`delete from merchant_groups
    where organization_id = ${organizationId} and group_id = ${groupId}`.execute(tx)
}

async function addMembers(
  tx: Tx,
  { organizationId, groupId }: MerchantGroup,
  merchantIds: readonly string[],
): Promise<void> {
  await sql`insert into merchant_group_members (organization_id, group_id, merchant_id)
    select ${organizationId}, ${groupId}, merchant_id
    from unnest(${[...merchantIds]}::text[]) as member (merchant_id)`.execute(tx)
}

function refuseTakenName({ organizationId, name }: MerchantGroup, writing: Promise<unknown>): Promise<void> {
  const message = `The organization ${organizationId} already has a merchant group "${name}".`
  return refuseDuplicate(writing, message, { field: 'name', reason: 'is taken' })
}
