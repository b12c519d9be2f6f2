import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { INVOICE_NUMBER } from '../rules/invoice-fields.ts'
import type { FoundInvoice } from './found-invoice.ts'
import { lockInvoice } from './invoice-store.ts'

export type AskedInvoice = {
  readonly organizationId: string
  readonly invoiceNumber: string
  /** Those that the asker knows and means; undefined where any will do. */
  readonly expectedVersions?: readonly number[] | undefined
}

/** The invoice to be changed, locked; refused where there is none or it is not as the asker knows it. */
export async function openInvoice(tx: Tx, asked: AskedInvoice): Promise<FoundInvoice> {
  const { invoiceNumber, expectedVersions } = asked
  const found = INVOICE_NUMBER.test(invoiceNumber) ? await lockInvoice(tx, asked) : undefined
  if (found === undefined) throw noInvoice()
  const { version } = found.invoice
  if (expectedVersions !== undefined && !expectedVersions.includes(version)) {
    throw new AppError(
      'precondition-failed',
      'PRECONDITION_FAILED',
      `The invoice has changed since it was read: its ETag is "${version}" now.`,
    )
  }
  return found
}

export function noInvoice(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'Invoice does not exist.')
}
