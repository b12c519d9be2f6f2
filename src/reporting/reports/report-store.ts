import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../kernel/errors.ts'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Report, ReportProgress, ReportStatus } from './report.ts'
import { storedTerms, type TermsRow, termsOf } from './terms/stored-terms.ts'

export type ReportRow = TermsRow & {
  readonly organization_id: string
  readonly report_id: string
  readonly frequency: Report['frequency']
  readonly starts_at: Temporal.Instant
  readonly ends_at: Temporal.Instant
  readonly report_on: Temporal.PlainDate
  readonly ordered_by: string
  readonly status: ReportStatus
  readonly reason: string | null
  readonly failures: number
  readonly queued_at: Temporal.Instant
  readonly generating_at: Temporal.Instant | null
  readonly completed_at: Temporal.Instant | null
  readonly run_id: string | null
  readonly progress: ReportProgress | null
  readonly file: Report['file'] | null
  readonly manifest: Report['manifest'] | null
  readonly rerun_of: string | null
  readonly subscription_id: string | null
}

export const reportColumns = sql.raw(
  `organization_id, report_id, report_name, definition_name, mime_type, frequency, terms, time_zone,
  starts_at, ends_at, report_on, ordered_by, status, reason, failures, queued_at, generating_at, completed_at,
  run_id, progress, file, manifest, rerun_of, subscription_id`,
)

/** The characters of an id. PostgreSQL cannot even compare some others. */
const REPORT_ID = /^[\x21-\x7e]{1,100}$/

/** Finds a report of one of the organizations. */
export async function findReport(
  db: Db,
  organizationIds: readonly string[],
  reportId: string,
): Promise<Report | undefined> {
  return findReportWhere(db, sql`organization_id = any(${[...organizationIds]}::text[])`, reportId)
}

/** Finds a report of the owners. A partner may have very many organizations below it, so their ids stay in the database. */
export async function findOwnedReport(db: Db, owners: ReportOwners, reportId: string): Promise<Report | undefined> {
  return findReportWhere(db, sql`organization_id in (${ownerIdsSql(owners)})`, reportId)
}

async function findReportWhere(db: Db, isOwned: RawBuilder<unknown>, reportId: string): Promise<Report | undefined> {
  if (!REPORT_ID.test(reportId)) return undefined
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where ${isOwned} and report_id = ${reportId}`.execute(db)
  return rows.map(reportOf)[0]
}

/** PostgreSQL rejects a string with a null character, even in a comparison. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0')
}

/** Locks the report until the transaction ends; throws if it does not exist. */
export async function lockReport(tx: Tx, organizationId: string, reportId: string): Promise<Report> {
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where organization_id = ${organizationId} and report_id = ${reportId} for update`.execute(tx)
  const report = rows.map(reportOf)[0]
  if (report === undefined) throw unknownReport()
  return report
}

/** The same for unknown reports and those of other organizations. */
export function unknownReport(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'Report not found.', [{ field: 'reportId', reason: 'NOT_FOUND' }])
}

/** Inserts all reports in one statement. */
export async function insertReports(tx: Tx, reports: readonly Report[]): Promise<void> {
  if (reports.length === 0) return
  await sql`insert into reports (organization_id, report_id, report_name, definition_name, mime_type,
      frequency, terms, time_zone, starts_at, ends_at, report_on, ordered_by, status, queued_at, rerun_of,
      subscription_id)
    values ${sql.join(reports.map(newRow))}`.execute(tx)
}

function newRow(report: Report): RawBuilder<unknown> {
  const { terms, period } = report
  return sql`(${report.organizationId}, ${report.reportId}, ${terms.reportName}, ${terms.definitionName},
    ${terms.mimeType}, ${report.frequency}, ${JSON.stringify(storedTerms(terms))}::jsonb,
    ${terms.timeZone}, ${period.startsAt.toString()}, ${period.endsAt.toString()},
    ${report.reportOn.toString()}, ${report.orderedBy}, ${report.status},
    ${report.queuedAt.toString()}, ${report.rerunOf ?? null}, ${report.subscriptionId ?? null})`
}

/** Saves the columns that can change; the order of a report never does. */
export async function saveReport(tx: Tx, report: Report): Promise<void> {
  await sql`update reports set status = ${report.status}, reason = ${report.reason ?? null},
      failures = ${report.failures},
      generating_at = ${report.generatingAt?.toString() ?? null},
      completed_at = ${report.completedAt?.toString() ?? null}, run_id = ${report.runId ?? null},
      progress = ${json(report.progress)}, file = ${json(report.file)},
      manifest = ${json(report.manifest)}
    where organization_id = ${report.organizationId} and report_id = ${report.reportId}`.execute(tx)
}

