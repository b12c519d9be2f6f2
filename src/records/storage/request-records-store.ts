import type { KindName } from '../../catalogue/kinds.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { type BatchedRequest, requestOrRecordSql, type StandIn } from './batched-requests-store.ts'
import type { ListedRecord } from './record-list-store.ts'
import { recordsOfRequests, travelSql } from './record-source-store.ts'

/** A record with the request that it tells of. */
export type RequestRecord = ListedRecord & {
  readonly requestId: string
  /** 1 where the record gives money back, else 0. */
  readonly isRefund: number
}

type Wanted = {
  readonly kind: KindName
  readonly requests: readonly (BatchedRequest & Partial<StandIn>)[]
  /** Wire names of the fields that are looked at. */
  readonly fields: readonly string[]
}

/** All records of some requests, whenever they occurred, by time and id. */
export async function listRequestRecords(
  engine: Engine,
  { kind, requests, fields }: Wanted,
): Promise<readonly RequestRecord[]> {
  if (requests.length === 0) return []
  const source = recordsOfRequests(engine.dialect, kind, {
    merchantIds: [...new Set(requests.map(({ merchantId }) => merchantId))],
    requestIds: [...new Set(requests.map(({ requestId }) => requestId))],
    // No index helps with these, so they are looked for only where there are some.
    orOfRecords: kind === 'batch-item' && requests.some(({ isOfRecord }) => isOfRecord === 1),
  })
  return engine.rows<RequestRecord>(
    `select merchant_id as "merchantId", ${engine.dialect.ms('occurred_at')} as "occurredAtMs",
        record_id as "recordId", ${requestOrRecordSql(engine.dialect)} as "requestId",
        case when ${source.isRefund} then 1 else 0 end as "isRefund"${fields.map((name) => `, ${travelSql(source, name)}`).join('')}
      from ${source.from} order by occurred_at, record_id`,
    { plan: 'indexed' },
  )
}
