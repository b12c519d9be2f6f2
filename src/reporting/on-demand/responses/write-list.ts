import { writtenInstant } from '../../../kernel/time-text.ts'
import type { OnDemandFormat, OnDemandScope } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

type List = {
  readonly scope: OnDemandScope
  readonly format: OnDemandFormat
  readonly items: AsyncIterable<readonly Item[]>
  /** The JSON properties before the list, if they are not the usual ones. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** Writes a report that is a single list in the requested format. */
export function writeList(
  form: ReportForm,
  { scope, format, items, about = windowJson(scope) }: List,
): AsyncIterable<string> {
  switch (format) {
    case 'json':
      return writeJson(about, form.item.listName, items)
    case 'xml':
      return writeXml(form, scope, items)
    case 'csv':
      return writeCsv(form, scope, items)
  }
}

/** The JSON properties before the list. */
export function windowJson({ organizationId, window: { from, to } }: OnDemandScope) {
  return { organizationId, startTime: writtenInstant(from), endTime: writtenInstant(to) }
}

/** Waits for the first items; returns undefined if there are none. */
export async function startUnlessEmpty<T>(
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

type Json = Readonly<Record<string, unknown>>

/** Writes an object whose last property is a list, piece by piece. */
export async function* writeJson(
  head: Json,
  listName: string,
  items: AsyncIterable<readonly Item[]>,
  jsonOf: (item: Item) => Json = (item) => item,
): AsyncGenerator<string, void> {
  const opening = JSON.stringify({ ...head, [listName]: [] }).slice(0, -2)
  let separator = ''
  yield opening
  for await (const some of items) {
    if (some.length === 0) continue
    yield `${separator}${some.map((item) => JSON.stringify(jsonOf(item))).join(',')}`
    separator = ','
  }
  yield ']}'
}
