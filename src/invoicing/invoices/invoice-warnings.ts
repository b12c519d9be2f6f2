import { formatMoney, plus } from '../../kernel/money.ts'
import { unknownFieldWarnings, type Warning } from '../http/unknown-fields.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'
import { differenceFromTotal } from '../rules/totals.ts'

const TOTAL = 'orderInformation.amountDetails.totalAmount'

/** Warnings about a request that was accepted but is possibly not what was intended. */
export function warningsOf(terms: InvoiceTerms, unknownFields: readonly string[]): readonly Warning[] {
  return [...unknownFieldWarnings(unknownFields), ...differenceWarnings(terms)]
}

/** The sender's total counts; a different sum of its parts is only a warning. */
function differenceWarnings(terms: InvoiceTerms): readonly Warning[] {
  const difference = differenceFromTotal(terms)
  if (difference === undefined) return []
  const { total } = terms.amounts
  const sum = formatMoney(plus(total, difference))
  return [
    {
      field: TOTAL,
      reason: 'AMOUNTS_DIFFER',
      message: `The parts of the invoice add up to ${sum} ${total.currency}, not to ${formatMoney(total)}.`,
    },
  ]
}
