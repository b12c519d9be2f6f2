import { sql } from 'kysely'
import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import type { Database } from '../../platform/postgres/database.ts'

/** Holds deliveries to the sandbox's receivers, which are found by the mail address in them. */
export function receivedHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  const chosen = ({ organizationIds, person }: SoughtPerson) => sql`from sandbox_received
    where organization_id = any(${[...organizationIds]}::text[]) and email_to = any(${[...person.emails]}::text[])`
  const NAME = 'received test deliveries'
  return {
    name: 'webhook lab',
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
