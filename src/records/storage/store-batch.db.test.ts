import { beforeAll, describe, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { type StoreRecordsDeps, storeRecords } from '../../../test/support/data/store-records.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { RecordReader } from '../reading/read-record.ts'
import type { RecordInput } from '../reading/record.ts'

const kind = KINDS.transaction
const reader = new RecordReader(kind)
const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const

let deps: StoreRecordsDeps
let engine: Engine

beforeAll(async () => {
  const { stores } = await startWholeService()
  engine = stores.engine
  deps = { db: stores.database, engine }
})

function aRecord(overrides: Partial<RecordInput> & { readonly recordId: string }) {
  const read = reader.read({
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'BillTo.City': 'Oslo' },
    ...overrides,
  })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.record
}

async function store(...records: readonly ReturnType<typeof aRecord>[]) {
  return storeRecords(deps, { kind, delivery, records })
}

async function cities(recordId: string): Promise<readonly string[]> {
  const rows = await engine.rows<{ city: string }>(
    `select bill_to_city as city from ${engine.dialect.newest('transactions')}
      where record_id = ${engine.dialect.text(recordId)}`,
  )
  return rows.map(({ city }) => city)
}

describe('versions of a record', () => {
  test('a record sent again is a duplicate, in the same batch and in another', async () => {
    expect(await store(aRecord({ recordId: 'a' }), aRecord({ recordId: 'a' }))).toEqual(['accepted', 'duplicate'])
    expect(await store(aRecord({ recordId: 'a' }))).toEqual(['duplicate'])
    expect(await cities('a')).toEqual(['Oslo'])
  })

  test('the same version with other content is a conflict, and the first one is kept', async () => {
    const other = aRecord({ recordId: 'b', fields: { 'BillTo.City': 'Bergen' } })

    expect(await store(aRecord({ recordId: 'b' }), other)).toEqual(['accepted', 'conflict'])
    expect(await store(other)).toEqual(['conflict'])
    expect(await cities('b')).toEqual(['Oslo'])
  })

  test('a higher version replaces a record, and a lower one is a duplicate', async () => {
    const second = aRecord({ recordId: 'c', version: 2, fields: { 'BillTo.City': 'Bergen' } })

    expect(await store(aRecord({ recordId: 'c' }))).toEqual(['accepted'])
    expect(await store(second)).toEqual(['accepted'])
    expect(await store(aRecord({ recordId: 'c' }))).toEqual(['duplicate'])
    expect(await cities('c')).toEqual(['Bergen'])
  })

  test('a withdrawn record is not reported, stays withdrawn when sent again, and can be restored by a higher version', async () => {
    await store(aRecord({ recordId: 'd' }))

    expect(await store(aRecord({ recordId: 'd', version: 2, deleted: true }))).toEqual(['accepted'])
    expect(await cities('d')).toEqual([])
    expect(await store(aRecord({ recordId: 'd' }))).toEqual(['duplicate'])
    expect(await store(aRecord({ recordId: 'd', version: 3 }))).toEqual(['accepted'])
    expect(await cities('d')).toEqual(['Oslo'])
  })

  test('the same id at another time is another record', async () => {
    const later = aRecord({ recordId: 'e', occurredAt: '2026-03-09T10:00:00.001Z' })

    expect(await store(aRecord({ recordId: 'e' }), later)).toEqual(['accepted', 'accepted'])
    expect(await cities('e')).toEqual(['Oslo', 'Oslo'])
  })
})
