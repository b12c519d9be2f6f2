import type { KindName } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { type RecordSource, recordsWithin, type Travelling, travelSql } from './record-source-store.ts'
import { instantSql, type RecordWindow } from './record-sql.ts'

/** A record with some of its fields, by their wire names, as travelSql writes them. */
export type ListedRecord = Travelling & {
  readonly merchantId: string
  readonly occurredAtMs: number
  readonly recordId: string
}

type Wanted = {
  readonly kind: KindName
  readonly window: RecordWindow
  /** Wire names of the fields that are looked at. */
  readonly fields: readonly string[]
  /** What else is asked of a record. */
  readonly where?: (source: RecordSource) => string
}

/** Few at first, so that the first of them is there at once. */
const FIRST_ROWS = 500
const FURTHER_ROWS = 5_000

/**
 * Records by merchant, time and id, some at a time. Between them nothing is held, neither in the engine nor here:
 * whoever takes them may be slow. One that comes meanwhile is there or not; none is there twice.
 */
export async function* listRecords(engine: Engine, wanted: Wanted): AsyncGenerator<readonly ListedRecord[], void> {
  const merchantIds = wanted.window.merchantIds.toSorted()
  let last: ListedRecord | undefined
  for (let rowsMax = FIRST_ROWS; ; rowsMax = FURTHER_ROWS) {
    const records = await listedAfter(engine, { ...wanted, merchantIds }, { last, rowsMax })
    if (records.length > 0) yield records
    if (records.length < rowsMax) return
    last = records.at(-1)
  }
}

async function listedAfter(
  engine: Engine,
  { kind, window, merchantIds, fields, where }: Wanted & { readonly merchantIds: readonly string[] },
  { last, rowsMax }: { readonly last: ListedRecord | undefined; readonly rowsMax: number },
): Promise<readonly ListedRecord[]> {
  // Those before the last one's merchant have been listed.
  const left = last === undefined ? merchantIds : merchantIds.filter((id) => id >= last.merchantId)
  const source = recordsWithin(engine.dialect, kind, { ...window, merchantIds: left })
  const conditions = [
    ...(last === undefined ? [] : [afterSql(engine.dialect, last)]),
    ...(where === undefined ? [] : [where(source)]),
  ]
  return engine.rows<ListedRecord>(
    `select merchant_id as "merchantId", ${engine.dialect.ms('occurred_at')} as "occurredAtMs",
        record_id as "recordId"${fields.map((name) => `, ${travelSql(source, name)}`).join('')}
      from ${source.from}${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`}
      order by merchant_id, occurred_at, record_id limit ${rowsMax}`,
  )
}

function afterSql(dialect: Dialect, { merchantId, occurredAtMs, recordId }: ListedRecord): string {
  const at = instantSql(dialect, occurredAtMs)
  return `(merchant_id > ${dialect.text(merchantId)} or occurred_at > ${at}
    or (occurred_at = ${at} and record_id > ${dialect.text(recordId)}))`
}
