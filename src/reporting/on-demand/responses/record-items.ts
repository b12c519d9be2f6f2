import type { KindName } from '../../../catalogue/kinds.ts'
import type { RecordSource, RecordWindow } from '../../../records/index.ts'
import { type ListedRecord, listRecords } from './list-records.ts'
import type { OnDemandDeps, OnDemandScope } from './on-demand-report.ts'
import type { Item } from './report-form.ts'

type ItemQuery = {
  readonly kind: KindName
  /** Wire names of the fields to read. */
  readonly fields: readonly string[]
  readonly where?: (source: RecordSource) => string
  readonly itemOf: (record: ListedRecord) => Item
}

/** Yields an item for each record of the window, by merchant, time and id, page by page. */
export async function* recordItems(
  { engine }: Pick<OnDemandDeps, 'engine'>,
  scope: OnDemandScope,
  { itemOf, ...query }: ItemQuery,
): AsyncGenerator<readonly Item[], void> {
  for await (const records of listRecords(engine, { ...query, window: recordWindowOf(scope) })) {
    yield records.map(itemOf)
  }
}

export function recordWindowOf({ merchantIds, window }: Pick<OnDemandScope, 'merchantIds' | 'window'>): RecordWindow {
  return { merchantIds, fromMs: window.from.epochMilliseconds, toMs: window.to.epochMilliseconds }
}
