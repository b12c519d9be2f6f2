import { AppError } from '../../kernel/errors.ts'
import { people, recordAudit } from '../../organizations/index.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Transactions } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { cancelInvoice } from '../invoices/change-invoice.ts'
import type { CheckMailDeps } from '../invoices/check-mail.ts'
import { deliverInvoice } from '../invoices/deliver-invoice.ts'
import { remindInvoice } from '../invoices/remind-invoice.ts'
import {
  actorOfJob,
  type InvoiceJob,
  type JobAction,
  type JobKey,
  type JobStop,
  jobSubjectOf,
  stopOfService,
} from './invoice-job.ts'
import { endJob, findJob, lockJob } from './invoice-job-store.ts'
import { findWaitingEntries, markDone, markFailed } from './job-entry-store.ts'
import { enqueueJobTurn } from './job-turn.ts'

export type InvoiceJobDeps = Omit<CheckMailDeps, 'db'> & { readonly database: Database; readonly log: Logger }

/** A turn ends after these invoices, or after this time. Whether the person may still do it is asked once a turn. */
const TURN_ENTRIES = 100
const TURN_MS_MAX = 1_000

const ACTIONS: Readonly<Record<JobAction, typeof deliverInvoice>> = {
  send: deliverInvoice,
  remind: remindInvoice,
  cancel: cancelInvoice,
}

/**
 * Acts on the next invoices of a job. Each action and its mark are one transaction, so a turn may be killed at any moment
 * and may run twice.
 */
export async function runInvoiceJob(deps: InvoiceJobDeps, key: JobKey, signal: AbortSignal): Promise<void> {
  const job = await findJob(deps.database.db, key)
  if (job?.status !== 'RUNNING') return
  const stop = await findStop(deps, job)
  if (stop !== undefined) return stopJob(deps, job, stop)
  const until = performance.now() + TURN_MS_MAX
  for (const entry of await findWaitingEntries(deps.database.db, key, { limit: TURN_ENTRIES })) {
    if (performance.now() > until) break
    signal.throwIfAborted()
    if (!(await actOn(deps, job, entry))) return
  }
  await endTurn(deps, job)
}

/** Why the job may not go on; undefined if it may. */
async function findStop({ database, machineClock }: InvoiceJobDeps, job: InvoiceJob): Promise<JobStop | undefined> {
  try {
    await people.refuseFormerActor({ db: database.db, machineClock }, actorOfJob(job), 'invoices')
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return stopOfService(error)
  }
}

async function stopJob({ database, clock, machineClock }: InvoiceJobDeps, job: InvoiceJob, stop: JobStop) {
  const { organizationId } = job
  await database.transaction(async (tx) => {
    const current = await lockJob(tx, job)
    if (current === undefined || !(await endJob(tx, job, { at: clock.now(), stop }))) return
    const { done, failed, total } = current
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: { kind: 'service' }, action: 'invoice-job.stopped' },
      ...{ subject: jobSubjectOf(job), details: { reason: stop.reason, done, failed, total } },
    })
  })
}

type Entry = { readonly ordinal: number; readonly invoiceNumber: string }

/** Thrown to roll back an action whose entry was marked before, or whose job has ended. */
class NotToBeDone extends Error {}

/** Acts on one invoice; returns false if the job has ended or another run of it is at work. */
async function actOn(deps: InvoiceJobDeps, job: InvoiceJob, { ordinal, invoiceNumber }: Entry): Promise<boolean> {
  const { database, log } = deps
  const entry = { organizationId: job.organizationId, jobId: job.jobId, ordinal }
  const mailId = newId()
  const db: Transactions = {
    transaction: (work) =>
      database.transaction(async (tx) => {
        if (!(await markDone(tx, entry, { mailId }))) throw new NotToBeDone()
        return work(tx)
      }),
  }
  try {
    await ACTIONS[job.action]({ ...deps, db }, actorOfJob(job), { invoiceNumber, mailId })
    return true
  } catch (error) {
    if (error instanceof NotToBeDone) return false
    if (!(error instanceof AppError)) log.error({ err: error, jobId: job.jobId, invoiceNumber }, 'a job met an error')
    // If the database is away this fails too, and the turn is retried.
    return database.transaction((tx) => markFailed(tx, entry, failureOf(error)))
  }
}

function failureOf(error: unknown) {
  if (error instanceof AppError) return { reason: error.code, message: error.message }
  return { reason: 'INTERNAL_ERROR', message: 'An internal error occurred; the log has the details.' }
}

/** Lets the next organization have its turn, or ends the job. */
async function endTurn({ database, clock, machineClock }: InvoiceJobDeps, job: InvoiceJob): Promise<void> {
  const { organizationId } = job
  await database.transaction(async (tx) => {
    const current = await lockJob(tx, job)
    if (current?.status !== 'RUNNING') return
    const { done, failed, total } = current
    if (done + failed < total) return enqueueJobTurn(tx, job)
    await endJob(tx, job, { at: clock.now() })
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: { kind: 'service' }, action: 'invoice-job.completed' },
      ...{ subject: jobSubjectOf(job), details: { done, failed, total } },
    })
  })
}
