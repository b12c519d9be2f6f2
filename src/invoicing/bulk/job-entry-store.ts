import { type RawBuilder, sql } from 'kysely'
import { findWaitingMails } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { findConditions, merchantsOf, whereOf } from '../lists/invoice-filter-store.ts'
import type { InvoiceFilters } from '../lists/invoice-list.ts'
import type { JobFailure, JobKey } from './invoice-job.ts'

type Entry = { readonly ordinal: number; readonly invoiceNumber: string }
type EntryKey = JobKey & Pick<Entry, 'ordinal'>

export async function insertNamedInvoices(
  tx: Tx,
  { organizationId, jobId }: JobKey,
  invoiceNumbers: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into invoice_job_entries (organization_id, job_id, ordinal, invoice_number)
    select ${organizationId}, ${jobId}::uuid, ordinal, invoice_number
    from unnest(${[...invoiceNumbers]}::text[]) with ordinality as named (invoice_number, ordinal)`.execute(tx)
  return Number(numAffectedRows)
}

type Matching = { readonly filters: InvoiceFilters; readonly limit: number }

/** Chooses the invoices that match the filters now, oldest first; returns how many. */
export async function insertMatchingInvoices(
  tx: Tx,
  merchant: Pick<Organization, 'organizationId' | 'type'>,
  { jobId, filters, limit }: Pick<JobKey, 'jobId'> & Matching,
): Promise<number> {
  const conditions = await findConditions(tx, merchant, filters)
  const { numAffectedRows = 0n } = await sql`
    with merchant as (${merchantsOf(merchant)}), matching as (
      select invoices.position, invoices.invoice_number from merchant cross join invoices
      where ${whereOf(conditions)} order by invoices.position limit ${limit})
    insert into invoice_job_entries (organization_id, job_id, ordinal, invoice_number)
    select ${merchant.organizationId}, ${jobId}::uuid, row_number() over (order by position), invoice_number
    from matching`.execute(tx)
  return Number(numAffectedRows)
}

/** The next invoices of a job. */
export async function findWaitingEntries(
  db: Db,
  { organizationId, jobId }: JobKey,
  { limit }: { readonly limit: number },
): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`select ordinal, invoice_number as "invoiceNumber" from invoice_job_entries
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid and state = 'WAITING'
    order by ordinal limit ${limit}`.execute(db)
  return rows
}

/**
 * Marks an entry as done, in the transaction that acts on its invoice. Returns false if the entry was marked before or the
 * job has ended: the transaction must then be rolled back.
 */
export async function markDone(tx: Tx, key: EntryKey, { mailId }: { readonly mailId: string }): Promise<boolean> {
  return mark(tx, key, { counter: sql`done = done + 1`, entry: sql`state = 'DONE', mail_id = ${mailId}::uuid` })
}

/** The same for an entry whose action was refused. */
export async function markFailed(
  tx: Tx,
  key: EntryKey,
  { reason, message }: { readonly reason: string; readonly message: string },
): Promise<boolean> {
  const entry = sql`state = 'FAILED', reason = ${reason}, message = ${message}`
  return mark(tx, key, { counter: sql`failed = failed + 1`, entry })
}

type Mark = { readonly counter: RawBuilder<unknown>; readonly entry: RawBuilder<unknown> }

/** The job's row is locked first, so that two runs of one job, and a stop, wait for each other. */
async function mark(tx: Tx, { organizationId, jobId, ordinal }: EntryKey, { counter, entry }: Mark): Promise<boolean> {
  const { numAffectedRows: running = 0n } = await sql`update invoice_jobs set ${counter}
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid and status = 'RUNNING'`.execute(tx)
  if (running === 0n) return false
  const { numAffectedRows = 0n } = await sql`update invoice_job_entries set ${entry}
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid and ordinal = ${ordinal}
      and state = 'WAITING'`.execute(tx)
  return numAffectedRows > 0n
}

type FailureRow = {
  readonly invoice_number: string
  readonly reason: string
  readonly message: string | null
  readonly customer_name: string | null
}
type Page = { readonly offset: number; readonly limit: number }

/** In the order in which the job took them. */
export async function listFailures(
  db: Db,
  { organizationId, jobId }: JobKey,
  { offset, limit }: Page,
): Promise<readonly JobFailure[]> {
  const { rows } = await sql<FailureRow>`
    select failed.invoice_number, failed.reason, failed.message, invoices.customer_name
    from (select organization_id, ordinal, invoice_number, reason, message from invoice_job_entries
      where organization_id = ${organizationId} and job_id = ${jobId}::uuid and state = 'FAILED'
      order by ordinal offset ${offset} limit ${limit}) as failed
    left join invoices using (organization_id, invoice_number)
    order by failed.ordinal`.execute(db)
  return rows.map(({ invoice_number, reason, message, customer_name }) => ({
    invoiceNumber: invoice_number,
    reason,
    message: message ?? undefined,
    customerName: customer_name ?? undefined,
  }))
}

/** How many mails of a job are not handed over yet, and until when they are held back. */
export async function findWaitingMailsOfJob(
  db: Db,
  { organizationId, jobId }: JobKey,
): ReturnType<typeof findWaitingMails> {
  const mailIds = sql`select mail_id from invoice_job_entries
    where organization_id = ${organizationId} and job_id = ${jobId}::uuid and mail_id is not null`
  return findWaitingMails(db, { organizationId, mailIds })
}

/** Messages about invoices whose customer is erased: one may repeat the customer's address. */
export async function eraseFailureMessages(
  tx: Tx,
  { organizationId, invoiceNumbers }: { readonly organizationId: string; readonly invoiceNumbers: readonly string[] },
): Promise<void> {
  await sql`update invoice_job_entries set message = null where organization_id = ${organizationId}
    and invoice_number = any(${[...invoiceNumbers]}::text[]) and message is not null`.execute(tx)
}
