import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { IN_KEY_ORDER, ONE_BY_ONE } from '../audit/audit-chain-store.ts'

/** The next organization, by id, that has a trail or should have one; undefined after the last. */
export async function nextTrail(db: Db, { after }: { readonly after: string }): Promise<string | undefined> {
  const { rows } = await sql<{ next: string | null }>`select least(
    (select min(organization_id) from organizations where organization_id > ${after}),
    (select min(organization_id) from audit_entries where organization_id > ${after}),
    (select min(organization_id) from audit_unsealed where organization_id > ${after}),
    (select min(organization_id) from audit_seals where organization_id > ${after}),
    (select min(organization_id) from audit_heads where organization_id > ${after})
  ) as next`.execute(db)
  return rows[0]?.next ?? undefined
}

/** Makes the transaction read-only, with one snapshot of all tables. */
export async function freezeView(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  await sql`select ${IN_KEY_ORDER}`.execute(tx)
}

export type EntryPage = {
  readonly count: number
  readonly lastEntryId: string | undefined
  /** Entries that are neither sealed nor waiting. */
  readonly strayIds: readonly string[]
}

/** A page of an organization's entries, ordered by id. */
export async function pageOfEntries(
  tx: Tx,
  organizationId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<EntryPage> {
  const behind = after === undefined ? sql`` : sql`and entry_id > ${after}`
  const { rows } = await sql<{ count: bigint; last: string | null; strays: string[] }>`
    with page as materialized (
      select entry_id from audit_entries where organization_id = ${organizationId} ${behind}
      order by entry_id limit ${limit}
    ), unsealed as materialized (
      select page.entry_id from page left join lateral (select true as is_sealed from audit_seals
        where organization_id = ${organizationId} and entry_id = page.entry_id
        ${ONE_BY_ONE}) as seal on true
      where seal.is_sealed is null
    )
    select (select count(*) from page) as count,
      (select entry_id from page order by entry_id desc limit 1) as last,
      array(select entry_id::text from unsealed where not exists (select from audit_unsealed waiting
          where waiting.organization_id = ${organizationId} and waiting.entry_id = unsealed.entry_id)
        order by entry_id) as strays`.execute(tx)
  const { count = 0n, last = null, strays = [] } = rows[0] ?? {}
  return { count: Number(count), lastEntryId: last ?? undefined, strayIds: strays }
}

export type WaitingSummary = {
  readonly count: number
  /** Ids of removed entries, up to the limit. */
  readonly goneIds: readonly string[]
}

export async function summarizeWaiting(
  tx: Tx,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<WaitingSummary> {
  const { rows } = await sql<{ count: bigint; gone: string[] }>`
    select (select count(*) from audit_unsealed
        where organization_id = ${organizationId}) as count,
      array(select entry_id::text from audit_unsealed waiting
        where organization_id = ${organizationId} and not exists (select from audit_entries entry
          where entry.organization_id = waiting.organization_id and entry.entry_id = waiting.entry_id)
        order by position limit ${limit}) as gone`.execute(tx)
  const { count = 0n, gone = [] } = rows[0] ?? {}
  return { count: Number(count), goneIds: gone }
}
