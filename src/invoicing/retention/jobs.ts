import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { type DailyJob, dailyJob } from '../../platform/queue/daily.ts'
import { JOB_RETENTION_DAYS } from '../bulk/invoice-job.ts'
import { deleteEndedJobs } from '../bulk/invoice-job-store.ts'
import { deleteOldImports } from '../imports/import-store.ts'
import { IMPORT_RETENTION_DAYS } from '../imports/invoice-import.ts'

type PruningDeps = { readonly database: Database; readonly clock: Clock }

/** A job has up to 50,000 entries, which are deleted with it. */
const PORTION_JOBS = 5

/** The daily job that deletes jobs on many invoices, and files of invoices, after some time. */
export function invoiceJobPruning(deps: PruningDeps): DailyJob {
  return dailyJob(deps, { organizationId: INSTALLATION, kind: 'prune-invoice-jobs' }, async (signal) => {
    await pruneInvoiceJobs(deps, signal)
    await pruneInvoiceImports(deps, signal)
  })
}

/** May be run at any time and repeatedly; returns the number of jobs. */
export async function pruneInvoiceJobs({ database, clock }: PruningDeps, signal?: AbortSignal): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * JOB_RETENTION_DAYS })
  return inPortions(() => deleteEndedJobs(database.db, { before, limit: PORTION_JOBS }), signal)
}

/** The same for files of invoices, from their upload on. */
export async function pruneInvoiceImports({ database, clock }: PruningDeps, signal?: AbortSignal): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * IMPORT_RETENTION_DAYS })
  return inPortions(() => deleteOldImports(database.db, { before, limit: PORTION_JOBS }), signal)
}
