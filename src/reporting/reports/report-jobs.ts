import type { Tx } from '../../platform/postgres/database.ts'
import { enqueue, enqueueAll } from '../../platform/queue/enqueue.ts'
import type { Report } from './report.ts'
import { countActiveOf } from './report-store.ts'

/** The job that generates a report. */
export const GENERATE_REPORT = 'generate-report'
/** The job that deletes orphaned files of a report. */
export const SWEEP_REPORT_FILES = 'sweep-report-files'

/** Attempts before a report ends with ERROR: over about half an hour, with growing delays. */
export const ATTEMPTS_MAX = 8

/** These kinds of users begin with their organization. */
const KINDS_OF_ORGANIZATIONS = ['key', 'user', 'subscription']

export type ReportIds = Pick<Report, 'organizationId' | 'reportId'>

type Ordered = ReportIds & Pick<Report, 'orderedBy'>

/**
 * Enqueues the jobs of stored reports. Organizations take turns: an organization's first active report comes before
 * everyone's second one, and so on, however many it orders.
 */
export async function enqueueGenerations(tx: Tx, reports: readonly Ordered[]): Promise<void> {
  const ofOwner = Map.groupBy(reports, ownerOf)
  for (const [owner, own] of ofOwner) {
    const active = await countActiveOf(tx, usersOf(owner))
    const first = Math.max(0, active - own.length)
    await enqueueAll(
      tx,
      own.map((report, index) => ({ ...jobOf(GENERATE_REPORT, report), owner, priority: first + index })),
    )
  }
}

/** The organization of the key, the person or the subscription; otherwise that of the report. */
function ownerOf({ organizationId, orderedBy }: Ordered): string {
  const [kind = '', owner = ''] = orderedBy.split(' ')
  return KINDS_OF_ORGANIZATIONS.includes(kind) ? owner : organizationId
}

/** The prefixes of the ids of an organization's users. */
function usersOf(owner: string): readonly string[] {
  return KINDS_OF_ORGANIZATIONS.map((kind) => `${kind} ${owner} `)
}

export async function enqueueSweep(
  tx: Tx,
  report: ReportIds,
  { runAt }: { readonly runAt?: Temporal.Instant } = {},
): Promise<void> {
  await enqueue(tx, { ...jobOf(SWEEP_REPORT_FILES, report), ...(runAt === undefined ? {} : { runAt }) })
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
