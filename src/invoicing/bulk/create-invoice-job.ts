import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import {
  type InvoiceJob,
  JOB_INVOICES_MAX,
  type JobKey,
  jobSubjectOf,
  KEPT_JOBS_MAX,
  RUNNING_JOBS_MAX,
} from './invoice-job.ts'
import { countJobs, deleteOldestJobs, insertJob, saveTotal } from './invoice-job-store.ts'
import { insertMatchingInvoices, insertNamedInvoices } from './job-entry-store.ts'
import { enqueueJobTurn } from './job-turn.ts'
import type { JobSelection, NewInvoiceJob } from './read-invoice-job.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }
type CreateInvoiceJob = NewInvoiceJob & { readonly merchant: Pick<Organization, 'organizationId' | 'type'> }

/** Chooses the invoices, counts them, and lets the job act on them one after the other. */
export async function createInvoiceJob(deps: Deps, actor: Actor, input: CreateInvoiceJob): Promise<InvoiceJob> {
  const { merchant, action, selection } = input
  const { organizationId } = merchant
  return deps.db.transaction(async (tx) => {
    await makeRoom(tx, organizationId)
    const key = { organizationId, jobId: newId() }
    const job = { ...key, action, orderedBy: actor.by, createdAt: deps.clock.now() }
    await insertJob(tx, { ...job, total: 1 })
    const total = await chooseInvoices(tx, { ...key, merchant, selection })
    refuseCount(total, input)
    await saveTotal(tx, key, total)
    await enqueueJobTurn(tx, key)
    await recordAudit(tx, {
      ...{ organizationId, at: deps.machineClock.now(), actor: actor.by },
      ...{ action: 'invoice-job.created', subject: jobSubjectOf(key), details: { action, invoices: total } },
    })
    return { ...job, status: 'RUNNING', total, done: 0, failed: 0, endedAt: undefined, stop: undefined }
  })
}

async function makeRoom(tx: Tx, organizationId: string): Promise<void> {
  const { running, all } = await countJobs(tx, organizationId)
  if (running >= RUNNING_JOBS_MAX) {
    const message = `The organization already has ${RUNNING_JOBS_MAX} jobs running: wait for one, or stop it.`
    throw new AppError('conflict', 'TOO_MANY_JOBS', message)
  }
  if (all >= KEPT_JOBS_MAX) await deleteOldestJobs(tx, { organizationId, count: all - KEPT_JOBS_MAX + 1 })
}

type Choice = JobKey & Pick<CreateInvoiceJob, 'merchant'> & { readonly selection: JobSelection }

async function chooseInvoices(tx: Tx, { merchant, selection, ...key }: Choice): Promise<number> {
  if (selection.kind === 'numbers') return insertNamedInvoices(tx, key, selection.invoiceNumbers)
  const { filters } = selection
  return insertMatchingInvoices(tx, merchant, { jobId: key.jobId, filters, limit: JOB_INVOICES_MAX + 1 })
}

function refuseCount(total: number, { expectedCount }: Pick<NewInvoiceJob, 'expectedCount'>): void {
  if (total === 0) throw new AppError('conflict', 'NOTHING_SELECTED', 'No invoice matches the filters.')
  if (total > JOB_INVOICES_MAX) {
    const message = `More than ${JOB_INVOICES_MAX} invoices match the filters: narrow them.`
    throw new AppError('conflict', 'TOO_MANY_INVOICES', message)
  }
  if (expectedCount === undefined || expectedCount === total) return
  const message = `${total} invoices are selected now, and not ${expectedCount}: nothing was done.`
  throw new AppError('conflict', 'SELECTION_CHANGED', message, [], { facts: { count: total } })
}
