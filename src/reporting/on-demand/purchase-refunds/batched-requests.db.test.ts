import { expect, test } from 'vitest'
import { putRecords } from '../../../../test/support/data/stored-records.ts'
import { aDatabase, aRecordStore } from '../../../../test/support/stores/record-store.ts'
import { listBatchedRequests } from './batched-requests.ts'
import { listRequestRecords } from './request-records.ts'

const stores = { database: await aDatabase(), ...(await aRecordStore()) }

const march = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`
const aVersion = (version: number, requestId: string, requestedAt: string) => ({
  recordId: 'r',
  merchantId: 'shop',
  occurredAt: '2026-03-20T00:00:00Z',
  version,
  fields: { 'Request.RequestID': requestId, 'Request.TransactionDate': requestedAt },
})

const found = async (requestId: string) =>
  (
    await listRequestRecords(stores.engine, {
      kind: 'batch-item',
      requests: [{ merchantId: 'shop', requestId }],
      fields: ['Request.TransactionDate'],
    })
  ).map(({ recordId }) => recordId)

const requested = async (day: number) =>
  (
    await listBatchedRequests(stores.engine, {
      window: {
        merchantIds: ['shop'],
        fromMs: Date.parse(march(day)),
        toMs: Date.parse(march(day + 1)),
      },
      viewBy: 'requestDate',
      cardScheme: undefined,
      receivedUntilMs: undefined,
      offset: 0,
      limit: 10,
    })
  ).requests.map(({ requestId }) => requestId)

test('a record is found by the id of its request, whatever digits or letters that has', async () => {
  const ids = ['7', '07', '18446744073709551615', '9999999999999999999', '99999999999999999991', '99999999999999999992']
  const named = ['176316510925000271232x', '1e5', '100000', '-1', 'A-1', 'é']
  const item = (requestId: string) => ({ ...aVersion(1, requestId, march(28)), recordId: `id ${requestId}` })
  await putRecords(stores, 'batch-item', [...ids, ...named].map(item))
  const all = (requestIds: readonly string[]) =>
    listRequestRecords(stores.engine, {
      ...{ kind: 'batch-item', fields: [] },
      requests: requestIds.map((requestId) => ({ merchantId: 'shop', requestId })),
    })

  for (const requestId of [...ids, ...named]) expect(await found(requestId)).toEqual([`id ${requestId}`])
  expect((await all(ids)).map(({ requestId }) => requestId).sort()).toEqual(ids.toSorted())
  expect(await all([...ids, ...named])).toHaveLength(ids.length + named.length)
})

test('a replaced version is found neither by its request nor by its time', async () => {
  await putRecords(stores, 'batch-item', [aVersion(1, 'old', march(1))])
  expect([await found('old'), await requested(1)]).toEqual([['r'], ['old']])

  await putRecords(stores, 'batch-item', [aVersion(2, 'new', march(5))])

  expect([await found('old'), await requested(1)]).toEqual([[], []])
  expect([await found('new'), await requested(5)]).toEqual([['r'], ['new']])

  await putRecords(stores, 'batch-item', [{ ...aVersion(3, 'new', march(5)), deleted: true }])

  expect([await found('new'), await requested(5)]).toEqual([[], []])
})
