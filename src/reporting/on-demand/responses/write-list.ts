import { writtenInstant } from '../../../kernel/time/time-text.ts'
import type { ReportTitle } from '../../generation/report-layout.ts'
import type { OnDemandFormat, OnDemandScope } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { writeCsv } from './write-csv.ts'
import { writeXml } from './write-xml.ts'

type Json = Readonly<Record<string, unknown>>

type List = {
  readonly scope: OnDemandScope
  readonly format: OnDemandFormat
  readonly items: AsyncIterable<readonly Item[]>
  /** The JSON properties before the list. */
  readonly head: Json
  /** The JSON of an item, if it is not the item itself. */
  readonly jsonOf?: ((item: Item) => Json) | undefined
  /** The title in XML, if it is not the usual one. */
  readonly xmlTitle?: ReportTitle | undefined
}

/** Writes a report that is a single list in the requested format. */
export function writeList(form: ReportForm, list: List): AsyncIterable<string> {
  const { scope, format, items } = list
  if (format === 'xml') return writeXml(form, scope, items, list.xmlTitle)
  return format === 'csv' ? writeCsv(form, scope, items) : writeJson(form, list)
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

/** Writes an object whose last property is a list, piece by piece. */
async function* writeJson(
  { item: { listName } }: ReportForm,
  { head, items, jsonOf = (item) => item }: List,
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
