import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import { FINISHED_STATUSES } from '../reports/report-states.ts'
import { type ReportRow, reportColumns, reportOf } from '../reports/report-store.ts'

type PersonQuery = {
  readonly organizationIds: readonly string[]
  /** Wire names of fields that contain personal data. */
  readonly personalFields: readonly string[]
  /** In lower case. */
  readonly emails: readonly string[]
  readonly customerIds: readonly string[]
  /** Names of filters by customer number. */
  readonly customerFilters: readonly string[]
}

export type PersonReports = { readonly first: readonly Report[]; readonly total: number }

/**
 * Finds reports that may contain a person's data: their files have, or will have, columns with personal data, or they
 * were ordered with an email address or customer number of the person. Those that are kept longest come first.
 */
export async function findPersonReports(
  db: Db,
  { organizationIds, personalFields, emails, customerIds, customerFilters }: PersonQuery,
  { limit }: { readonly limit: number },
): Promise<PersonReports> {
  const { rows } = await sql<ReportRow & { total: number }>`
    select ${reportColumns}, (count(*) over ())::int as total from reports
    where organization_id = any(${[...organizationIds]}::text[])
      and (((file is not null or status <> all(${[...FINISHED_STATUSES]}::text[]))
          and terms -> 'fields' ?| ${[...personalFields]}::text[])
        or exists (select from unnest(${[...emails]}::text[]) as email
          where position(to_json(email)::text in lower(terms::text)) > 0)
        or exists (select from unnest(${[...customerFilters]}::text[]) as name
          where terms -> 'filters' -> name ?| ${[...customerIds]}::text[]))
    order by coalesce(completed_at, queued_at) desc, place desc limit ${limit}`.execute(db)
  return { first: rows.map(reportOf), total: rows[0]?.total ?? 0 }
}
