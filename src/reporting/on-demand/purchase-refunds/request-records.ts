import type { KindName } from '../../../catalogue/kinds.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type RecordSource, recordsOfRequests } from '../../../records/index.ts'
import type { ListedRecord } from '../responses/list-records.ts'

/** A request of which something was sent to the processor. */
export type BatchedRequest = {
  readonly merchantId: string
  /** The request's id, or the id of the record if a batch item names no request. */
  readonly requestId: string
  /** 1 if it is the id of a record, otherwise 0. */
  readonly isOfRecord?: number
}

/** A record with the id of its request. */
export type RequestRecord = ListedRecord & {
  readonly requestId: string
  /** 1 if the record is a refund, otherwise 0. */
  readonly isRefund: number
}

type RequestRecordQuery = {
  readonly kind: KindName
  readonly requests: readonly BatchedRequest[]
  /** Wire names of the fields to read. */
  readonly fields: readonly string[]
}

/** Lists all records of some requests, whenever they occurred, by time and id. */
export async function listRequestRecords(
  engine: Engine,
  { kind, requests, fields }: RequestRecordQuery,
): Promise<readonly RequestRecord[]> {
  if (requests.length === 0) return []
  const source = recordsOfRequests(engine.dialect, kind, {
    merchantIds: [...new Set(requests.map(({ merchantId }) => merchantId))],
    requestIds: [...new Set(requests.map(({ requestId }) => requestId))],
    // No index helps to find these, so the query names them only if there are some.
    orOfRecords: kind === 'batch-item' && requests.some(({ isOfRecord }) => isOfRecord === 1),
  })
  const ordered = 'order by occurred_at, record_id'
  // Few rows of each block are left. Sorted, they are together, and a value costs as much for one of them as for all.
  const rows = engine.dialect.keepsOrder ? `(select * from ${source.from} ${ordered})` : `${source.from} ${ordered}`
  return engine.rows<RequestRecord>(
    `select merchant_id as "merchantId", ${engine.dialect.ms('occurred_at')} as "occurredAtMs",
        record_id as "recordId", ${requestOrRecordSql(source)} as "requestId",
        case when ${source.isRefund} then 1 else 0 end as "isRefund"${fields.map((name) => `, ${source.selected(name)}`).join('')}
      from ${rows}`,
    { plan: 'indexed' },
  )
}

/** The id of a record's request, or the record's own id if it names no request. */
export function requestOrRecordSql({ valueIn }: RecordSource): string {
  const requestId = valueIn('Request.RequestID')
  return `case when ${requestId} = '' then record_id else ${requestId} end`
}
