import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { recordRetention, recordsOfRequests } from '../../records/index.ts'
import type { ExpectedRecord } from '../records/expected-records.ts'
import { expectedRecords } from './expected-record-store.ts'
import { RecordedSums, type SumDifference } from './recorded-sums.ts'

type Deps = {
  readonly db: Db
  readonly engine: Engine
  /** Of organizations without a setting. */
  readonly retentionMonths: number
}

type ComparedRecords = {
  /** How many records there must be. */
  readonly records: number
  /** Those that may have been removed because they are old. */
  readonly expired: number
  readonly differences: readonly SumDifference[]
}

/**
 * Compares each charge, refund and external payment with its records in the record store, which must have everything of
 * the outbox. Records that others sent are not looked at, and neither are those that are newer than PostgreSQL.
 */
export async function compareRecorded(
  { db, engine, retentionMonths }: Deps,
  { now }: { readonly now: Temporal.Instant },
): Promise<ComparedRecords> {
  const retention = await recordRetention.load(db, { now, usualMonths: retentionMonths })
  const sums = new RecordedSums()
  let expired = 0
  for await (const page of expectedRecords(db)) {
    const keptSince = await retention.keptSince(page.map(({ organizationId }) => organizationId))
    const isKept = ({ organizationId, since }: ExpectedRecord): boolean =>
      Temporal.Instant.compare(keptSince(organizationId), since) <= 0
    const expected = page.filter(isKept)
    expired += page.length - expected.length
    for (const [kind, records] of Map.groupBy(expected, (record) => record.kind)) {
      const stored = await findStored(engine, kind, records)
      for (const record of records) sums.add(record, stored.get(keyOf(record.organizationId, record.recordId)))
    }
  }
  return { records: sums.count, expired, differences: sums.differences() }
}

const CURRENCY = 'PaymentData.RequestedAmountCurrencyCode'
const AMOUNT = 'PaymentData.RequestedAmount'
const NOTHING: Decimal = { units: 0n, scale: 0 }

type Row = { readonly merchantId: string; readonly recordId: string } & Readonly<
  Record<typeof CURRENCY | typeof AMOUNT, string | null>
>

type StoredRecords = ReadonlyMap<string, { readonly currency: string; readonly amount: Decimal }>

async function findStored(
  engine: Engine,
  kind: ExpectedRecord['kind'],
  records: readonly ExpectedRecord[],
): Promise<StoredRecords> {
  const merchantIds = [...new Set(records.map(({ organizationId }) => organizationId))]
  const requestIds = [...new Set(records.map(({ requestId }) => requestId))]
  const { from, selected } = recordsOfRequests(engine.dialect, kind, { merchantIds, requestIds })
  const rows = await engine.rows<Row>(
    `select merchant_id as "merchantId", record_id as "recordId", ${selected(CURRENCY)}, ${selected(AMOUNT)} from ${from}`,
    { isLong: true, plan: 'indexed' },
  )
  return new Map(
    rows.map(({ merchantId, recordId, [CURRENCY]: currency, [AMOUNT]: amount }) => [
      keyOf(merchantId, recordId),
      { currency: currency ?? '', amount: parseDecimal(amount ?? '') ?? NOTHING },
    ]),
  )
}

const keyOf = (organizationId: string, recordId: string): string => `${organizationId} ${recordId}`
