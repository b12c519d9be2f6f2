import { sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { END_COLUMNS, type EndColumns, endOf, setEnd } from './end-columns.ts'
import type { InvoiceJob, JobAction, JobKey, JobStatus } from './invoice-job.ts'

type JobRow = EndColumns & {
  readonly organization_id: string
  readonly job_id: string
  readonly action: JobAction
  readonly ordered_by: AuditActor
  readonly status: JobStatus
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly created_at: Temporal.Instant
}

const COLUMNS = sql`organization_id, job_id, action, ordered_by, status, total, done, failed, created_at,
  ${END_COLUMNS}`

export async function findJob(db: Db, { organizationId, jobId }: JobKey): Promise<InvoiceJob | undefined> {
  if (!isUuid(jobId)) return undefined
  const { rows } = await sql<JobRow>`select ${COLUMNS} from invoice_jobs
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid`.execute(db)
  return rows[0] && jobOf(rows[0])
}

/** Locks a job, and with it all its entries, until the transaction ends. */
export async function lockJob(tx: Tx, { organizationId, jobId }: JobKey): Promise<InvoiceJob | undefined> {
  if (!isUuid(jobId)) return undefined
  const { rows } = await sql<JobRow>`select ${COLUMNS} from invoice_jobs
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid for no key update`.execute(tx)
  return rows[0] && jobOf(rows[0])
}

/** The newest first. */
export async function listJobs(
  db: Db,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<readonly InvoiceJob[]> {
  const { rows } = await sql<JobRow>`select ${COLUMNS} from invoice_jobs where organization_id = ${organizationId}
    order by created_at desc, job_id desc limit ${limit}`.execute(db)
  return rows.map(jobOf)
}

/** The numbers of an organization's jobs. Creations of one organization wait for each other. */
export async function countJobs(
  tx: Tx,
  organizationId: string,
): Promise<{ readonly running: number; readonly all: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice jobs ${organizationId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ running: number; all: number }>`
    select count(*) filter (where status = 'RUNNING')::int as running, count(*)::int as all
    from invoice_jobs where organization_id = ${organizationId}`.execute(tx)
  return rows[0] ?? { running: 0, all: 0 }
}

type NewJob = Pick<InvoiceJob, 'organizationId' | 'jobId' | 'action' | 'orderedBy' | 'total' | 'createdAt'>

export async function insertJob(tx: Tx, job: NewJob): Promise<void> {
  await sql`insert into invoice_jobs (organization_id, job_id, action, ordered_by, status, total, created_at)
    values (${job.organizationId}, ${job.jobId}::uuid, ${job.action}, ${JSON.stringify(job.orderedBy)}::jsonb, 'RUNNING',
      ${job.total}, ${job.createdAt.toString()})`.execute(tx)
}

/** The number of its invoices is known once they have been chosen. */
export async function saveTotal(tx: Tx, { organizationId, jobId }: JobKey, total: number): Promise<void> {
  await sql`update invoice_jobs set total = ${total}
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid`.execute(tx)
}

/** Ends a running job; returns false if it has ended already. */
export async function endJob(
  tx: Tx,
  { organizationId, jobId }: JobKey,
  end: Parameters<typeof setEnd>[0],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invoice_jobs set ${setEnd(end)}
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid and status = 'RUNNING'`.execute(tx)
  return numAffectedRows > 0n
}

/** Removes the oldest jobs that have ended. */
export async function deleteOldestJobs(
  tx: Tx,
  { organizationId, count }: { readonly organizationId: string; readonly count: number },
): Promise<void> {
  await sql`delete from invoice_jobs where (organization_id, job_id) in (
    select organization_id, job_id from invoice_jobs where organization_id = ${organizationId} and ended_at is not null
    order by created_at, job_id limit ${count})`.execute(tx)
}

/** Removes some jobs that ended before an instant; returns how many. */
export async function deleteEndedJobs(
  db: Db,
  { before, limit }: { readonly before: Temporal.Instant; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from invoice_jobs where (organization_id, job_id) in (
    select organization_id, job_id from invoice_jobs where ended_at < ${before.toString()}
    order by ended_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

function jobOf(row: JobRow): InvoiceJob {
  return {
    organizationId: row.organization_id,
    jobId: row.job_id,
    action: row.action,
    orderedBy: row.ordered_by,
    status: row.status,
    total: row.total,
    done: row.done,
    failed: row.failed,
    createdAt: row.created_at,
    ...endOf(row),
  }
}
