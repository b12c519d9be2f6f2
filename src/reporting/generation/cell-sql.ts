import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import { CURRENCIES, decimalsOfCurrency } from '../../kernel/currency.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
import type { ReportSource } from '../../records/index.ts'
import { type Declare, type LayeredQuery, layeredQuery } from './layered-query.ts'

type GivenOptions = {
  readonly source: ReportSource
  readonly signedAmounts: boolean
  readonly timeZone: string
  readonly span: { readonly fromMs: number; readonly toMs: number }
}

type CellOptions = GivenOptions & { readonly declare: Declare }

/** Decimals of an amount whose currency is unknown. */
const USUAL_DECIMALS = 2

/** SQL expressions for the values of fields. Except for strings, a missing value is null. */
export type CellSql = {
  /** The query that the expressions below belong to. */
  readonly query: LayeredQuery
  /** The value as printed in a report; empty if there is none. */
  readonly text: (field: Field) => string
  /** The value in its stored type, with the sign that it is printed with. */
  readonly value: (field: Field) => string
}

export function cellSql(given: GivenOptions): CellSql {
  const { source, timeZone, span } = given
  const { dialect } = source
  const query = layeredQuery(source.from)
  const { declare } = query
  const options = { ...given, declare }
  const value = (field: Field): string => signedValue(options, field)
  const local = localTimeSql(dialect, timeZone, span)

  const localText = (field: Field): string => {
    const ms = declare(`ms_${field.id}`, dialect.ms(value(field)))
    const offset = declare(`offset_${field.id}`, local.offsetMs(ms))
    const shown = dialect.instantText(dialect.instant(`${ms} + ${offset}`))
    return `${shown} || ${local.offsetText(offset)}`
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
        return `coalesce(${dialect.textOf(value(field))}, '')`
      case 'instant': {
        const shown = type.isAlwaysUtc ? `${dialect.instantText(value(field))} || 'Z'` : localText(field)
        return `coalesce(${shown}, '')`
      }
      case 'decimal':
        return decimalText(dialect, value(field), type.decimalsMin ?? 0)
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

/**
 * A refund's own amounts are printed negative or unsigned, depending on the preferences; all other values are
 * unchanged.
 */
function signedValue({ source, signedAmounts, declare }: CellOptions, field: Field): string {
  const value = source.valueIn(field)
  // A plain column needs no name; a computed expression is named so that it is computed once.
  if (/^\w+$/.test(value)) return signed(value)
  return signed(declare(`value_${field.id}`, value))

  function signed(kept: string): string {
    if (field.type.kind !== 'amount' || !source.refundedAmounts.includes(field.wireName)) return kept
    const isRefund = declare('is_refund', source.isRefund)
    const given = `case when ${isRefund} then ${signedAmounts ? '-' : ''}abs(${kept}) else ${kept} end`
    return declare(`signed_${field.id}`, given)
  }
}

/** Prints an amount with at least the decimals of its currency, and more if more are stored; never rounded. */
function amountText({ source, declare }: CellOptions, field: Field, value: string): string {
  const { type } = field
  if (type.kind !== 'amount') return value
  const { dialect } = source
  const needed = declare(`decimals_${field.id}`, currencyDecimals(source, type))
  // All decimals are written and superfluous ones cut off, with the decimal point before them: choosing between strings
  // of several lengths would take three times as long.
  const whole = declare(`whole_${field.id}`, dialect.keptText(value, AMOUNT_SCALE))
  const zeros = dialect.amountZeros(value, whole)
  const spare = declare(`spare_${field.id}`, `least(${AMOUNT_SCALE} - ${needed}, ${zeros})`)
  const length = `length(${whole}) - case when ${spare} = ${AMOUNT_SCALE} then ${AMOUNT_SCALE + 1} else ${spare} end`
  return `case when ${value} is null then '' else substring(${whole}, 1, ${length}) end`
}

function currencyDecimals(
  source: ReportSource,
  type: { readonly currencyField: string | undefined; readonly decimalsMin: number | undefined },
): string {
  if (type.decimalsMin !== undefined) return String(type.decimalsMin)
  if (type.currencyField === undefined) return String(USUAL_DECIMALS)
  const currency = source.valueIn(fieldNamed(type.currencyField))
  const unusual = CURRENCIES.filter((code) => decimalsOfCurrency(code) !== USUAL_DECIMALS)
  const cases = unusual.map((code) => `when ${source.dialect.text(code)} then ${decimalsOfCurrency(code)}`)
  return `case ${currency} ${cases.join(' ')} else ${USUAL_DECIMALS} end`
}

/** Prints at least `decimalsMin` decimals, and all stored ones except trailing zeros. */
function decimalText(dialect: Dialect, value: string, decimalsMin: number): string {
  const trimmed = dialect.trimmedEnd(dialect.keptText(value, DECIMAL_SCALE), '0')
  const fits = `${value} = ${dialect.decimal(value, decimalsMin)}`
  return `case when ${value} is null then '' when ${fits} then ${dialect.decimalText(value, decimalsMin)}
    else ${trimmed} end`
}
