import { csvCell, csvRow } from '../../../kernel/markup/csv-cell.ts'
import { csvHeader } from '../../generation/formats/csv-report.ts'
import { type OnDemandScope, titleOf } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'

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
