import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Whether an organization has a report with a file. */
export async function hasReport(db: Db, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from reports
    where organization_id = ${organizationId} and status in ('COMPLETED', 'NO_DATA')) as found`.execute(db)
  return rows[0]?.found ?? false
}
