import type { KindName } from '../../../catalogue/kinds.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type RecordSource, type RecordWindow, recordsWithin } from '../../../records/index.ts'
import type { SelectedFields } from './record-value.ts'

/** A record with some of its fields. */
export type ListedRecord = SelectedFields & {
  readonly merchantId: string
  readonly occurredAtMs: number
  readonly recordId: string
}

type RecordQuery = {
  readonly kind: KindName
  readonly window: RecordWindow
  /** Wire names of the fields to read. */
  readonly fields: readonly string[]
  /** A further condition on the records. */
  readonly where?: (source: RecordSource) => string
}

/** The first page is small, so that the response starts immediately. */
const FIRST_ROWS = 500
const FURTHER_ROWS = 5_000

/**
 * Lists records by merchant, time and id, page by page. Between pages no memory is held, neither in the engine nor
 * here, because the client may be slow. A record that arrives late may be listed or not; none is listed twice.
 */
export async function* listRecords(engine: Engine, query: RecordQuery): AsyncGenerator<readonly ListedRecord[], void> {
  const merchantIds = query.window.merchantIds.toSorted()
  let last: ListedRecord | undefined
  for (let rowsMax = FIRST_ROWS; ; rowsMax = FURTHER_ROWS) {
    const records = await listPage(engine, { ...query, merchantIds }, { last, rowsMax })
    if (records.length > 0) yield records
    if (records.length < rowsMax) return
    last = records.at(-1)
  }
}

async function listPage(
  engine: Engine,
  { kind, window, merchantIds, fields, where }: RecordQuery & { readonly merchantIds: readonly string[] },
  { last, rowsMax }: { readonly last: ListedRecord | undefined; readonly rowsMax: number },
): Promise<readonly ListedRecord[]> {
  // Merchants before that of the last record have been listed.
  const left = last === undefined ? merchantIds : merchantIds.filter((id) => id >= last.merchantId)
  const source = recordsWithin(engine.dialect, kind, { ...window, merchantIds: left })
  const conditions = [
    ...(last === undefined ? [] : [afterSql(engine.dialect, last)]),
    ...(where === undefined ? [] : [where(source)]),
  ]
  return engine.rows<ListedRecord>(
    `select merchant_id as "merchantId", ${engine.dialect.ms('occurred_at')} as "occurredAtMs",
        record_id as "recordId"${fields.map((name) => `, ${source.selected(name)}`).join('')}
      from ${source.from}${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`}
      order by merchant_id, occurred_at, record_id limit ${rowsMax}`,
  )
}

function afterSql(dialect: Dialect, { merchantId, occurredAtMs, recordId }: ListedRecord): string {
  const at = dialect.instant(occurredAtMs)
  return `(merchant_id > ${dialect.text(merchantId)} or occurred_at > ${at}
    or (occurred_at = ${at} and record_id > ${dialect.text(recordId)}))`
}
