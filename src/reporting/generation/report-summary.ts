import { assert } from '../../kernel/assert.ts'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Decimal, formatDecimal, isZero, parseDecimal, sumOf } from '../../kernel/decimal.ts'
import type { ReportManifest } from '../reports/report.ts'
import { type ReportLayout, requestedNameOf } from './report-layout.ts'
import { totalledFields } from './report-query.ts'

/** The counts and totals of a report, computed without writing it. */
export type ReportSummary = Pick<ReportManifest, 'rows' | 'totals'> & {
  /** Number of records without the filters. */
  readonly unfiltered: number
}

/** One row per combination of currencies; there are few, whatever the number of records. */
export type SummaryRow = {
  readonly rows: number
  readonly unfiltered: number
  readonly currencies: readonly string[]
  readonly sums: readonly string[]
}

export function summarySql(layout: ReportLayout): string {
  const { source, cells } = layout
  const { dialect } = source
  const totalled = totalledFields(layout)
  // Most amounts of a record have the same currency.
  const keys = [
    ...new Set(totalled.flatMap(({ currency }) => (currency === undefined ? [] : [source.valueIn(currency)]))),
  ]
  const currencies = totalled.map(({ currency }) =>
    currency === undefined ? `''` : dialect.textOf(`key_${keys.indexOf(source.valueIn(currency))}`),
  )
  const { condition = '1 = 1' } = source
  const sums = totalled.map(({ field }) => {
    const sum = `sum(${cells.value(field)}) filter (where ${condition})`
    return dialect.plainDecimal(`coalesce(${sum}, 0)`)
  })
  const columns = [
    ...keys.map((sql, index) => `${sql} as key_${index}`),
    `count(*) filter (where ${condition}) as "rows"`,
    'count(*) as unfiltered',
    `${dialect.textList(currencies)} as currencies`,
    `${dialect.textList(sums)} as sums`,
  ]
  const select = cells.query.selectSql(columns, source.unfiltered)
  return keys.length === 0 ? select : `${select} group by ${keys.map((_, index) => `key_${index}`).join(', ')}`
}

export function summaryOf(layout: ReportLayout, found: readonly SummaryRow[]): ReportSummary {
  const rows = found.filter((row) => row.rows > 0)
  const totals = totalledFields(layout).flatMap(({ field }, index) => {
    const byCurrency = Map.groupBy(rows, ({ currencies }) => currencies[index] ?? '')
    const { type } = field
    const decimalsMin = type.kind === 'amount' ? type.decimalsMin : undefined
    return (
      [...byCurrency]
        .map(([currency, parts]) => ({
          currency,
          sum: parts.map(({ sums }) => decimalOf(sums[index])).reduce(sumOf),
        }))
        // Records without an amount and a currency have no total.
        .filter(({ currency, sum }) => currency !== '' || !isZero(sum))
        .map(({ currency, sum }) => ({
          field: requestedNameOf(layout, field),
          currency,
          amount: formatDecimal(sum, decimalsMin ?? decimalsOfCurrency(currency) ?? 2),
        }))
        .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
    )
  })
  return {
    rows: rows.reduce((sum, row) => sum + row.rows, 0),
    unfiltered: found.reduce((sum, row) => sum + row.unfiltered, 0),
    totals,
  }
}

function decimalOf(text = '0'): Decimal {
  const decimal = parseDecimal(text)
  assert(decimal !== undefined, `The record store returned the sum ${text}.`)
  return decimal
}
