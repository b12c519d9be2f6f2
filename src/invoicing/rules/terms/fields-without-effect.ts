// pure
import { isZero } from '../../../kernel/decimal.ts'
import type { Invoice } from '../invoice.ts'
import type { InvoiceValues } from '../invoice-rules.ts'
import { INVOICE_FIELDS, type InvoiceFieldName } from './invoice-fields.ts'

/** A field of an accepted request that changes nothing; the message says why. */
export type FieldWithoutEffect = { readonly field: string; readonly message: string }

const AMOUNT_ONLY = 'an amount-only invoice (an invoice without line items)'

/** Fields that mean something only together with others. Values that say nothing, such as zeros, do not count. */
export function fieldsWithoutEffect(
  values: InvoiceValues,
  { hasLines }: { readonly hasLines: boolean },
): readonly FieldWithoutEffect[] {
  const { taxType, freightTaxable, minimumPartialAmount, allowPartialPayments } = values
  const hasMinimum = minimumPartialAmount !== undefined && !isZero(minimumPartialAmount)
  const ofTotal = hasLines
    ? []
    : [
        ...(taxType === undefined ? [] : [withoutEffect('taxType', `${AMOUNT_ONLY} has no tax`)]),
        ...(freightTaxable === true ? [withoutEffect('freightTaxable', `${AMOUNT_ONLY} has no shipping fee`)] : []),
      ]
  if (!hasMinimum || allowPartialPayments === true) return ofTotal
  const reason = hasLines ? 'allowPartialPayments is not true' : `${AMOUNT_ONLY} has no partial payments`
  return [...ofTotal, withoutEffect('minimumPartialAmount', reason)]
}

/** An update never sends, which is news about a draft; of a published invoice it repeats the original request. */
export function unsentByUpdate({
  invoiceNumber,
  status,
}: Pick<Invoice, 'invoiceNumber' | 'status'>): readonly FieldWithoutEffect[] {
  if (status !== 'DRAFT') return []
  const path = `/invoicing/v2/invoices/${encodeURIComponent(invoiceNumber)}/delivery`
  return [withoutEffect('sendImmediately', `an update does not send the invoice; POST ${path} does`)]
}

function withoutEffect(name: InvoiceFieldName, reason: string): FieldWithoutEffect {
  const { path } = INVOICE_FIELDS[name]
  return { field: path, message: `${path} has no effect: ${reason}.` }
}
