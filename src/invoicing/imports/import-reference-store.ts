import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

type ReferenceKey = { readonly organizationId: string; readonly referenceHash: Buffer }

type ImportedReference = {
  readonly invoiceNumber: string
  readonly contentHash: Buffer
}

/** Claims a reference for the invoice that the transaction creates; returns false if it was imported before. */
export async function claimReference(
  tx: Tx,
  { organizationId, referenceHash }: ReferenceKey,
  contentHash: Buffer,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into invoice_import_references (organization_id, reference_hash, content_hash)
    values (${organizationId}, ${referenceHash}, ${contentHash}) on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

export async function saveInvoiceOfReference(
  tx: Tx,
  { organizationId, referenceHash }: ReferenceKey,
  invoiceNumber: string,
): Promise<void> {
  await sql`update invoice_import_references set invoice_number = ${invoiceNumber}
    where organization_id = ${organizationId} and reference_hash = ${referenceHash}`.execute(tx)
}

/** By the hash of the reference, in hexadecimal. */
export async function findReferences(
  db: Db,
  organizationId: string,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, ImportedReference>> {
  const { rows } = await sql<{ hash: Buffer; content: Buffer; invoice_number: string }>`
    select reference_hash as hash, content_hash as content, invoice_number from invoice_import_references
    where organization_id = ${organizationId} and reference_hash = any(${[...hashes]}::bytea[])`.execute(db)
  return new Map(
    rows.map(({ hash, content, invoice_number }) => [
      hash.toString('hex'),
      { invoiceNumber: invoice_number, contentHash: content },
    ]),
  )
}

/** Those of these numbers that invoices have already. */
export async function findTakenNumbers(
  db: Db,
  organizationId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await sql<{ invoice_number: string }>`select invoice_number from invoices
    where organization_id = ${organizationId} and invoice_number = any(${[...numbers]}::text[])`.execute(db)
  return new Set(rows.map(({ invoice_number }) => invoice_number))
}
