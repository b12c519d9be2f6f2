// pure
import type { Language } from '../../../src/kernel/language.ts'
import { csvCell } from '../../../src/kernel/markup/csv-cell.ts'

/** Rows as spreadsheets of the language's market open them: with a byte order mark, and semicolons beside decimal commas. */
export function csvText(rows: readonly (readonly string[])[], language: Language): string {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  const separator = decimal === ',' ? ';' : ','
  const lines = rows.map((cells) => cells.map((cell) => csvCell({ isNumber: false }, cell)).join(separator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}
