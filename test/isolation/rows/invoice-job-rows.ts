import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'

const JOBS = '/portal/v1/invoice-jobs'
const reading = { scope: 'invoices:read', reach: 'merchant' } as const
const changing = { scope: 'invoices', reach: 'merchant' } as const

/** A job on an invoice that does not exist: it stays as it is, since nothing runs it. */
const job: Thing = {
  make: async (app, party, count) => {
    const body = { action: 'cancel', invoiceNumbers: [`${party.word}-J${count}`] }
    const answer = await sendAs(app.port, party, { method: 'POST', path: JOBS, body })
    if (answer.status >= 300) throw new Error(answer.text)
    const { jobId } = answer.body
    await app.database.pool.query(
      `update invoice_job_entries set state = 'FAILED', reason = 'NOT_FOUND', message = 'None.' where job_id = $1`,
      [jobId],
    )
    // Those that run are few for each organization.
    await app.database.pool.query(
      `update invoice_jobs set status = 'COMPLETED', failed = 1, ended_at = now() where job_id = $1`,
      [jobId],
    )
    return jobId
  },
  unknownId: '3c0d2a6e-58f1-4f0f-9a3c-0b7b8d7d2f19',
  owners: 'merchants',
}

export const INVOICE_JOB_ROWS: readonly Row[] = [
  {
    ...{ route: `POST ${JOBS}`, ...changing, answers: 201 },
    // A number that is not the organization's is one of the job's failures.
    ask: ({ party, count }) => ({ path: JOBS, body: { action: 'cancel', invoiceNumbers: [`${party.word}-${count}`] } }),
    showsNothing: true,
  },
  { ...{ route: `GET ${JOBS}`, ...reading }, ask: () => ({ path: JOBS }), showsNothing: true },
  {
    ...{ route: `GET ${JOBS}/:jobId`, ...reading, thing: job },
    ask: ({ id }) => ({ path: `${JOBS}/${id}` }),
    showsNothing: true,
  },
  {
    ...{ route: `GET ${JOBS}/:jobId/failures`, ...reading, thing: job },
    ask: ({ id }) => ({ path: `${JOBS}/${id}/failures` }),
  },
  {
    ...{ route: `POST ${JOBS}/:jobId/stop`, ...changing, thing: job },
    ask: ({ id }) => ({ path: `${JOBS}/${id}/stop`, body: {} }),
    ...{ showsNothing: true, hasNoAudit: true },
  },
]
