import { writtenInstant } from '../../../kernel/time-text.ts'
import type { OnDemandFormat, OnDemandScope } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

type List = {
  readonly scope: OnDemandScope
  readonly format: OnDemandFormat
  readonly items: AsyncIterable<readonly Item[]>
  /** What stands before the list in JSON, where it is not the usual. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** A report that is one list, in the format that is asked for. */
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

/** What stands before the list in JSON. */
export function windowJson({ organizationId, window: { from, to } }: OnDemandScope) {
  return { organizationId, startTime: writtenInstant(from), endTime: writtenInstant(to) }
}

/** The same, where there is something in it; undefined where there is not. */
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

/** An object whose last member is a list, text by text as its entries come. */
export async function* writeJson(
  head: Json,
  listName: string,
  items: AsyncIterable<readonly (Item | Json)[]>,
): AsyncGenerator<string, void> {
  const opening = JSON.stringify({ ...head, [listName]: [] }).slice(0, -2)
  let separator = ''
  yield opening
  for await (const some of items) {
    if (some.length === 0) continue
    yield `${separator}${some.map((item) => JSON.stringify(item)).join(',')}`
    separator = ','
  }
  yield ']}'
}
