import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { storeRecords } from '../../../test/support/data/store-records.ts'
import { seededRandom } from '../../../test/support/random/seeded-random.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { RecordReader } from '../reading/read-record.ts'
import { agingSource } from './aging-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const random = seededRandom(seed)
const endsAtMs = Date.UTC(2026, 3, 1, 7)
const merchants = ['shop1', 'shop2', 'elsewhere']

type Item = {
  readonly recordId: string
  readonly merchantId: string
  readonly requestId: string
  readonly occurredAtMs: number
}

/** Half of the items are funded, some of them too late. */
const items = Array.from({ length: 400 }, (_, index): Item => {
  const ageMs = random.integer(-2 * 24, 200 * 24) * HOUR_MS + random.integer(0, HOUR_MS - 1)
  return {
    recordId: `item-${index}`,
    merchantId: merchants[random.integer(0, 2)] ?? '',
    requestId: index % 50 === 0 ? '' : `${1_000_000 + index}`,
    occurredAtMs: endsAtMs - ageMs,
  }
})
const fundings = items
  .filter(({ requestId }) => requestId !== '' && random.isHeads())
  .map((item) => ({
    ...item,
    recordId: `funding-of-${item.recordId}`,
    // Another merchant may use the same request id: that pays nothing here.
    merchantId: random.integer(0, 9) === 0 ? 'shop9' : item.merchantId,
    occurredAtMs: item.occurredAtMs + random.integer(1, 10) * DAY_MS,
  }))

let engine: Engine

beforeAll(async () => {
  const { stores } = await startWholeService()
  engine = stores.engine
  const store = async (name: KindName, all: readonly Item[]) => {
    const kind = KINDS[name]
    const reader = new RecordReader(kind)
    const records = all.map(({ requestId, occurredAtMs, ...envelope }) => {
      const occurredAt = Temporal.Instant.fromEpochMilliseconds(occurredAtMs).toString()
      const read = reader.read({
        ...envelope,
        occurredAt,
        fields: { 'Request.RequestID': requestId },
      })
      if ('problems' in read) throw new Error(JSON.stringify(read.problems))
      return read.record
    })
    const delivery = { organizationId: 'shop1', source: 'ingest', receivedAtMs: 0 } as const
    await storeRecords({ db: stores.database, engine }, { kind, delivery, records })
  }
  await store('batch-item', items)
  await store('funding', fundings)
})

test.each([
  ['GMT', 180],
  ['America/Los_Angeles', 180],
  ['Australia/Lord_Howe', 90],
  ['America/St_Johns', 1],
  ['Asia/Katmandu', 30],
])(
  'in %s, the aging source has the unfunded items of the last %i days with their age',
  async (timeZone, lookBackDays) => {
    const merchantIds = ['shop1', 'shop2']
    const sql = agingSource(engine.dialect, { merchantIds, endsAtMs, timeZone, lookBackDays })

    const rows = await engine.rows(
      `select record_id as "recordId", aging_days as days from ${sql} as aging order by "recordId"`,
    )

    const expected = items
      .filter(
        ({ merchantId, requestId, occurredAtMs }) =>
          merchantIds.includes(merchantId) &&
          occurredAtMs < endsAtMs &&
          occurredAtMs >= endsAtMs - lookBackDays * DAY_MS &&
          !fundings.some(
            (funding) =>
              funding.merchantId === merchantId && funding.requestId === requestId && funding.occurredAtMs < endsAtMs,
          ),
      )
      .map(({ recordId, occurredAtMs }) => ({
        recordId,
        days: wholeLocalDays(occurredAtMs, timeZone),
      }))
      .sort((a, b) => (a.recordId < b.recordId ? -1 : 1))
    expect(expected.length).toBeGreaterThan(0)
    expect(rows).toEqual(expected)
  },
)

/** By the wall clock: from ten in the morning to ten the next morning is a day, even if the clocks change. */
function wholeLocalDays(atMs: number, timeZone: string): number {
  const local = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local(atMs).until(local(endsAtMs), { largestUnit: 'day' }).days
}
