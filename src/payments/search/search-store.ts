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

export async function findSearch(db: Db, { organizationId, searchId }: Place): Promise<SearchRequest | undefined> {
  const { rows } = await sql<{ request: SearchRequest }>`select request from transaction_searches
    where organization_id = ${organizationId} and search_id = ${searchId}`.execute(db)
  return rows[0]?.request
}
