import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { chooseCutOff, tryCutOff } from './choose-cut-off.ts'
import { lockRecords } from './record-store.ts'

const database = await aDatabase()
const { engine } = await aRecordStore()
const ASKED = { kind: 'batch-item', merchantIds: ['shop', 'sister'] } as const

/** The same engine, whose inserts wait until they are released. */
function heldBack() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const held: Engine = new Proxy(engine, {
    get: (target, name) => {
      if (name === 'insert') {
        return async (...given: Parameters<Engine['insert']>) => {
          reached.resolve()
          await released.promise
          return target.insert(...given)
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { held, reached: reached.promise, release: () => released.resolve() }
}

const anItem = (recordId: string) => ({
  recordId,
  merchantId: 'shop',
  occurredAt: '2026-03-09T10:00:00Z',
})

/** Whether a session waits for another session's lock. */
async function isWaitedFor(): Promise<true | undefined> {
  const { rows } = await sql`select from pg_locks
    where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`.execute(database.db)
  return rows.length > 0 ? true : undefined
}

async function arrivedBy(instant: Temporal.Instant): Promise<readonly string[]> {
  const rows = await engine.rows<{ id: string }>(
    `select record_id as id from batch_items
      where received_at <= ${engine.dialect.instant(instant.epochMilliseconds)} order by id`,
  )
  return rows.map(({ id }) => id)
}

test('a cut-off waits for a batch that is stamped but not yet stored', async () => {
  const clock = settableClock('2026-04-10T10:00:00Z')
  const { held, reached, release } = heldBack()
  const storing = putRecords({ database, engine: held }, 'batch-item', [anItem('first')], {
    receivedAt: clock,
  })
  await reached
  clock.set('2026-04-10T10:00:01Z')
  const asking = chooseCutOff({ database, engine, clock }, ASKED)
  expect(await waitUntil(isWaitedFor, { withinMs: 10_000 })).toBe(true)
  release()

  const asOf = await asking
  const seen = await arrivedBy(asOf)
  await storing
  clock.set('2026-04-10T10:00:01.001Z')
  await putRecords({ database, engine }, 'batch-item', [anItem('second')], {
    receivedAt: clock,
  })

  expect(seen).toEqual(['first'])
  expect(await arrivedBy(asOf)).toEqual(['first'])
})

test('a batch is stamped when its writer has the locks, not when it starts to wait for them', async () => {
  const clock = settableClock('2026-04-10T11:00:00Z')
  const { held, reached, release } = heldBack()
  const one = putRecords({ database, engine: held }, 'batch-item', [anItem('third')], {
    receivedAt: clock,
  })
  await reached
  const other = putRecords({ database, engine }, 'batch-item', [anItem('fourth')], {
    receivedAt: clock,
  })
  expect(await waitUntil(isWaitedFor, { withinMs: 10_000 })).toBe(true)
  clock.set('2026-04-10T11:00:05Z')
  release()
  await Promise.all([one, other])

  expect(await arrivedBy(Temporal.Instant.from('2026-04-10T11:00:04Z'))).not.toContain('fourth')
  expect(await arrivedBy(Temporal.Instant.from('2026-04-10T11:00:04Z'))).toContain('third')
})

test('a wait that is too long is refused with a retry time, and other kinds of records do not wait', async () => {
  const clock = settableClock('2026-04-10T12:00:00Z')
  const { held, reached, release } = heldBack()
  const storing = putRecords({ database, engine: held }, 'batch-item', [anItem('fifth')])
  await reached
  const deps = { database, engine, clock }

  await expect(chooseCutOff(deps, { ...ASKED, waitMsMax: 50 })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'STORE_UNAVAILABLE',
    retryAfterSeconds: 2,
  })
  const ofOthers = await chooseCutOff(deps, { ...ASKED, kind: 'transaction' })

  expect(ofOthers.toString()).toBe('2026-04-10T12:00:00Z')
  release()
  await storing
})

test('a cut-off without a wait is there unless records of the same merchants are being stored', async () => {
  const clock = settableClock('2026-04-10T12:30:00Z')
  const deps = { database, engine, clock }
  const release = await holding('sister')

  const [meanwhile, ofOthers] = [await tryCutOff(deps, ASKED), await tryCutOff(deps, { ...ASKED, kind: 'transaction' })]
  await release()

  expect([meanwhile, ofOthers?.toString()]).toEqual([undefined, '2026-04-10T12:30:00Z'])
  expect((await tryCutOff(deps, ASKED))?.toString()).toBe('2026-04-10T12:30:00Z')
  // Its locks are released.
  await (await holding('sister'))()
})

/** Holds the lock of the merchant's records until it is released. */
async function holding(merchantId: string) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = database.transaction(async (tx) => {
    await lockRecords(tx, {
      kind: KINDS['batch-item'],
      merchantIds: [merchantId],
      isCluster: false,
    })
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await ended
  }
}

test('the wait is limited for all parts together, not for each', async () => {
  const clock = settableClock('2026-04-10T13:00:00Z')
  const waitMsMax = 2_000
  // The first of each of two parts, in the order in which they are locked.
  const { rows: merchants } = await sql<{ id: string }>`
    select min('m' || n) as id from generate_series(1, 50) as n
    group by (hashtext('m' || n) & 2147483647) % 16
    order by (hashtext('m' || n) & 2147483647) % 16 limit 2`.execute(database.db)
  const merchantIds = merchants.map(({ id }) => id)
  const releases = await Promise.all(merchantIds.map(holding))
  const begun = performance.now()
  const asking = chooseCutOff({ database, engine, clock }, { kind: 'batch-item', merchantIds, waitMsMax }).catch(
    (error: unknown) => error,
  )
  const isLongWaitedFor = (): true | undefined => (performance.now() - begun > waitMsMax * 0.8 ? true : undefined)
  await waitUntil(isLongWaitedFor, { withinMs: 10_000 })
  await releases[0]?.()

  const refusal = await asking
  const waitedMs = performance.now() - begun
  await releases[1]?.()

  expect(refusal).toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfterSeconds: 2 })
  expect(waitedMs).toBeLessThan(waitMsMax * 1.75)
})

test('records of the current millisecond are included, and the clock advances before others can store', async () => {
  const machine = systemClock
  await putRecords({ database, engine }, 'batch-item', [anItem('sixth')], {
    receivedAt: machine,
  })
  const still = settableClock(machine.now().toString())
  await putRecords({ database, engine }, 'batch-item', [anItem('seventh')], {
    receivedAt: still,
  })

  const asOf = await chooseCutOff({ database, engine, clock: machine }, ASKED)
  const whenDone = machine.now()
  const ofStill = await chooseCutOff({ database, engine, clock: still }, ASKED)

  expect(await arrivedBy(asOf)).toEqual(expect.arrayContaining(['sixth', 'seventh']))
  expect(whenDone.epochMilliseconds).toBeGreaterThan(asOf.epochMilliseconds)
  expect(await arrivedBy(ofStill)).toContain('seventh')
})
