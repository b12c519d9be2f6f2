// pure
import type { Actor, AuditActor } from '../../kernel/actor.ts'

export const JOB_ACTIONS = ['send', 'remind', 'cancel'] as const
export type JobAction = (typeof JOB_ACTIONS)[number]

export const JOB_STATUSES = ['RUNNING', 'COMPLETED', 'STOPPED'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The invoices of one job. */
export const JOB_INVOICES_MAX = 50_000
/** Invoices that a job is given by number. */
export const JOB_NUMBERS_MAX = 10_000
/** Jobs of one organization that have not ended, and all of them: the oldest ended one makes room for another. */
export const RUNNING_JOBS_MAX = 20
export const KEPT_JOBS_MAX = 100
export const JOB_RETENTION_DAYS = 30

export type JobKey = { readonly organizationId: string; readonly jobId: string }

/** An action on many invoices. */
export type InvoiceJob = JobKey & {
  readonly action: JobAction
  /** In whose name it acts. */
  readonly orderedBy: AuditActor
  readonly status: JobStatus
  readonly total: number
  readonly done: number
  readonly failed: number
  /** By the product's clock. */
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | undefined
  /** Undefined unless it was stopped. */
  readonly stop: JobStop | undefined
}

export type JobStop = {
  readonly reason: string
  readonly message: string
  /** Undefined: the service. */
  readonly by: AuditActor | undefined
}

/** The reason of a job that somebody stopped; those of the service are the codes of its refusals. */
export const REQUESTED_STOP = 'REQUESTED'

/** Refusals say "your role" to the one who asks; these are read by others, later. */
const STOP_MESSAGES: Readonly<Record<string, string>> = {
  MISSING_PERMISSION: 'The role of the person does not have the permission invoices any more.',
  MISSING_SCOPE: 'The key does not have the scope invoices any more.',
  KEY_REVOKED: 'The key was revoked or has expired.',
  CODES_REQUIRED: 'The organization requires one-time codes, and the person has none.',
}

/** Why the service stops work that its person or key may not do any more. */
export function stopOfService({ code, message }: { readonly code: string; readonly message: string }): JobStop {
  return { reason: code, message: STOP_MESSAGES[code] ?? message, by: undefined }
}

/** An invoice that a job could not act on, and why. */
export type JobFailure = {
  readonly invoiceNumber: string
  readonly reason: string
  /** Undefined once the customer of the invoice was erased. */
  readonly message: string | undefined
  readonly customerName: string | undefined
}

export function actorOfJob({ organizationId, orderedBy }: Pick<InvoiceJob, 'organizationId' | 'orderedBy'>): Actor {
  return { organizationId, by: orderedBy }
}

/** The job's name in the audit trail. */
export function jobSubjectOf({ jobId }: Pick<JobKey, 'jobId'>): string {
  return `invoice-job:${jobId}`
}
