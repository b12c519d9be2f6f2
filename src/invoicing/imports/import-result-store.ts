import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { findWaitingMails } from '../../notifications/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { ImportKey, ImportOutcome } from './invoice-import.ts'
import type { ImportProblem } from './reading/import-problem.ts'

/** The outcome of one invoice of a file. */
export type ImportResult = {
  readonly ordinal: number
  readonly line: number
  readonly outcome: ImportOutcome
  /** Undefined if it failed. */
  readonly invoiceNumber: string | undefined
  readonly problems: readonly ImportProblem[]
}

type NewResult = ImportResult & {
  readonly referenceHash: Buffer
  readonly mailId: string | undefined
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Moves the place in the file behind an invoice, in the transaction that decides about it. Returns false, and the transaction
 * must be rolled back, if the place is not before it or the import does not run.
 */
export async function passInvoice(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invoice_imports set last_row = ${last}
    where organization_id = ${organizationId} and import_id = ${importId}::uuid and status = 'RUNNING'
      and last_row = ${first - 1}`.execute(tx)
  return numAffectedRows > 0n
}

const COUNTERS = { IMPORTED: 'imported', REPEATED: 'repeated', FAILED: 'failed' } as const

export async function saveResult(tx: Tx, { organizationId, importId }: ImportKey, result: NewResult): Promise<void> {
  const { ordinal, line, outcome, referenceHash, invoiceNumber = null, mailId = null, problems } = result
  const counter = sql.ref(COUNTERS[outcome])
  await sql`with counted as (update invoice_imports set ${counter} = ${counter} + 1
      where organization_id = ${organizationId} and import_id = ${importId}::uuid)
    insert into invoice_import_results (organization_id, import_id, ordinal, line, outcome, reference_hash,
      invoice_number, mail_id, problems)
    values (${organizationId}, ${importId}::uuid, ${ordinal}, ${line}, ${outcome}, ${referenceHash}, ${invoiceNumber},
      ${mailId}::uuid, ${JSON.stringify(problems)}::jsonb)`.execute(tx)
}

/** The lines of a file that had this reference before, the first of them first. */
export async function findEarlierLines(
  db: Db,
  { organizationId, importId }: ImportKey,
  referenceHash: Buffer,
): Promise<readonly number[]> {
  const { rows } = await sql<{ line: number }>`select line from invoice_import_results
    where organization_id = ${organizationId} and import_id = ${importId}::uuid and reference_hash = ${referenceHash}
    order by ordinal`.execute(db)
  return rows.map(({ line }) => line)
}

type Page = { readonly outcome: ImportOutcome | undefined; readonly offset: number; readonly limit: number }

/** In the order of the file. */
export async function listResults(
  db: Db,
  { organizationId, importId }: ImportKey,
  { outcome, offset, limit }: Page,
): Promise<readonly ImportResult[]> {
  const chosen = outcome === undefined ? sql`true` : sql`outcome = ${outcome}`
  const { rows } = await sql<Omit<ImportResult, 'invoiceNumber'> & { readonly invoice_number: string | null }>`
    select ordinal, line, outcome, invoice_number, problems from invoice_import_results
    where organization_id = ${organizationId} and import_id = ${importId}::uuid and ${chosen}
    order by ordinal offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ invoice_number, ...row }) => ({ ...row, invoiceNumber: invoice_number ?? undefined }))
}

/** How many mails of an import are not handed over yet, and until when they are held back. */
export async function findWaitingMailsOfImport(
  db: Db,
  { organizationId, importId }: ImportKey,
): ReturnType<typeof findWaitingMails> {
  const mailIds = sql`select mail_id from invoice_import_results
    where organization_id = ${organizationId} and import_id = ${importId}::uuid and mail_id is not null`
  return findWaitingMails(db, { organizationId, mailIds })
}
