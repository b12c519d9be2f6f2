// pure
import { SCRIPT_GUARD } from './spreadsheet-guard.ts'

const FORMULA = new RegExp(SCRIPT_GUARD.start, 'u')
/** One that begins after a separator of other programs. */
const LATER_FORMULA = new RegExp(SCRIPT_GUARD.afterSeparator, 'gu')

export function csvRow(cells: readonly string[]): string {
  return `${cells.join(',')}\n`
}

/** Strings are quoted and protected from evaluation by spreadsheets; a missing value is an empty cell. */
export function csvCell({ isNumber }: { readonly isNumber: boolean }, value: string | number | undefined): string {
  if (value === undefined) return ''
  const text = String(value)
  if (isNumber) return text
  const guard = FORMULA.test(text) ? "'" : ''
  return `"${guard}${text.replaceAll('"', '""').replaceAll(LATER_FORMULA, `$1'$2`)}"`
}
