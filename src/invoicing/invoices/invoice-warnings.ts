import { compareMoney, formatMoney, plus } from '../../kernel/money.ts'
import type { RefusedAddress } from '../../notifications/index.ts'
import { refusedEmailWarning } from '../http/refused-email.ts'
import { unknownFieldWarnings, type Warning } from '../http/unknown-fields.ts'
import type { Invoice, InvoiceTerms } from '../rules/invoice.ts'
import type { FieldWithoutEffect } from '../rules/terms/fields-without-effect.ts'
import { INVOICE_FIELDS } from '../rules/terms/invoice-fields.ts'
import { differenceFromTotal, totalsOf } from '../rules/totals.ts'

/** Fields of the request that did nothing. */
export type IdleFields = {
  readonly unknownFields: readonly string[]
  readonly fieldsWithoutEffect: readonly FieldWithoutEffect[]
}

type WarningOptions = Partial<IdleFields> & {
  readonly refusedEmail?: RefusedAddress | undefined
}

/** Warnings about an accepted request that may contain a mistake. */
export function warningsOf(
  invoice: Invoice,
  { unknownFields = [], fieldsWithoutEffect = [], refusedEmail }: WarningOptions,
): readonly Warning[] {
  const { terms } = invoice
  return [
    ...unknownFieldWarnings(unknownFields),
    ...fieldsWithoutEffect.map((idle): Warning => ({ ...idle, reason: 'NO_EFFECT' })),
    ...differenceWarnings(terms),
    ...minimumWarnings(terms),
    ...expirationWarnings(invoice),
    ...refusedEmailWarnings(refusedEmail),
  ]
}

function refusedEmailWarnings(refused: RefusedAddress | undefined): readonly Warning[] {
  if (refused === undefined) return []
  return [
    refusedEmailWarning(
      INVOICE_FIELDS.customerEmail.path,
      refused,
      'until the invoice has another one, or is sent with this one confirmed',
    ),
  ]
}

/** The sender's total counts; a different sum of its parts is only a warning. */
function differenceWarnings(terms: InvoiceTerms): readonly Warning[] {
  const difference = differenceFromTotal(terms)
  if (difference === undefined) return []
  const { total } = terms.amounts
  const sum = formatMoney(plus(total, difference))
  return [
    {
      field: INVOICE_FIELDS.totalAmount.path,
      reason: 'AMOUNTS_DIFFER',
      message: `The parts of the invoice add up to ${sum} ${total.currency} (${partsOf(terms)}), not to ${formatMoney(total)}.`,
    },
  ]
}

/** As `lines 20.00 − discount 1.00 + tax 2.00`. */
function partsOf(terms: InvoiceTerms): string {
  const { subtotal, discount, tax, freight, freightTax } = totalsOf(terms)
  const others = Object.entries({ '− discount': discount, '+ tax': tax, '+ freight': freight, '+ its tax': freightTax })
  const added = others.filter(([, { minor }]) => minor !== 0n).map(([name, amount]) => `${name} ${formatMoney(amount)}`)
  return [`lines ${formatMoney(subtotal)}`, ...added].join(' ')
}

function minimumWarnings({ amounts: { minimumPartial, total } }: InvoiceTerms): readonly Warning[] {
  if (minimumPartial === undefined || compareMoney(minimumPartial, total) <= 0) return []
  return [
    {
      field: INVOICE_FIELDS.minimumPartialAmount.path,
      reason: 'MINIMUM_ABOVE_TOTAL',
      message: `The least partial payment exceeds the total of ${formatMoney(total)} ${total.currency}: only the whole balance can be paid.`,
    },
  ]
}

/** About the merchant's last request, not about an invoice that expired later. */
function expirationWarnings({ terms: { expiresOn }, submittedAt, status }: Invoice): readonly Warning[] {
  const submittedOn = submittedAt.toZonedDateTimeISO('UTC').toPlainDate()
  if (expiresOn === undefined || Temporal.PlainDate.compare(expiresOn, submittedOn) > 0) return []
  if (status === 'PAID' || status === 'CANCELED') return []
  return [
    {
      field: INVOICE_FIELDS.expirationDate.path,
      reason: 'LINK_EXPIRED',
      message: `The payment link expired at 00:00 GMT on ${expiresOn.toString()}: nobody can pay until a later date is set.`,
    },
  ]
}
