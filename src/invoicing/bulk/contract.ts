import Type from 'typebox'
import { InvoiceFiltersContract } from '../lists/contract.ts'
import { JOB_ACTIONS, JOB_INVOICES_MAX, JOB_NUMBERS_MAX, JOB_STATUSES } from './invoice-job.ts'

/** The documented form of jobs on many invoices. */

export const FAILURES_MAX = 1_000
export const FAILURES_DEFAULT = 100
export const JOBS_LISTED_MAX = 100
export const JOBS_LISTED_DEFAULT = 20

const { organizationId: _, ...FILTERS } = InvoiceFiltersContract.properties

export const InvoiceJobBody = Type.Object({
  action: Type.Enum([...JOB_ACTIONS]),
  invoiceNumbers: Type.Optional(
    Type.Array(Type.String({ maxLength: 26 }), {
      ...{ minItems: 1, maxItems: JOB_NUMBERS_MAX },
      description: 'The invoices to act on; a number that is named twice counts once. Either this or filters.',
    }),
  ),
  filters: Type.Optional(
    Type.Object(FILTERS, {
      additionalProperties: false,
      description:
        'All invoices that match these filters of the list when the job is created, oldest first; {} means all. An ' +
        'unknown filter is refused.',
    }),
  ),
  expectedCount: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, maximum: JOB_INVOICES_MAX },
      description: 'The number of invoices that you mean: with any other the job is refused, and nothing is done.',
    }),
  ),
  organizationId: Type.Optional(Type.String({ description: 'The merchant to act for.' })),
})

const Counts = Type.Object({
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer({ description: 'Not acted on yet, or never if the job was stopped.' }),
})

export const ActorNameContract = Type.Object(
  {
    kind: Type.Enum(['user', 'key', 'command-line', 'service']),
    name: Type.Optional(Type.String({ description: 'Left out for people and keys of organizations above yours.' })),
  },
  { description: 'The person or the key in whose name it acts.' },
)

export const WaitingMailsContract = Type.Object(
  {
    waiting: Type.Integer({ description: 'Mails of the job that are not handed over to the mail server yet.' }),
    resumeDate: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the next of them are sent, if the organization has reached its mails per hour.',
      }),
    ),
  },
  { description: 'Left out if none waits.' },
)

export const JobStopContract = Type.Object(
  {
    reason: Type.String({
      description:
        'REQUESTED, or why the service stopped it: MISSING_PERMISSION, USER_DISABLED, MISSING_SCOPE, KEY_REVOKED, ' +
        'CODES_REQUIRED or ORGANIZATION_SUSPENDED.',
    }),
    message: Type.String(),
    by: Type.Optional(ActorNameContract),
  },
  { description: 'Only of a job that was stopped.' },
)

const JOB = {
  jobId: Type.String({ format: 'uuid' }),
  action: Type.Enum([...JOB_ACTIONS]),
  status: Type.Enum([...JOB_STATUSES]),
  orderedBy: ActorNameContract,
  createdDate: Type.String({ format: 'date-time' }),
  endedDate: Type.Optional(Type.String({ format: 'date-time' })),
  invoices: Counts,
  stop: Type.Optional(JobStopContract),
}

export const InvoiceJobResponse = Type.Object(
  {
    ...JOB,
    mails: Type.Optional(WaitingMailsContract),
  },
  { description: 'The job and its progress.' },
)

export const InvoiceJobList = Type.Object(
  { jobs: Type.Array(Type.Object(JOB)) },
  { description: 'The newest first. Jobs are deleted 30 days after their end.' },
)

export const InvoiceJobFailures = Type.Object(
  {
    failures: Type.Array(
      Type.Object({
        invoiceNumber: Type.String(),
        reason: Type.String({
          description: 'The reason that the single action gives.',
          examples: ['ACTION_NOT_ALLOWED'],
        }),
        message: Type.Optional(Type.String({ description: 'Left out once the customer was erased.' })),
        customerName: Type.Optional(
          Type.String({
            description: 'The customer of the invoice; left out if it has none, or if it does not exist.',
          }),
        ),
      }),
    ),
    totalFailures: Type.Integer(),
  },
  { description: 'In the order in which the job took the invoices.' },
)

const organizationId = Type.Optional(
  Type.String({ description: 'The merchant to act for: your own organization (default) or one below it.' }),
)
export const InvoiceJobsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: JOBS_LISTED_MAX, default: JOBS_LISTED_DEFAULT })),
  organizationId,
})
export const InvoiceJobFailuresQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FAILURES_MAX, default: FAILURES_DEFAULT })),
  organizationId,
})
export const InvoiceJobId = Type.Object({ jobId: Type.String() })
