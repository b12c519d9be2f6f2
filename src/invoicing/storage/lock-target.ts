import { AppError } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../rules/invoice.ts'
import { INVOICE_NUMBER } from '../rules/terms/invoice-fields.ts'
import { findInvoice, lockInvoice } from './invoice-store.ts'
import type { LoadedInvoice } from './loaded-invoice.ts'

const NO_HISTORY = { offset: 0, limit: 0 }

export type InvoiceTarget = {
  readonly organizationId: string
  readonly invoiceNumber: string
  /** The versions that the client accepts; undefined for any. */
  readonly expectedVersions?: readonly number[] | undefined
}

/** Loads and locks the invoice to change; refuses if it does not exist or has another version. */
export async function lockTarget(tx: Tx, target: InvoiceTarget): Promise<LoadedInvoice> {
  const { invoiceNumber, expectedVersions } = target
  const loaded = INVOICE_NUMBER.test(invoiceNumber) ? await lockInvoice(tx, target) : undefined
  if (loaded === undefined) throw invoiceNotFound()
  const { version } = loaded.invoice
  if (expectedVersions !== undefined && !expectedVersions.includes(version)) {
    throw new AppError(
      'precondition-failed',
      'PRECONDITION_FAILED',
      `The invoice has changed since it was read: its ETag is now "${version}".`,
    )
  }
  return loaded
}

/** Loads an invoice without its history; refuses if it does not exist. */
export async function getInvoice(
  db: Db,
  { organizationId, invoiceNumber }: Pick<InvoiceTarget, 'organizationId' | 'invoiceNumber'>,
): Promise<Invoice> {
  return (await getLoadedInvoice(db, { organizationId, invoiceNumber })).invoice
}

/** The same, with the merchant's settings for all its invoices. */
export async function getLoadedInvoice(
  db: Db,
  { organizationId, invoiceNumber }: Pick<InvoiceTarget, 'organizationId' | 'invoiceNumber'>,
): Promise<LoadedInvoice> {
  const isNumber = INVOICE_NUMBER.test(invoiceNumber)
  const found = isNumber ? await findInvoice(db, { organizationId, invoiceNumber }, NO_HISTORY) : undefined
  if (found === undefined) throw invoiceNotFound()
  return found
}

export function invoiceNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'Invoice does not exist.')
}
