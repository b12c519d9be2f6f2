// pure
import { suggestMapping } from '../../../../src/invoicing/imports/reading/suggest-mapping.ts'
import type { Language } from '../../../../src/kernel/language.ts'
import { csvCell } from '../../../../src/kernel/markup/csv-cell.ts'

/** The columns that an invoice of one amount needs, and the reference by which it is imported once. */
const TEMPLATE_FIELDS = [
  'reference',
  'customerName',
  'customerEmail',
  'dueDate',
  'currency',
  'totalAmount',
  'description',
] as const

/** The columns of the template: each field by the first of its names that is recognized. */
export function templateColumns(namesOf: (field: string) => readonly string[]): readonly string[] {
  return TEMPLATE_FIELDS.map((field) => {
    const recognized = namesOf(field).find((name) => suggestMapping([name], [])[name] === field)
    return recognized ?? field
  })
}

/** Rows as spreadsheets of the language's market open them: with a byte order mark, and semicolons beside decimal commas. */
export function csvText(rows: readonly (readonly string[])[], language: Language): string {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  const separator = decimal === ',' ? ';' : ','
  const lines = rows.map((cells) => cells.map((cell) => csvCell({ isNumber: false }, cell)).join(separator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}
