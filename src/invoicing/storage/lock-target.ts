import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { INVOICE_NUMBER } from '../rules/invoice-fields.ts'
import { lockInvoice } from './invoice-store.ts'
import type { LoadedInvoice } from './loaded-invoice.ts'

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

export function invoiceNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'Invoice does not exist.')
}
