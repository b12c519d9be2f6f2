import type { JobHandlers } from '../../platform/queue/queue.ts'
import { INVOICE_JOB_TURN, readJobTurn } from './job-turn.ts'
import { type InvoiceJobDeps, runInvoiceJob } from './run-invoice-job.ts'

/** The turns of jobs on many invoices; they have workers of their own, so that they never delay other work. */
export function invoiceJobTurns(deps: InvoiceJobDeps): JobHandlers {
  return {
    [INVOICE_JOB_TURN]: (payload, signal) => runInvoiceJob(deps, readJobTurn(payload), signal),
  }
}
