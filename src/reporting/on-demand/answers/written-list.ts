import { writtenInstant } from '../../../kernel/time-text.ts'
import type { AskedBy } from './asked-by.ts'
import { csvAnswer } from './csv-answer.ts'
import { jsonAnswer } from './json-answer.ts'
import type { AnswerFormat } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { xmlAnswer } from './xml-answer.ts'

type List = {
  readonly by: AskedBy
  readonly format: AnswerFormat
  readonly items: AsyncIterable<readonly Item[]>
  /** What stands before the list in JSON, where it is not the usual. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** A report that is one list, in the format that is asked for. */
export function writtenList(
  form: ReportForm,
  { by, format, items, about = aboutJson(by) }: List,
): AsyncIterable<string> {
  switch (format) {
    case 'json':
      return jsonAnswer(about, form.item.listName, items)
    case 'xml':
      return xmlAnswer(form, by, items)
    case 'csv':
      return csvAnswer(form, by, items)
  }
}

/** What stands before the list in JSON. */
export function aboutJson({ organizationId, window: { from, to } }: AskedBy) {
  return { organizationId, startTime: writtenInstant(from), endTime: writtenInstant(to) }
}

/** The same, where there is something in it; undefined where there is not. */
export async function unlessEmpty<T>(
  items: AsyncGenerator<readonly T[], void>,
): Promise<AsyncIterable<readonly T[]> | undefined> {
  let first = await items.next()
  while (!first.done && first.value.length === 0) first = await items.next()
  if (first.done) return undefined
  const { value } = first
  return (async function* () {
    yield value
    yield* items
  })()
}
