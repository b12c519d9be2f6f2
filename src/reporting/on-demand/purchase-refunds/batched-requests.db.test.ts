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
  ).map(({ requestId }) => requestId)

test('a replaced version is found neither by its request nor by its time', async () => {
  await putRecords(stores, 'batch-item', [aVersion(1, 'old', march(1))])
  expect([await found('old'), await requested(1)]).toEqual([['r'], ['old']])

  await putRecords(stores, 'batch-item', [aVersion(2, 'new', march(5))])

  expect([await found('old'), await requested(1)]).toEqual([[], []])
  expect([await found('new'), await requested(5)]).toEqual([['r'], ['new']])

  await putRecords(stores, 'batch-item', [{ ...aVersion(3, 'new', march(5)), deleted: true }])

  expect([await found('new'), await requested(5)]).toEqual([[], []])
})
