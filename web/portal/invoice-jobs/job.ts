// pure
import type { Static } from 'typebox'
import type { InvoiceJobFailures, InvoiceJobList, InvoiceJobResponse } from '../../../src/invoicing/bulk/contract.ts'
import type { JobAction } from '../../../src/invoicing/bulk/invoice-job.ts'
import { refusalSentence } from '../../../src/kernel/action-not-allowed.ts'
import type { Received } from '../api/exact-json.ts'
import type { Query } from '../api/query-string.ts'

/** A job with its progress. */
export type Job = Received<Static<typeof InvoiceJobResponse>>
/** A job as the list has it, without its mails. */
export type ListedJob = Received<Static<typeof InvoiceJobList>>['jobs'][number]
export type FailurePage = Received<Static<typeof InvoiceJobFailures>>
export type Failure = FailurePage['failures'][number]

export type { JobAction }

/** The invoices of a job: by their numbers, or as all that match. */
export type JobTarget = { readonly invoiceNumbers: readonly string[] } | { readonly filters: Query }
export type JobOrder = JobTarget & { readonly action: JobAction; readonly expectedCount: number }

type Watching = { readonly isVisible: boolean }

const WATCHED_EVERY_MS = 1_000
const HIDDEN_EVERY_MS = 15_000
const MAILS_EVERY_MS = 5_000
const HELD_MAILS_EVERY_MS = 60_000

/** When to ask for the job again; false if nothing of it changes any more. */
export function jobPollMs({ status, mails }: Pick<Job, 'status' | 'mails'>, { isVisible }: Watching): number | false {
  if (status === 'RUNNING') return isVisible ? WATCHED_EVERY_MS : HIDDEN_EVERY_MS
  if (mails === undefined) return false
  return isVisible && mails.resumeDate === undefined ? MAILS_EVERY_MS : HELD_MAILS_EVERY_MS
}

const LIST_EVERY_MS = 3_000

/** The same for a list of jobs. */
export function jobsPollMs(jobs: readonly Pick<Job, 'status'>[], { isVisible }: Watching): number | false {
  if (jobs.every(({ status }) => status !== 'RUNNING')) return false
  return isVisible ? LIST_EVERY_MS : HIDDEN_EVERY_MS
}

/** A person's address, without the organization that the API adds in English; undefined for anyone who is not named. */
export function personOf(actor: Job['orderedBy'] | undefined): string | undefined {
  return actor?.kind === 'user' ? actor.name?.replace(/ of [\w-]+$/, '') : undefined
}

/** How many invoices the job has acted on, or could not. */
function processed({ done, failed }: Pick<Job['invoices'], 'done' | 'failed'>): number {
  return done + failed
}

/** How far its bar is: invoices that have been looked at, and at the end those that it acted on. */
export function advanced({ status, invoices }: Pick<Job, 'status' | 'invoices'>): number {
  return status === 'RUNNING' ? processed(invoices) : invoices.done
}

/** The last quarter that was reached: a screen reader does not read every step. */
export function reachedQuarter({ total, ...counts }: Pick<Job['invoices'], 'done' | 'failed' | 'total'>): number {
  return total === 0 ? 0 : Math.floor((4 * processed(counts)) / total) / 4
}

type ReasonWords = {
  /** By the sentences of the API. */
  readonly refusals: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>> & { readonly addressRefused: string; readonly unknown: string }
}

/** The reason of a refused address has the words of a mail server in it. */
const REFUSED_ADDRESS = /^The mail server refused /

/** Why the job could not act on an invoice, in the reader's language if the sentence is known. */
export function reasonText({ reason, message = '' }: Failure, { refusals, reasons }: ReasonWords): string {
  const sentence = refusalSentence(message)
  if (REFUSED_ADDRESS.test(sentence)) return reasons.addressRefused
  return refusals[sentence] ?? reasons[reason] ?? (sentence || reasons.unknown)
}
