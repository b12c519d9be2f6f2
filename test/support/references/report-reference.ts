import { fieldNamed } from '../../../src/catalogue/catalogue.ts'
import type { Field, FieldValue } from '../../../src/catalogue/field.ts'
import type { RecordKind } from '../../../src/catalogue/kinds.ts'
import { isInEnvelope } from '../../../src/catalogue/record-table.ts'
import { decimalsOfCurrency } from '../../../src/kernel/currency.ts'
import { type Decimal, formatDecimal, isZero, parseDecimal, sumOf } from '../../../src/kernel/decimal.ts'
import type { RecordContent } from '../../../src/records/reading/record.ts'
import type { ReportManifest } from '../../../src/reporting/reports/report.ts'

type ReferenceInput = {
  readonly kind: RecordKind
  readonly timeZone: string
  readonly signedAmounts: boolean
}

/** The expected cell of a field, computed independently of the engine. */
export function referenceCell(record: RecordContent, field: Field, given: ReferenceInput): string {
  const value = keptValue(record, field.wireName, field)
  const { type } = field
  if (value === undefined) return ''
  switch (type.kind) {
    case 'text':
    case 'code':
    case 'integer':
      return String(value)
    case 'date':
      return new Temporal.PlainDate(1970, 1, 1).add({ days: Number(value) }).toString()
    case 'instant':
      return instantText(Number(value), type.isAlwaysUtc ? undefined : given.timeZone)
    case 'decimal':
      return formatDecimal({ units: BigInt(value), scale: 8 }, type.decimalsMin ?? 0)
    case 'amount': {
      const units = signed(record, field, BigInt(value), given)
      const currency = type.currencyField === undefined ? '' : String(keptValue(record, type.currencyField) ?? '')
      const decimals = type.decimalsMin ?? decimalsOfCurrency(currency) ?? 2
      return formatDecimal({ units, scale: 4 }, decimals)
    }
  }
}

/** The sums of the printed amounts, by field and currency. */
export function referenceTotals(
  records: readonly RecordContent[],
  fields: readonly Field[],
  given: ReferenceInput,
): ReportManifest['totals'] {
  return fields.flatMap((field) => {
    const { type, wireName } = field
    if (type.kind !== 'amount') return []
    const { currencyField, decimalsMin } = type
    const currencyOf = (record: RecordContent): string =>
      currencyField === undefined ? '' : referenceCell(record, fieldNamed(currencyField), given)
    return [...Map.groupBy(records, currencyOf)]
      .map(([currency, own]) => {
        const cells = own.map((record) => referenceCell(record, field, given))
        const sum = cells.map((cell) => parseDecimal(cell) ?? ZERO).reduce(sumOf, ZERO)
        return { currency, sum }
      })
      .filter(({ currency, sum }) => currency !== '' || !isZero(sum))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1))
      .map(({ currency, sum }) => ({
        field: wireName,
        currency,
        amount: formatDecimal(sum, decimalsMin ?? decimalsOfCurrency(currency) ?? 2),
      }))
  })
}

const ZERO: Decimal = { units: 0n, scale: 0 }

function keptValue(record: RecordContent, name: string, field?: Field): FieldValue | undefined {
  if (field !== undefined && isInEnvelope(field)) return record.merchantId
  return record.values.find(([{ wireName }]) => wireName === name)?.[1]
}

function signed(record: RecordContent, { wireName }: Field, units: bigint, given: ReferenceInput): bigint {
  const { refund } = given.kind
  if (refund === undefined || !refund.amounts.includes(wireName)) return units
  if (!refund.values.includes(String(keptValue(record, refund.field)))) return units
  const size = units < 0n ? -units : units
  return given.signedAmounts ? -size : size
}

export function instantText(ms: number, timeZone: string | undefined): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(ms)
  if (timeZone === undefined) return instant.toString({ smallestUnit: 'millisecond' })
  const local = instant.toZonedDateTimeISO(timeZone)
  const text = local.toPlainDateTime().toString({ smallestUnit: 'millisecond' })
  return `${text}${local.offset}`
}
