import { CURRENCIES, decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Declare, localTimeSql } from '../../platform/clickhouse/local-time-sql.ts'
import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import { type Field, fieldNamed, type ReportSource } from '../../records/index.ts'

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
const AMOUNT_TYPE = `Variant(${[0, 1, 2, 3, 4].map((scale) => `Decimal(18, ${scale})`).join(', ')})`

/** How the engine writes the values of fields; all but texts are null where there is none. */
export type CellSql = {
  /** What the expressions below refer to: to stand before them in their query. */
  readonly withSql: () => string
  /** An expression that is used several times is written once. */
  readonly declare: Declare
  /** What a report says of the field, as text; empty where there is none. */
  readonly text: (field: Field) => string
  /** The same as a value that the engine prints: numbers as numbers, absent ones as null. */
  readonly printed: (field: Field) => string
  /** The value itself, of the type that is kept, with the sign that it prints with. */
  readonly value: (field: Field) => string
}

export function cellSql(given: GivenOptions): CellSql {
  const declared = new Map<string, string>()
  const declare: Declare = (name, sql) => {
    declared.set(name, sql)
    return name
  }
  const options = { ...given, declare }
  const value = (field: Field): string => signedValue(options, field)
  const local = localTimeSql(options.timeZone, options.span, declare)

  const instantText = (instant: string, isAlwaysUtc: boolean): string => {
    if (isAlwaysUtc) return `concat(${withT(instant)}, 'Z')`
    const ms = `toUnixTimestamp64Milli(${instant})`
    const shown = `fromUnixTimestamp64Milli(${local.localMs(ms)}, 'UTC')`
    return `concat(${withT(shown)}, ${local.offsetText(ms)})`
  }

  const printed = (field: Field): string => {
    const { type } = field
    switch (type.kind) {
      case 'text':
      case 'code':
      case 'integer':
      case 'date':
        return value(field)
      case 'instant':
        return instantText(value(field), type.isAlwaysUtc)
      case 'decimal':
        return decimalText(value(field), type.decimalsMin ?? 0)
      case 'amount': {
        const cast = (x: string, decimals: number): string =>
          `cast(toDecimal64(assumeNotNull(${x}), ${decimals}) as ${AMOUNT_TYPE})`
        return amountOf(options, field, value(field), { written: cast, absent: 'null' })
      }
    }
  }

  const text = (field: Field): string => {
    const { type } = field
    switch (type.kind) {
      case 'text':
      case 'code':
        return value(field)
      case 'amount': {
        const written = (x: string, decimals: number): string =>
          `toDecimalString(assumeNotNull(${x}), ${decimals})`
        return amountOf(options, field, value(field), { written, absent: `''` })
      }
      case 'integer':
      case 'date':
        return `ifNull(toString(${value(field)}), '')`
      case 'instant':
      case 'decimal':
        return `ifNull(${printed(field)}, '')`
    }
  }
  return {
    withSql: () => {
      const all = [...declared].map(([name, sql]) => `${sql} as ${name}`)
      return all.length === 0 ? '' : `with ${all.join(',\n  ')}\n`
    },
    declare,
    text: (field) => {
      const sql = text(field)
      return sql === options.source.valueIn(field) ? sql : declare(`text_${field.id}`, sql)
    },
    printed,
    value,
  }
}

/** A refund's own amounts print negative, or without a sign; whatever else a record says is left as it is. */
function signedValue({ source, signedAmounts, declare }: CellOptions, field: Field): string {
  const value = source.valueIn(field)
  if (field.type.kind !== 'amount' || !source.refundedAmounts.includes(field.wireName)) return value
  const isRefund = declare('is_refund', source.isRefund)
  const given = `if(${isRefund}, ${signedAmounts ? '-' : ''}abs(${value}), ${value})`
  return declare(`signed_${field.id}`, given)
}

/** With the decimals of its currency, or with more where more are kept; never rounded. */
function amountOf(
  { source, declare }: CellOptions,
  field: Field,
  value: string,
  {
    written,
    absent,
  }: {
    readonly written: (value: string, decimals: number) => string
    readonly absent: string
  },
): string {
  const { type } = field
  if (type.kind !== 'amount') return value
  const fits = (decimals: number): string => `${value} = toDecimal64(${value}, ${decimals})`
  const needed = declare(`decimals_${field.id}`, currencyDecimals(source, type))
  // The usual cases come first: they spare most rows the others.
  const cases = [
    ...[2, 0, 3].map((decimals) => [`${needed} = ${decimals} and ${fits(decimals)}`, decimals]),
    ...[1, 2, 3].map((decimals) => [`${needed} <= ${decimals} and ${fits(decimals)}`, decimals]),
  ] as const
  const branches = cases.map(
    ([condition, decimals]) => `${condition}, ${written(value, Number(decimals))}`,
  )
  const all = [`${value} is null, ${absent}`, ...branches]
  return `multiIf(${all.join(', ')}, ${written(value, AMOUNT_SCALE)})`
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
  const whole = `toDecimalString(${value}, ${decimalsMin})`
  const trimmed = `replaceRegexpOne(toDecimalString(${value}, ${DECIMAL_SCALE}), '0+$', '')`
  return `if(${value} = toDecimal128(${value}, ${decimalsMin}), ${whole}, ${trimmed})`
}

function withT(instant: string): string {
  return `replaceOne(toString(${instant}), ' ', 'T')`
}
