import type { Engine } from '../../platform/engine/engine.ts'
import { recordsOfRequests, recordsWithin } from '../../records/index.ts'
import { LIFE_FIELDS, LIFE_KINDS, type LifeKind, type LifeRecord } from './life.ts'

/** More than these of one kind are not shown; an import may have any number. */
const RECORDS_MAX = 200
const RELATED_MAX = 50
const FIRST_MS = Date.UTC(1900, 0, 1)
const LAST_MS = Date.UTC(2299, 0, 1)
const OPTIONS = { isPrivate: true, plan: 'indexed' } as const

type Row = Readonly<Record<string, string | number | null>> & {
  readonly transactionId: string
  readonly recordId: string
  readonly occurredAtMs: number
  readonly isRefund: number
}

type Requests = { readonly merchantId: string; readonly requestIds: readonly string[] }

/** Loads what every kind of record says about these requests. */
export async function loadLife(
  engine: Engine,
  requests: Requests,
  kinds: readonly LifeKind[] = LIFE_KINDS,
): Promise<readonly LifeRecord[]> {
  if (requests.requestIds.length === 0) return []
  const found = await Promise.all(kinds.map((kind) => loadKind(engine, kind, requests)))
  return found.flat()
}

async function loadKind(
  engine: Engine,
  kind: LifeKind,
  { merchantId, requestIds }: Requests,
): Promise<readonly LifeRecord[]> {
  const { dialect } = engine
  const source = recordsOfRequests(dialect, kind, { merchantIds: [merchantId], requestIds, orOfRecords: true })
  const names: readonly string[] = LIFE_FIELDS[kind]
  const requestId = source.valueIn('Request.RequestID')
  const rows = await engine.rows<Row>(
    `select case when ${requestId} = '' then record_id else ${requestId} end as "transactionId",
      record_id as "recordId", ${dialect.ms('occurred_at')} as "occurredAtMs",
      case when ${source.isRefund} then 1 else 0 end as "isRefund"${names.map((name) => `, ${source.selected(name)}`).join('')}
      from ${source.from} order by occurred_at, record_id limit ${RECORDS_MAX}`,
    OPTIONS,
  )
  return rows.map(({ transactionId, recordId, occurredAtMs, isRefund, ...row }) => ({
    ...{ kind, transactionId, recordId, occurredAtMs, isRefund },
    fields: Object.fromEntries(names.map((name) => [name, row[name] == null ? null : String(row[name])])),
  }))
}

type Numbers = { readonly merchantId: string; readonly reference: string; readonly processorReference: string }

/**
 * Finds imported requests of one order: authorization, capture and refunds have requests of their own, but the numbers of
 * the merchant and the processor.
 */
export async function findRelatedRequests(
  engine: Engine,
  { merchantId, reference, processorReference }: Numbers,
): Promise<readonly string[]> {
  const { dialect } = engine
  const window = { merchantIds: [merchantId], fromMs: FIRST_MS, toMs: LAST_MS }
  const { from, valueIn } = recordsWithin(dialect, 'transaction', window, 'request')
  const rows = await engine.rows<{ readonly id: string }>(
    `select distinct ${valueIn('Request.RequestID')} as id from ${from}
      where ${valueIn('Request.MerchantReferenceNumber')} = ${dialect.text(reference)}
        and ${valueIn('Request.TransactionReferenceNumber')} = ${dialect.text(processorReference)}
        and ${valueIn('Request.RequestID')} <> '' order by id limit ${RELATED_MAX}`,
    OPTIONS,
  )
  return rows.map(({ id }) => id)
}
