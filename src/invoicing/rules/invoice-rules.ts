// pure
import { type Decimal, differenceOf, isZero } from '../../kernel/decimal.ts'
import type { ReadValues } from '../../kernel/reading/field-reader.ts'
import { invalid, type Problem } from '../../kernel/reading/reading.ts'
import { INVOICE_FIELDS, type InvoiceFieldName, LINE_FIELDS, type LineFieldName } from './terms/invoice-fields.ts'

export type InvoiceValues = ReadValues<typeof INVOICE_FIELDS>
/** `place` is, for example, `orderInformation.lineItems[0].`. */
export type LineValues = {
  readonly place: string
  readonly values: ReadValues<typeof LINE_FIELDS>
}

const TOTAL_DISCOUNTS_AND_TAXES = [
  'discountAmount',
  'discountPercent',
  'taxAmount',
  'taxRate',
] as const satisfies readonly InvoiceFieldName[]
const LINE_DISCOUNTS_AND_TAXES = [
  'discountAmount',
  'discountRate',
  'discountPercent',
  'taxAmount',
  'taxRate',
] as const satisfies readonly LineFieldName[]
const NOT_IN_AMOUNT_ONLY = [
  ...TOTAL_DISCOUNTS_AND_TAXES,
  'freightAmount',
  'freightTaxRate',
] as const satisfies readonly InvoiceFieldName[]

const ACCEPTED = 'lenient validation, which the operator can set for your organization, accepts it'
const AMOUNT_ONLY = 'is not supported for an amount-only invoice (an invoice without line items)'

/** Discount and tax are either on the total or on lines. Zeros do not count: clients send them for unused fields. */
export function mixedLevelProblems(values: InvoiceValues, lines: readonly LineValues[]): readonly Problem[] {
  const onTotal = TOTAL_DISCOUNTS_AND_TAXES.filter((name) => isGiven(values[name])).map(
    (name) => INVOICE_FIELDS[name].path,
  )
  const onLines = lines.flatMap((line) =>
    LINE_DISCOUNTS_AND_TAXES.filter((name) => isGiven(line.values[name])).map(
      (name) => `${line.place}${LINE_FIELDS[name].path}`,
    ),
  )
  if (onTotal.length === 0 || onLines.length === 0) return []
  return [
    ...onTotal.map((field) => invalid(field, `cannot be combined with a line-item discount or tax; ${ACCEPTED}`)),
    ...onLines.map((field) =>
      invalid(field, `cannot be combined with a discount or tax on the invoice total; ${ACCEPTED}`),
    ),
  ]
}

/** Problems with fields that an invoice without lines cannot have; `customValuePlaces` are paths such as `merchantDefinedFieldValues[0].value`. */
export function amountOnlyProblems(values: InvoiceValues, customValuePlaces: readonly string[]): readonly Problem[] {
  const fields: string[] = NOT_IN_AMOUNT_ONLY.filter((name) => isGiven(values[name])).map(
    (name) => INVOICE_FIELDS[name].path,
  )
  if (values.allowPartialPayments === true) fields.push(INVOICE_FIELDS.allowPartialPayments.path)
  return [...fields, ...customValuePlaces].map((field) => invalid(field, AMOUNT_ONLY))
}

/** The specification and clients use different names for a line's discount in percent. */
export function discountNameProblems({ place, values }: LineValues): readonly Problem[] {
  const { discountRate, discountPercent } = values
  if (discountRate === undefined || discountPercent === undefined) return []
  if (isZero(differenceOf(discountRate, discountPercent))) return []
  return [
    invalid(`${place}discountRate`, 'must equal discountPercent, which means the same'),
    invalid(`${place}discountPercent`, 'must equal discountRate, which means the same'),
  ]
}

export function expirationProblems({ expirationDate }: InvoiceValues, today: Temporal.PlainDate): readonly Problem[] {
  if (expirationDate === undefined) return []
  if (Temporal.PlainDate.compare(expirationDate, today) >= 0) return []
  return [invalid(INVOICE_FIELDS.expirationDate.path, 'cannot be before today (GMT)')]
}

function isGiven(value: Decimal | undefined): boolean {
  return value !== undefined && !isZero(value)
}
