import { CURRENCIES, decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Declare, localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import { type Field, fieldNamed, type ReportSource } from '../../records/index.ts'
import { type LayeredQuery, layeredQuery } from './layered-query.ts'

type GivenOptions = {
  readonly source: ReportSource
  readonly signedAmounts: boolean
  readonly timeZone: string
  readonly span: { readonly fromMs: number; readonly toMs: number }
}

type CellOptions = GivenOptions & { readonly declare: Declare }

/** Amounts are kept with so many decimals. */
const AMOUNT_SCALE = 4
const DECIMAL_SCALE = 8
/** What is printed of an amount whose currency is not known. */
const USUAL_DECIMALS = 2

/** How the engine writes the values of fields; all but texts are null where there is none. */
export type CellSql = {
  /** What the expressions below are used in. */
  readonly query: LayeredQuery
  /** What a report says of the field, as text; empty where there is none. */
  readonly text: (field: Field) => string
  /** The value itself, of the type that is kept, with the sign that it prints with. */
  readonly value: (field: Field) => string
}

export function cellSql(given: GivenOptions): CellSql {
  const { source, timeZone, span } = given
  const query = layeredQuery(source.from)
  const { declare } = query
  const options = { ...given, declare }
  const value = (field: Field): string => signedValue(options, field)
  const local = localTimeSql(timeZone, span, query.declareConstant)

  const localText = (field: Field): string => {
    const ms = declare(`ms_${field.id}`, `toUnixTimestamp64Milli(${value(field)})`)
    const shown = `fromUnixTimestamp64Milli(${local.localMs(ms)}, 'UTC')`
    return `concat(${withT(shown)}, ${local.offsetText(ms)})`
  }

  const text = (field: Field): string => {
    const { type } = field
    switch (type.kind) {
      case 'text':
      case 'code':
        return value(field)
      case 'amount':
        return amountText(options, field, value(field))
      case 'integer':
      case 'date':
        return `ifNull(toString(${value(field)}), '')`
      case 'instant':
        return `ifNull(${type.isAlwaysUtc ? utcText(value(field)) : localText(field)}, '')`
      case 'decimal':
        return decimalText(value(field), type.decimalsMin ?? 0)
    }
  }
  return {
    query,
    text: (field) => {
      const sql = text(field)
      return sql === source.valueIn(field) ? sql : declare(`text_${field.id}`, sql)
    },
    value,
  }
}

/** A refund's own amounts print negative, or without a sign; whatever else a record says is left as it is. */
function signedValue({ source, signedAmounts, declare }: CellOptions, field: Field): string {
  const value = source.valueIn(field)
  const isText = field.type.kind === 'text' || field.type.kind === 'code'
  // What is no column but an expression of its own is worked out once.
  if (isText || /^\w+$/.test(value)) return signed(value)
  return signed(declare(`value_${field.id}`, value))

  function signed(kept: string): string {
    if (field.type.kind !== 'amount' || !source.refundedAmounts.includes(field.wireName))
      return kept
    const isRefund = declare('is_refund', source.isRefund)
    const given = `if(${isRefund}, ${signedAmounts ? '-' : ''}abs(${kept}), ${kept})`
    return declare(`signed_${field.id}`, given)
  }
}

/** With the decimals of its currency, or with more where more are kept; never rounded. */
function amountText({ source, declare }: CellOptions, field: Field, value: string): string {
  const { type } = field
  if (type.kind !== 'amount') return value
  const needed = declare(`decimals_${field.id}`, currencyDecimals(source, type))
  const units = `reinterpretAsInt64(assumeNotNull(${value}))`
  const zeros = `multiIf(${units} % 100 != 0, ${units} % 10 = 0, ${units} % 10000 = 0, 4, ${units} % 1000 = 0, 3, 2)`
  const spare = declare(`spare_${field.id}`, `least(${AMOUNT_SCALE} - ${needed}, ${zeros})`)
  // All decimals are written and those that nobody needs cut off, with the point before them: to choose between
  // texts of several lengths would take three times as long.
  const whole = `toDecimalString(assumeNotNull(${value}), ${AMOUNT_SCALE})`
  const length = `length(${whole}) - ${spare} - (${spare} = ${AMOUNT_SCALE})`
  return `substring(${whole}, 1, if(${value} is null, 0, ${length}))`
}

function currencyDecimals(
  source: ReportSource,
  type: { readonly currencyField: string | undefined; readonly decimalsMin: number | undefined },
): string {
  if (type.decimalsMin !== undefined) return String(type.decimalsMin)
  if (type.currencyField === undefined) return String(USUAL_DECIMALS)
  const currency = source.valueIn(fieldNamed(type.currencyField))
  const cases = [0, 3, 4].map((decimals) => {
    const codes = CURRENCIES.filter((code) => decimalsOfCurrency(code) === decimals)
    return `${currency} in (${codes.map(quoteText).join(', ')}), ${decimals}`
  })
  return `multiIf(${cases.join(', ')}, ${USUAL_DECIMALS})`
}

/** At least so many decimals, and all that are kept but the zeros at the end. */
function decimalText(value: string, decimalsMin: number): string {
  const trimmed = `trimRight(${numberText(value, DECIMAL_SCALE)}, '0')`
  const fits = `${value} = toDecimal128(${value}, ${decimalsMin})`
  return `multiIf(${value} is null, '', ${fits}, ${numberText(value, decimalsMin)}, ${trimmed})`
}

/** The engine would write a point behind a number without decimals. */
function numberText(value: string, decimals: number): string {
  return decimals === 0
    ? `toString(toDecimal64(assumeNotNull(${value}), 0))`
    : `toDecimalString(assumeNotNull(${value}), ${decimals})`
}

function utcText(instant: string): string {
  return `concat(${withT(instant)}, 'Z')`
}

function withT(instant: string): string {
  return `replaceOne(toString(${instant}), ' ', 'T')`
}
