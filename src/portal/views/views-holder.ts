import { sql } from 'kysely'
import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import type { Database } from '../../platform/postgres/database.ts'

const NAME = 'saved views'

/** Holds views whose name or filters name the person. Those that the person made are removed with the person. */
export function viewsHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count ${chosen(sought)}`.execute(db.db)
      return counted(NAME, rows[0]?.count ?? 0)
    },
    erase: async (sought) => {
      const { numAffectedRows = 0n } = await sql`delete ${chosen(sought)}`.execute(db.db)
      return counted(NAME, Number(numAffectedRows))
    },
  }
}

/** By address only: other words of a person may be anything. A query is percent-encoded, or has the plain address. */
function chosen({ organizationIds, person }: SoughtPerson) {
  const words = person.emails.flatMap((email) => [email, encodeURIComponent(email)])
  return sql`from saved_views where organization_id = any(${[...organizationIds]}::text[])
    and exists (select from unnest(${words}::text[]) as word
      where strpos(lower(query), lower(word)) > 0 or strpos(lower(name), lower(word)) > 0)`
}
