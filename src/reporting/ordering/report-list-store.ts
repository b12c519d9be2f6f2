import { type RawBuilder, sql } from 'kysely'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { instantText } from '../../platform/postgres/instant-text.ts'
import type { Report } from '../reports/report.ts'
import { ownerIdsSql, type ReportOwners, type ReportRow, reportColumns, reportOf } from '../reports/report-store.ts'
import type { ReportListQuery, TimeQueryType } from './report-list-query.ts'

type Sql = RawBuilder<unknown>

/** The sort keys. Each is in an index, after the organization. */
const KEYS: Readonly<Record<TimeQueryType, Sql>> = {
  reportTimeFrame: sql`ends_at`,
  executedTime: sql`coalesce(generating_at, queued_at)`,
}

/** Lists reports, newest first: by the end of their periods or by when they were generated. */
export async function listReports(db: Db, owners: ReportOwners, query: ReportListQuery): Promise<readonly Report[]> {
  const { rows } = await listStatement(owners, query).execute(db)
  return rows.map(reportOf)
}

/** Counts the reports on all pages. */
export async function countReports(db: Db, owners: ReportOwners, query: ReportListQuery): Promise<number> {
  const conditions = sql.join([...conditionsOf(query)], sql` and `)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports
    where organization_id in (${ownerIdsSql(owners)}) and ${conditions}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads no more rows per organization than fit on the page, in the order of an index. */
export function listStatement(owners: ReportOwners, query: ReportListQuery): RawBuilder<ReportRow> {
  const { offset, limit } = query
  const key = KEYS[query.timeQueryType]
  const conditions = sql.join([...conditionsOf(query)], sql` and `)
  return sql<ReportRow>`
    select ${reportColumns} from (${ownerIdsSql(owners)}) owner (owner_id) cross join lateral (
      select reports.*, ${key} as key from reports
      where organization_id = owner_id and ${conditions}
      order by ${key} desc, place desc limit ${offset + limit}::bigint
    ) first
    order by key desc, place desc limit ${limit} offset ${offset}::bigint`
}

function conditionsOf(query: ReportListQuery): readonly Sql[] {
  const { timeQueryType, from, to, reportDefinitionId, search, statuses, isOneTime } = query
  const definition = REPORT_DEFINITIONS.find(({ id }) => id === reportDefinitionId)
  const equal: readonly (readonly [column: string, value: string | undefined])[] = [
    ['mime_type', query.reportMimeType],
    ['frequency', query.reportFrequency],
    ['report_name', query.reportName],
    ['definition_name', reportDefinitionId === undefined ? undefined : (definition?.name ?? '')],
    ['status', query.reportStatus],
  ]
  return [
    ...WINDOWS[timeQueryType](from, to),
    ...equal.flatMap(([column, value]) => (value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`])),
    ...(search === undefined ? [] : [sql`position(lower(${search}) in lower(report_name)) > 0`]),
    ...(statuses === undefined ? [] : [sql`status = any(${[...statuses]}::text[])`]),
    ...(isOneTime === undefined ? [] : [sql`(frequency = 'ADHOC') = ${isOneTime}`]),
  ]
}

const WINDOWS: Readonly<Record<TimeQueryType, (from: Temporal.Instant, to: Temporal.Instant) => readonly Sql[]>> = {
  // The period lies within the window. The second condition follows from the others, but lets the index scan start
  // there.
  reportTimeFrame: (from, to) => [
    sql`starts_at >= ${instantText(from, 'ceil')}`,
    sql`ends_at > ${instantText(from, 'floor')}`,
    sql`ends_at <= ${instantText(to, 'floor')}`,
  ],
  executedTime: (from, to) => [
    sql`coalesce(generating_at, queued_at) >= ${instantText(from, 'ceil')}`,
    sql`coalesce(generating_at, queued_at) < ${instantText(to, 'ceil')}`,
  ],
}
