import { beforeAll, expect, test } from 'vitest'
import { putRecords } from '../../../../test/support/data/stored-records.ts'
import { aDatabase, aRecordStore } from '../../../../test/support/stores/record-store.ts'
import { type ListedRecord, listRecords } from './list-records.ts'

const DAY = {
  fromMs: Date.parse('2026-03-09T00:00:00Z'),
  toMs: Date.parse('2026-03-10T00:00:00Z'),
}
const MERCHANTS = ['a-shop', 'B-shop', 'b-shop', 'c_shop']
const COUNT = 6_300

/** Times of which many are the same, so that pages end within one of them. */
const records = Array.from({ length: COUNT }, (_, index) => ({
  recordId: `r${(index * 7_919) % COUNT}`,
  merchantId: MERCHANTS[index % MERCHANTS.length] ?? '',
  occurredAt: new Date(DAY.fromMs + (index % 3) * 1_000).toISOString(),
  fields: { 'Request.RequestID': String(index), 'Conversion.Queue': index % 2 === 0 ? 'odd' : '' },
}))

let stores: Parameters<typeof putRecords>[0]
beforeAll(async () => {
  stores = { ...(await aRecordStore()), database: await aDatabase() }
  await putRecords(stores, 'conversion', records)
  await putRecords(stores, 'conversion', [
    { recordId: 'other', merchantId: 'foreign', occurredAt: '2026-03-09T00:00:00Z' },
    { recordId: 'later', merchantId: 'a-shop', occurredAt: '2026-03-10T00:00:00Z' },
  ])
})

async function listed(
  wanted: Partial<Parameters<typeof listRecords>[1]> = {},
): Promise<{ readonly found: readonly ListedRecord[]; readonly sizes: readonly number[] }> {
  const [found, sizes]: [ListedRecord[], number[]] = [[], []]
  for await (const some of listRecords(stores.engine, {
    kind: 'conversion',
    window: { merchantIds: MERCHANTS.toReversed(), ...DAY },
    fields: ['Request.RequestID', 'Conversion.Queue', 'Conversion.ConversionDate'],
    ...wanted,
  })) {
    found.push(...some)
    sizes.push(some.length)
  }
  return { found, sizes }
}

const keyOf = ({ merchantId, occurredAtMs, recordId }: ListedRecord): string =>
  `${merchantId} ${occurredAtMs} ${recordId}`

test('every record of the window is listed once, in order, page by page after a small first page', async () => {
  const { found, sizes } = await listed()

  const expected = records
    .map(({ occurredAt, ...rest }) => ({ ...rest, occurredAtMs: Date.parse(occurredAt) }))
    .map((record) => keyOf(record as unknown as ListedRecord))
  // The response starts after a small part of a long list, and no page holds the entire list.
  expect(sizes[0]).toBeLessThan(COUNT / 10)
  expect(Math.max(...sizes)).toBeLessThan(COUNT)
  expect(found.map(keyOf)).toEqual(expected.toSorted())
  expect(found[0]).toEqual({
    merchantId: 'B-shop',
    occurredAtMs: DAY.fromMs,
    recordId: expect.stringMatching(/^r\d+$/),
    'Request.RequestID': expect.stringMatching(/^\d+$/),
    'Conversion.Queue': expect.toBeOneOf(['odd', null]),
    'Conversion.ConversionDate': null,
  })
})

test('a condition leaves out records that do not match it', async () => {
  const { found } = await listed({ where: ({ valueIn }) => `${valueIn('Conversion.Queue')} = ''` })

  expect(found).toHaveLength(COUNT / 2)
})

test('a record that arrives while the list is read is listed at most once, and no other is lost', async () => {
  const pages = listRecords(stores.engine, {
    kind: 'conversion',
    window: { merchantIds: MERCHANTS, ...DAY },
    fields: [],
  })
  const first = await pages.next()
  await putRecords(stores, 'conversion', [
    { recordId: 'r0-new', merchantId: 'B-shop', occurredAt: '2026-03-09T00:00:00Z' },
    { recordId: 'r1-new', merchantId: 'c_shop', occurredAt: '2026-03-09T23:00:00Z' },
  ])
  const rest: ListedRecord[] = []
  for await (const some of pages) rest.push(...some)
  const keys = [...(first.value ?? []), ...rest].map(keyOf)

  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBe(COUNT + 1)
})

test('without merchants no records are listed', async () => {
  expect(await listed({ window: { merchantIds: [], ...DAY } })).toEqual({ found: [], sizes: [] })
})
