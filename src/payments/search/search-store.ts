import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** A search as it was requested. */
export type SearchRequest = {
  readonly save: boolean
  readonly name: string | undefined
  readonly timezone: string | undefined
  readonly query: string
  readonly offset: number
  readonly limit: number
  readonly sort: string
}

type Place = { readonly organizationId: string; readonly searchId: string }

export async function insertSearch(
  db: Db | Tx,
  { organizationId, searchId }: Place,
  request: SearchRequest,
  at: Temporal.Instant,
): Promise<void> {
  await sql`insert into transaction_searches (organization_id, search_id, is_saved, request, created_at)
    values (${organizationId}, ${searchId}, ${request.save}, ${JSON.stringify(request)}::jsonb, ${at.toString()})`.execute(
    db,
  )
}

/** How long a search that is not saved can be run again. */
const UNSAVED = { hours: 24 }
/** The newest of each organization that are kept. */
const KEPT_MAX = { saved: 1_000, unsaved: 10_000 }

/** Loads a search; undefined if it does not exist or has expired. */
export async function findSearch(
  db: Db,
  { organizationId, searchId }: Place,
  now: Temporal.Instant,
): Promise<SearchRequest | undefined> {
  const { rows } = await sql<{ request: SearchRequest }>`select request from transaction_searches
    where organization_id = ${organizationId} and search_id = ${searchId}
      and (is_saved or created_at > ${now.subtract(UNSAVED).toString()})`.execute(db)
  return rows[0]?.request
}

/** Deletes expired searches, and the oldest of organizations that have too many; returns their number. */
export async function deleteOldSearches(db: Db, now: Temporal.Instant, keptMax = KEPT_MAX): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from transaction_searches as old using (
        select organization_id, search_id, is_saved, created_at,
          row_number() over (partition by organization_id, is_saved order by created_at desc, search_id) as place
        from transaction_searches) as ranked
      where old.organization_id = ranked.organization_id and old.search_id = ranked.search_id
        and ((not ranked.is_saved and ranked.created_at <= ${now.subtract(UNSAVED).toString()})
          or ranked.place > case when ranked.is_saved then ${keptMax.saved}::bigint else ${keptMax.unsaved}::bigint end)
      returning true)
    select count(*)::int as count from deleted`.execute(db)
  return rows[0]?.count ?? 0
}
