import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { type StoreRecordsDeps, storeRecords } from '../../../test/support/data/store-records.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { RecordReader } from '../reading/read-record.ts'
import { findVersions } from './record-store.ts'
import type { Identity } from './versions.ts'

const kind = KINDS.settlement
const START_MS = Date.UTC(2026, 0)
const DAY_MS = 86_400_000

let deps: StoreRecordsDeps
beforeAll(async () => {
  const { stores } = await startWholeService()
  deps = { db: stores.database, engine: stores.engine }
})

async function stored(identities: readonly Identity[]): Promise<void> {
  const reader = new RecordReader(kind)
  const records = identities.map(({ merchantId, recordId, occurredAtMs }) => {
    const occurredAt = new Date(occurredAtMs).toISOString()
    const read = reader.read({ merchantId, recordId, occurredAt, version: 2 })
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    return read.record
  })
  const delivery = { organizationId: 'x', source: 'ingest', receivedAtMs: 0 } as const
  await storeRecords(deps, { kind, delivery, records })
}

async function found(identities: readonly Identity[]): Promise<readonly string[]> {
  const wanted = new Set(identities.map(keyOf))
  const versions = await findVersions(deps.engine, kind, identities)
  return versions.map(keyOf).filter((key) => wanted.has(key))
}

const keyOf = ({ merchantId, recordId, occurredAtMs }: Identity): string => `${merchantId} ${recordId} ${occurredAtMs}`

test('only existing versions are found, among few or many others, whatever their ids', async () => {
  const crowd = Array.from({ length: 3_000 }, (_, n) => ({
    merchantId: `shop${n % 3}`,
    // Percent signs, quotation marks and letters of three bytes grow when they are encoded.
    recordId: `${n % 7 === 0 ? "日本語'%\\" : ''}${n}`,
    occurredAtMs: START_MS + n * DAY_MS * 0.1,
  }))
  await stored(crowd)
  const absent = crowd.map((identity) => ({ ...identity, recordId: `no ${identity.recordId}` }))
  const others = crowd.map((identity) => ({ ...identity, merchantId: 'other' }))
  const spread = crowd.filter((_, n) => n % 100 === 0)

  expect((await found(crowd)).toSorted()).toEqual(crowd.map(keyOf).toSorted())
  expect((await found(spread)).toSorted()).toEqual(spread.map(keyOf).toSorted())
  expect(await found([...absent, ...others])).toEqual([])
  expect(await found(absent.slice(0, 1))).toEqual([])
  expect(await findVersions(deps.engine, kind, [])).toEqual([])
})

test('more long ids or merchants than fit into one query take several queries', async () => {
  const long = Array.from({ length: 1_500 }, (_, n) => ({
    merchantId: 'long',
    recordId: `${n}`.padStart(128, '日'),
    occurredAtMs: START_MS,
  }))
  const several = Array.from({ length: 9_000 }, (_, n) => ({
    merchantId: `merchant-${n}`.padEnd(32, 'x'),
    recordId: '1',
    occurredAtMs: START_MS,
  }))
  await stored([...long, ...several])
  const few = long.filter((_, n) => n % 5 === 0)

  expect((await found(long)).length).toBe(long.length)
  expect((await found(few)).length).toBe(few.length)
  expect((await found(several)).length).toBe(several.length)
})
