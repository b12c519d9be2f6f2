import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { type InvoiceJob, jobSubjectOf, REQUESTED_STOP } from './invoice-job.ts'
import { endJob, lockJob } from './invoice-job-store.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

/** Stops a job after the invoice that it is acting on. What it has done remains; one that has ended stays as it is. */
export async function stopInvoiceJob(
  { db, clock, machineClock }: Deps,
  { organizationId, by }: Actor,
  { jobId }: Pick<InvoiceJob, 'jobId'>,
): Promise<InvoiceJob> {
  return db.transaction(async (tx) => {
    const key = { organizationId, jobId }
    const job = await lockJob(tx, key)
    if (job === undefined) throw jobNotFound()
    if (job.status !== 'RUNNING') return job
    const stop = { reason: REQUESTED_STOP, message: 'It was stopped on request.', by }
    const endedAt = clock.now()
    await endJob(tx, key, { at: endedAt, stop })
    const { done, failed, total } = job
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: by, action: 'invoice-job.stopped' },
      ...{ subject: jobSubjectOf(key), details: { reason: REQUESTED_STOP, done, failed, total } },
    })
    return { ...job, status: 'STOPPED', endedAt, stop }
  })
}

export function jobNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The job does not exist.')
}
