import { sql } from 'kysely'
import type { Person } from '../../kernel/person.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SearchRequest } from './search-store.ts'

/** Ids of searches whose query or name has an address of the person. Phone and customer numbers cannot be searched for. */
export async function findSearchesNaming(
  db: Db,
  organizationId: string,
  { emails }: Person,
): Promise<readonly string[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ search_id: string; request: SearchRequest }>`
    select search_id, request from transaction_searches
    where organization_id = ${organizationId}
      and exists (select from unnest(${[...emails]}::text[]) as address
        where position(address in lower(request::text)) > 0)`.execute(db)
  return rows.filter(({ request }) => isNamed(request, emails)).map(({ search_id }) => search_id)
}

/** Whether an address is whole, not part of a longer one. */
function isNamed({ query, name = '' }: SearchRequest, emails: readonly string[]): boolean {
  const words = `${query} ${name}`.toLowerCase().split(/[\s"'():,;<>[\]{}]+/)
  return words.some((word) => emails.includes(word.trim()))
}

export async function deleteSearches(db: Db, organizationId: string, searchIds: readonly string[]): Promise<void> {
  if (searchIds.length === 0) return
  await sql`delete from transaction_searches
    where organization_id = ${organizationId} and search_id = any(${[...searchIds]}::uuid[])`.execute(db)
}
