import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { anOwnRecord, outboxRows, recordInTransaction, writeRecords } from '../../../test/support/data/own-records.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { schedule, takeDueRows } from '../../platform/queue/agenda.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { RECORD_WRITING, untilRecordsLoaded, untilRecordsWritten } from '../index.ts'

const before = Temporal.Instant.from('2026-03-10T00:00:00Z')
const LONG_MS = 30_000
const SHORT_MS = 100

let stores: Stores
beforeAll(async () => {
  stores = (await startWholeService({ QUITTANCE_ROLE: 'api' })).stores
  await anOrganization(stores, 'shop')
})

test('the wait includes waiting records, but not later or refused ones', async () => {
  const isLoaded = (withinMs: number) => untilRecordsLoaded(stores.database, { before, withinMs })

  expect(await isLoaded(LONG_MS)).toBe(true)
  await writeRecords(stores.database, [
    { recordId: 'late', occurredAt: '2026-03-10T00:00:00Z' },
    { recordId: 'early', occurredAt: '2026-03-09T23:59:59.999Z' },
  ])
  expect(await isLoaded(SHORT_MS)).toBe(false)
  await stores.database.pool.query(`update record_outbox set refusal = 'no' where record ->> 'recordId' = 'early'`)
  expect(await isLoaded(LONG_MS)).toBe(true)
  await stores.database.pool.query('delete from record_outbox')
})

test('the wait includes due jobs that write records, on the agenda and in the queue', async () => {
  const { database } = stores
  const kind = `${RECORD_WRITING}of-a-test`
  const isWritten = (withinMs: number) => untilRecordsWritten(database, { before, withinMs })
  const put = (name: string, dueAt: string) =>
    database.transaction((tx) =>
      schedule(tx, { organizationId: 'shop', kind: name, subject: dueAt, dueAt: Temporal.Instant.from(dueAt) }),
    )

  await put(kind, '2026-03-10T00:00:00Z')
  await put('other', '2026-03-09T12:00:00Z')
  expect(await isWritten(LONG_MS)).toBe(true)
  await put(kind, '2026-03-09T12:00:00Z')
  expect(await isWritten(SHORT_MS)).toBe(false)
  await takeDueRows(database, { now: Temporal.Instant.from('2026-03-09T13:00:00Z'), kinds: [kind] })
  expect(await isWritten(SHORT_MS)).toBe(false)
  await database.pool.query('delete from graphile_worker._private_jobs')
  expect(await isWritten(LONG_MS)).toBe(true)
})

test('the wait includes an open transaction that has not written anything yet', async () => {
  const mayWrite = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const writing = stores.database.transaction(async (tx) => {
    begun.resolve()
    await mayWrite.promise
    await recordInTransaction(tx, 'transaction', anOwnRecord({ recordId: 'open' }))
  })
  await begun.promise

  expect(await untilRecordsLoaded(stores.database, { before, withinMs: SHORT_MS })).toBe(false)
  let isOver = false
  const waiting = untilRecordsLoaded(stores.database, { before, withinMs: LONG_MS })
  void waiting.then(() => {
    isOver = true
  })
  await someLooks()
  mayWrite.resolve()
  await writing
  await someLooks()
  const wasOverTooEarly = isOver
  expect(await outboxRows(stores.database, 'open')).toHaveLength(1)
  await stores.database.pool.query('delete from record_outbox')

  expect(await waiting).toBe(true)
  expect(wasOverTooEarly).toBe(false)
})

test('the wait does not include a transaction that begins later', async () => {
  const blocking = await aTransaction()
  const waiting = untilRecordsLoaded(stores.database, { before, withinMs: LONG_MS })
  await someLooks()
  const later = await aTransaction()
  await blocking.end()

  expect(await waiting).toBe(true)
  await later.end()
})

test('a signal ends the wait', async () => {
  const blocking = await aTransaction()

  const signal = AbortSignal.abort()
  expect(await untilRecordsLoaded(stores.database, { before, withinMs: LONG_MS, signal })).toBe(false)
  await blocking.end()
})

/** An open transaction that has run no statement yet. */
async function aTransaction(): Promise<{ readonly end: () => Promise<void> }> {
  const client = await stores.database.pool.connect()
  await client.query('begin')
  return {
    end: async () => {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Resolves after several times as many queries as one check takes. */
async function someLooks(): Promise<void> {
  let looks = 0
  await eventually(async () => {
    await stores.database.check()
    looks += 1
    return looks > 10
  })
}
