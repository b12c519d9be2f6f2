import { csvHeader } from '../../generation/formats/csv-report.ts'
import { SCRIPT_GUARD } from '../../reports/rendering.ts'
import { type OnDemandScope, titleOf } from './on-demand-report.ts'
import type { Column, Item, ReportForm, Value } from './report-form.ts'

const FORMULA = new RegExp(SCRIPT_GUARD.start, 'u')
/** One that begins after a separator of other programs. */
const LATER_FORMULA = new RegExp(SCRIPT_GUARD.afterSeparator, 'gu')

/** Writes a title line, a line of column names and a line for each item. */
export async function* writeCsv(
  form: ReportForm,
  scope: OnDemandScope,
  items: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string, void> {
  const { columns } = form.item
  yield csvHeader(
    titleOf(form, scope),
    columns.map(({ name }) => name),
  )
  for await (const some of items) {
    yield some.map((item) => csvRow(columns.map((own) => csvCell(own, item[own.name])))).join('')
  }
}

export function csvRow(cells: readonly string[]): string {
  return `${cells.join(',')}\n`
}

/** Strings are quoted and protected from evaluation by spreadsheets; a missing value is an empty cell. */
export function csvCell({ isNumber }: Pick<Column, 'isNumber'>, value: Value): string {
  if (value === undefined) return ''
  const text = String(value)
  if (isNumber) return text
  const guard = FORMULA.test(text) ? "'" : ''
  return `"${guard}${text.replaceAll('"', '""').replaceAll(LATER_FORMULA, `$1'$2`)}"`
}
