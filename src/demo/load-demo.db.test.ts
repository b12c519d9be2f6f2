import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../test/support/apps/whole-service.ts'
import { aDemoPlan, demoRecordsOf } from '../../test/support/data/demo-records.ts'
import { type StoreRecordsDeps, storeRecords } from '../../test/support/data/store-records.ts'
import { KINDS, type KindName } from '../catalogue/kinds.ts'
import { nearestMoney } from '../kernel/money.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { RecordReader } from '../records/reading/read-record.ts'
import { contentHash } from '../records/storage/content-hash.ts'
import { clearDemo } from './clear-demo.ts'
import { type DemoPlan, demoTagOf, generateDemo } from './generate-demo.ts'
import { type DemoReport, loadDemo } from './load-demo.ts'

const plan = aDemoPlan({ transactions: 300, merchants: 2 })
const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const load = { plan, organizationId: 'partner', at }

let deps: StoreRecordsDeps
let engine: Engine

beforeAll(async () => {
  const { stores } = await startWholeService()
  engine = stores.engine
  deps = { db: stores.database, engine }
})

type Row = { readonly kind: KindName; readonly merchant: string; readonly id: string }

/** The records that a report would read, with their content's hash. */
async function stored(isFinal = true): Promise<readonly (Row & { readonly hash: string })[]> {
  const found = []
  for (const { name, table } of Object.values(KINDS)) {
    const rows = await engine.rows<{ merchant: string; id: string; hash: string }>(
      `select merchant_id as merchant, record_id as id, lower(hex(content_hash)) as hash
        from ${isFinal ? engine.dialect.newest(table) : table} order by merchant, id`,
      {},
    )
    found.push(...rows.map((row) => ({ kind: name, ...row })))
  }
  return found
}

const made = [...generateDemo(plan)]
  .map(({ kind, record }) => ({
    kind,
    merchant: record.merchantId,
    id: record.recordId,
    hash: contentHash(record).toString('hex'),
  }))
  .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

function keyOf({ kind, merchant, id }: Row): string {
  return `${Object.keys(KINDS).indexOf(kind) + 10} ${merchant} ${id}`
}

async function storeReal(recordId: string, occurredAt: string): Promise<void> {
  const read = new RecordReader(KINDS.transaction).read({
    merchantId: 'shop-1',
    recordId,
    occurredAt,
  })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const delivery = { organizationId: 'partner', source: 'ingest', receivedAtMs: 0 } as const
  await storeRecords(deps, { kind: KINDS.transaction, delivery, records: [read.record] })
}

const countsOfMade = Object.fromEntries(
  Object.keys(KINDS).map((kind) => [kind, made.filter((row) => row.kind === kind).length]),
)

// Writing a year takes a while, so each test continues from the previous one.

test('loading stores every record once, unchanged, and reports how many there are', async () => {
  const report = await loadDemo(deps, load)

  expect(await stored()).toEqual(made)
  expect(await stored(false)).toHaveLength(made.length)
  expect(report).toMatchObject({ isNew: true, records: countsOfMade, otherTransactions: 0 })
  expect(report.totals).toEqual(totalsOf(plan))
})

test('loading a second time changes nothing, and reports the same numbers', async () => {
  const report = await loadDemo(deps, load)

  expect(report).toMatchObject({ isNew: false, records: countsOfMade, totals: totalsOf(plan) })
  expect(await stored(false)).toHaveLength(made.length)
})

test('clearing one merchant leaves the others’ data, and real data of the same month', async () => {
  await storeReal('real-1', '2025-06-15T12:00:00Z')

  const removed = await clearDemo(deps, { merchantIds: ['shop-2'] })

  const left = made.filter(({ merchant }) => merchant === 'shop-1')
  expect((await stored()).filter(({ id }) => id !== 'real-1')).toEqual(left)
  expect(await stored()).toHaveLength(left.length + 1)
  expect(sumOf(removed)).toBe(made.length - left.length)
})

test('clearing all demo data keeps real data, and a second time finds nothing', async () => {
  const removed = await clearDemo(deps, { merchantIds: undefined })

  expect((await stored()).map(({ id }) => id)).toEqual(['real-1'])
  expect(sumOf(removed)).toBe(made.filter(({ merchant }) => merchant === 'shop-1').length)
  expect(sumOf(await clearDemo(deps, { merchantIds: undefined }))).toBe(0)
})

test('an interrupted load is completed by the next one, next to other data', async () => {
  const other = { ...plan, seed: 2, transactions: 3 }
  await loadDemo(deps, { ...load, plan: other })
  const before = await stored()

  await expect(loadDemo({ engine: failingAfter(5) }, load)).rejects.toThrow('no more')
  const partly = await stored()
  const report = await loadDemo(deps, load)

  expect(partly.length).toBeGreaterThan(before.length)
  expect(partly.length).toBeLessThan(before.length + made.length)
  expect(report).toMatchObject({ isNew: true, records: countsOfMade, otherTransactions: 3 })
  const ids = new Set(before.map(({ id }) => id))
  expect((await stored()).filter(({ id }) => !ids.has(id))).toEqual(made)
})

test('loading never overwrites a real record, even one with an id like ours', async () => {
  const another = { ...plan, seed: 3 }
  await storeReal(`${demoTagOf(another)}-1`, '2025-05-05T05:05:05Z')
  const before = await stored()

  await expect(loadDemo(deps, { ...load, plan: another })).rejects.toThrow('are not demo data')

  expect(await stored()).toEqual(before)
})

/** Purchases and refunds by currency, added up here. */
function totalsOf(whole: DemoPlan): DemoReport['totals'] {
  const sums = new Map<string, { purchases: number; taken: bigint; refunds: number; given: bigint }>()
  for (const { fields } of demoRecordsOf(whole)('transaction')) {
    const currency = String(fields['PaymentData.CurrencyCode'])
    const sum = sums.get(currency) ?? { purchases: 0, taken: 0n, refunds: 0, given: 0n }
    const amount = BigInt(fields['PaymentData.RequestedAmount'] ?? 0)
    if (fields['Application.Name'] === 'ics_bill') {
      sum.purchases += 1
      sum.taken += amount
    }
    if (fields['Application.Name'] === 'ics_credit') {
      sum.refunds += 1
      sum.given += amount
    }
    sums.set(currency, sum)
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { purchases, taken, refunds, given }]) => ({
      currency,
      purchases,
      purchased: nearestMoney({ units: taken, scale: 4 }, currency),
      refunds,
      refunded: nearestMoney({ units: given, scale: 4 }, currency),
    }))
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The engine accepts some blocks and then fails. */
function failingAfter(inserts: number): Engine {
  let left = inserts
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'insert') return value.bind(target)
      return (...args: Parameters<Engine['insert']>) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('no more')) : target.insert(...args)
      }
    },
  })
}