/** Saves the progress of a run; returns false if the run no longer has the report. */
export async function saveProgress(
  db: Db,
  run: Pick<Report, 'organizationId' | 'reportId' | 'runId'>,
  progress: ReportProgress,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update reports set progress = ${json(progress)}
    where organization_id = ${run.organizationId} and report_id = ${run.reportId}
      and run_id = ${run.runId} and status = 'RUNNING'`.execute(db)
  return numAffectedRows > 0n
}

/** Until the transaction ends, no other transaction creates, finishes or admits a report of the user. */
export async function lockUser(tx: Tx, orderedBy: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${orderedBy}`}, 0))`.execute(tx)
}

/** Number of one-time reports and re-runs of the user that are PENDING or RUNNING. */
export async function countActive(tx: Tx, orderedBy: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports
    where ordered_by = ${orderedBy} and status in ('PENDING', 'RUNNING')
      and (frequency = 'ADHOC' or rerun_of is not null)`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Number of reports that are PENDING or RUNNING, of the users that begin with one of the prefixes. */
export async function countActiveOf(tx: Tx, prefixes: readonly string[]): Promise<number> {
  const isOfOne = sql.join(
    prefixes.map((prefix) => sql`ordered_by ^@ ${prefix}`),
    sql` or `,
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports
    where status in ('PENDING', 'RUNNING') and (${isOfOne})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Number of unfinished reports of the user. */
export async function countUnfinished(db: Db, orderedBy: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reports
    where ordered_by = ${orderedBy} and status in ('PENDING', 'QUEUED', 'RUNNING')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the oldest reports that should have a job; skips those that are locked by another transaction. */
export async function lockUnfinished(
  tx: Tx,
  { limit }: { readonly limit: number },
): Promise<readonly Pick<Report, 'organizationId' | 'reportId' | 'orderedBy'>[]> {
  const { rows } = await sql<Pick<ReportRow, 'organization_id' | 'report_id' | 'ordered_by'>>`
    select organization_id, report_id, ordered_by from reports where status in ('PENDING', 'RUNNING')
    order by place limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ organization_id, report_id, ordered_by }) => ({
    organizationId: organization_id,
    reportId: report_id,
    orderedBy: ordered_by,
  }))
}

/** Locks the user's report that has been QUEUED longest. */
export async function lockFirstQueued(tx: Tx, orderedBy: string): Promise<Report | undefined> {
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where ordered_by = ${orderedBy} and status = 'QUEUED' order by place limit 1
    for update`.execute(tx)
  return rows.map(reportOf)[0]
}

/**
 * Until the transaction ends, no other transaction orders a report of that name. Always taken after the user's lock.
 */
export async function lockName(
  tx: Tx,
  { organizationId, reportName }: { readonly organizationId: string; readonly reportName: string },
): Promise<void> {
  const name = JSON.stringify(['report name', organizationId, reportName])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Finds the one-time report that has the name, in its newest version. Failed reports do not count. */
export async function findNamed(db: Db, organizationId: string, reportName: string): Promise<Report | undefined> {
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where organization_id = ${organizationId} and report_name = ${reportName}
      and frequency = 'ADHOC' and status <> 'ERROR'
    order by place desc limit 1`.execute(db)
  return rows.map(reportOf)[0]
}

/** Finds all reports with the name, period and frequency of this one, including its versions. */
export async function findAlike(db: Db, report: Report): Promise<readonly Report[]> {
  const { organizationId, terms, reportOn, period, frequency } = report
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where organization_id = ${organizationId} and report_name = ${terms.reportName}
      and report_on = ${reportOn.toString()} and frequency = ${frequency}
      and starts_at = ${period.startsAt.toString()} and ends_at = ${period.endsAt.toString()}
    order by place`.execute(db)
  return rows.map(reportOf)
}

export function reportOf(row: ReportRow): Report {
  return {
    organizationId: row.organization_id,
    reportId: row.report_id,
    terms: termsOf(row),
    frequency: row.frequency,
    period: { startsAt: row.starts_at, endsAt: row.ends_at },
    reportOn: row.report_on,
    orderedBy: row.ordered_by,
    status: row.status,
    reason: row.reason ?? undefined,
    failures: row.failures,
    queuedAt: row.queued_at,
    generatingAt: row.generating_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    runId: row.run_id ?? undefined,
    progress: row.progress ?? undefined,
    file: row.file ?? undefined,
    manifest: row.manifest ?? undefined,
    rerunOf: row.rerun_of ?? undefined,
    subscriptionId: row.subscription_id ?? undefined,
  }
}

function json(value: object | undefined): RawBuilder<unknown> {
  return value === undefined ? sql`null` : sql`${JSON.stringify(value)}::jsonb`
}

/** The organizations whose reports are listed. */
export type ReportOwners = {
  readonly organizationId: string
  /** Whether all organizations below it are included. */
  readonly includesBelow: boolean
}

/** A query for the ids of the owners. */
export function ownerIdsSql({ organizationId, includesBelow }: ReportOwners): RawBuilder<unknown> {
  return includesBelow ? organizationsBelow(organizationId) : sql`select ${organizationId}::text collate "C"`
}
