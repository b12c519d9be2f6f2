// pure
import { csvCell } from '../../../../src/kernel/markup/csv-cell.ts'

/** The numbers of a chart as rows, with the heads of their columns. The first column names the row. */
export type ChartTable = {
  readonly heads: readonly string[]
  /** As people read them. */
  readonly rows: readonly (readonly string[])[]
  /** As spreadsheets read them: amounts with a point, dates as 2026-03-09. */
  readonly cells: readonly (readonly string[])[]
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** The table as the other exports are: with a byte order mark, commas, and numbers with a point. */
export function csvOfTable({ heads, cells }: ChartTable): string {
  const lines = [heads, ...cells].map((row) =>
    row.map((cell, index) => csvCell({ isNumber: index > 0 && NUMBER.test(cell) }, cell)).join(','),
  )
  return `\ufeff${lines.join('\n')}\n`
}

/** Only for the place of something on the screen: amounts are shown, summed up and compared as text. */
export function magnitude(amount: string): number {
  const number = Number(amount)
  return Number.isFinite(number) ? number : 0
}
