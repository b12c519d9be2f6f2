import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../kernel/actor.ts'
import { pageReaders } from '../../kernel/reading/page-query.ts'
import { members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ONCE_REFUSALS, REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import {
  FAILURES_DEFAULT,
  FAILURES_MAX,
  InvoiceJobBody,
  InvoiceJobFailures,
  InvoiceJobFailuresQuery,
  InvoiceJobId,
  InvoiceJobList,
  InvoiceJobResponse,
  InvoiceJobsQuery,
  JOBS_LISTED_DEFAULT,
  JOBS_LISTED_MAX,
} from './contract.ts'
import { createInvoiceJob } from './create-invoice-job.ts'
import type { InvoiceJob } from './invoice-job.ts'
import { findJob, listJobs } from './invoice-job-store.ts'
import { findWaitingMailsOfJob, listFailures } from './job-entry-store.ts'
import { actorNames, actorsOf, presentJob } from './present.ts'
import { readInvoiceJob } from './read-invoice-job.ts'
import { jobNotFound, stopInvoiceJob } from './stop-invoice-job.ts'

export type InvoiceJobRoutesDeps = { readonly database: Database; readonly clock: Clock; readonly machineClock: Clock }

type Named = Pick<FastifyRequest, 'caller' | 'organization'>

const PATH = '/portal/v1/invoice-jobs'
const tags = ['Portal']
const READ = { scope: 'invoices:read' } as const
const CHANGE = { scope: 'invoices', documentedHeaders: OnceHeaders } as const

const CREATE = {
  config: {
    ...CHANGE,
    documentedBody: InvoiceJobBody,
    documentedResponses: {
      201: InvoiceJobResponse,
      ...ONCE_REFUSALS,
      409: failureWhen(
        'NOTHING_SELECTED, SELECTION_CHANGED (with the present count), TOO_MANY_INVOICES, TOO_MANY_JOBS, or a refusal of the Idempotency-Key.',
      ),
    },
  },
  schema: {
    operationId: 'createInvoiceJob',
    summary: 'Send, remind or cancel many invoices',
    description:
      'Chooses the invoices and acts on them one after the other, in your name and with the rules of the single actions. ' +
      'Invoices that are created later, or match later, are left alone.',
    ...{ tags, querystring: ActingFor },
  },
} as const
const LIST = {
  config: { ...READ, documentedQuery: InvoiceJobsQuery, documentedResponses: { 200: InvoiceJobList, ...REFUSALS } },
  schema: { operationId: 'listInvoiceJobs', summary: 'List jobs on many invoices', tags },
} as const
const GET = {
  config: { ...READ, documentedResponses: { 200: InvoiceJobResponse, ...REFUSALS } },
  schema: {
    operationId: 'getInvoiceJob',
    summary: 'Read the progress of a job',
    ...{ tags, querystring: ActingFor, params: InvoiceJobId },
  },
} as const
const FAILURES = {
  config: {
    ...READ,
    documentedQuery: InvoiceJobFailuresQuery,
    documentedResponses: { 200: InvoiceJobFailures, ...REFUSALS },
  },
  schema: {
    operationId: 'getInvoiceJobFailures',
    summary: 'List the invoices that a job could not act on',
    ...{ tags, params: InvoiceJobId },
  },
} as const
const STOP = {
  config: { ...CHANGE, documentedResponses: { 200: InvoiceJobResponse, ...ONCE_REFUSALS } },
  schema: {
    operationId: 'stopInvoiceJob',
    summary: 'Stop a job',
    description:
      'It ends after the invoice that it is acting on; what it has done remains. A job that has ended stays so.',
    ...{ tags, querystring: ActingFor, params: InvoiceJobId },
  },
} as const

const JOBS_QUERY = members({ limit: withDefault(given(wholeNumber(1, JOBS_LISTED_MAX)), JOBS_LISTED_DEFAULT) })
const FAILURES_QUERY = members(pageReaders(FAILURES_MAX, FAILURES_DEFAULT))

/** Actions on many invoices. */
export function invoiceJobRoutes({ database, clock, machineClock }: InvoiceJobRoutesDeps): RoutePlugin {
  const { db } = database
  const namesFor = ({ caller, organization }: Named, actors: readonly AuditActor[]) =>
    actorNames(db, actors, { organizationIds: [organization.organizationId, caller.owner.organizationId] })
  const getJob = async (request: FastifyRequest): Promise<InvoiceJob> => {
    refuseNonMerchant(request)
    const { organizationId } = request.organization
    const job = await findJob(db, { organizationId, jobId: (request.params as { readonly jobId: string }).jobId })
    if (job === undefined) throw jobNotFound()
    return job
  }
  return async (app) => {
    acceptUntypedJson(app)
    app.post(PATH, CREATE, async (request, reply) => {
      refuseNonMerchant(request)
      const { organization: merchant, body } = request
      const input = { ...readInvoiceJob(body, { timeZone: merchant.timeZone, at: clock.now() }), merchant }
      const actor = actorOf(request)
      const nameOf = await namesFor(request, [actor.by])
      return respondOnce(reply, {
        database,
        act: (transactions) => createInvoiceJob({ db: transactions, clock, machineClock }, actor, input),
        present: (job) => ({ status: 201, body: presentJob(job, { nameOf }) }),
      })
    })
    app.get(PATH, LIST, async (request) => {
      refuseNonMerchant(request)
      const { limit } = valueOrThrow(JOBS_QUERY(request.query, ''))
      const jobs = await listJobs(db, { organizationId: request.organization.organizationId, limit })
      const nameOf = await namesFor(request, actorsOf(jobs))
      return { jobs: jobs.map((job) => presentJob(job, { nameOf })) }
    })
    app.get(`${PATH}/:jobId`, GET, async (request) => {
      const job = await getJob(request)
      const [nameOf, mails] = await Promise.all([namesFor(request, actorsOf([job])), findWaitingMailsOfJob(db, job)])
      return presentJob(job, { nameOf, mails })
    })
    app.get(`${PATH}/:jobId/failures`, FAILURES, async (request) => {
      const job = await getJob(request)
      const failures = await listFailures(db, job, valueOrThrow(FAILURES_QUERY(request.query, '')))
      return { failures, totalFailures: job.failed }
    })
    app.post(`${PATH}/:jobId/stop`, STOP, async (request, reply) => {
      const job = await getJob(request)
      const actor = actorOf(request)
      const nameOf = await namesFor(request, [...actorsOf([job]), actor.by])
      return respondOnce(reply, {
        database,
        act: (transactions) => stopInvoiceJob({ db: transactions, clock, machineClock }, actor, job),
        present: (stopped) => ({ status: 200, body: presentJob(stopped, { nameOf }) }),
      })
    })
  }
}
