import type { Tx } from '../../platform/postgres/database.ts'
import { enqueue, enqueueAll } from '../../platform/queue/enqueue.ts'
import type { Report } from './report.ts'

/** The job that generates a report. */
export const GENERATE_REPORT = 'generate-report'
/** The job that deletes orphaned files of a report. */
export const SWEEP_REPORT_FILES = 'sweep-report-files'

/** Attempts before a report ends with ERROR: over about half an hour, with growing delays. */
export const ATTEMPTS_MAX = 8

export type ReportIds = Pick<Report, 'organizationId' | 'reportId'>

export async function enqueueGeneration(tx: Tx, report: ReportIds): Promise<void> {
  await enqueue(tx, jobOf(GENERATE_REPORT, report))
}

export async function enqueueGenerations(tx: Tx, reports: readonly ReportIds[]): Promise<void> {
  await enqueueAll(
    tx,
    reports.map((report) => jobOf(GENERATE_REPORT, report)),
  )
}

export async function enqueueSweep(tx: Tx, report: ReportIds): Promise<void> {
  await enqueue(tx, jobOf(SWEEP_REPORT_FILES, report))
}

/** The key of the job that generates the report. */
export function generationKey(report: ReportIds): string {
  return keyOf(GENERATE_REPORT, report)
}

function jobOf(job: string, { organizationId, reportId }: ReportIds) {
  const payload = { organizationId, reportId }
  return { job, payload, key: keyOf(job, payload) }
}

function keyOf(job: string, { organizationId, reportId }: ReportIds): string {
  return `${job} ${organizationId} ${reportId}`
}
