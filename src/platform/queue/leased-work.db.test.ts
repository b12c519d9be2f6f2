import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDatabase, aLog, silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { newId } from '../secrets/random.ts'
import { type Hold, type Lease, LeasedWork, type LeasedWorkOptions, type WorkEnd } from './leased-work.ts'

const { database } = await aDatabase()
const { db, pool } = database
await pool.query(`create table things (id integer primary key, leased_by uuid, leased_until timestamptz,
  attempts integer not null default 0, is_done boolean not null default false)`)
const nodes: LeasedWork<number>[] = []
beforeEach(async () => {
  await pool.query('truncate things')
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
})

const add = (...ids: number[]) => pool.query('insert into things (id) select unnest($1::integer[])', [ids])
const until = ({ leaseMs }: Pick<Lease, 'leaseMs'>) => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`

async function rows(condition = 'true'): Promise<readonly number[]> {
  const found = await pool.query(`select id from things where ${condition} order by id`)
  return found.rows.map(({ id }) => id)
}
const isAllDone = async () => (await rows('not is_done')).length === 0

/** Leases a thing for another node. */
async function takeAway(id: number, leasedUntil: string, nodeId = newId()): Promise<string> {
  await pool.query(`update things set leased_by = $2, leased_until = ${leasedUntil} where id = $1`, [id, nodeId])
  return nodeId
}

async function finish(id: number): Promise<WorkEnd> {
  await pool.query('update things set is_done = true, leased_by = null, leased_until = null where id = $1', [id])
  return 'done'
}

/** A node that works on things. It ends with the test. */
function aNode(given: Partial<LeasedWorkOptions<number>> = {}): LeasedWork<number> {
  const node = new LeasedWork<number>({
    ...{ name: 'things', heldMax: 10, finishMsMax: 60_000, log: silentLog },
    keyOf: String,
    idsOf: (id) => ({ id: String(id) }),
    lease: async ({ limit, held, ...lease }) => {
      const leased = await sql<{ id: number }>`update things set leased_by = ${lease.nodeId},
          leased_until = ${until(lease)}, attempts = attempts + 1
        where id in (select id from things where not is_done and coalesce(leased_until < clock_timestamp(), true)
          and id <> all(${[...held].map(Number)}::integer[]) order by id limit ${Math.max(limit, 0)} for update skip locked)
        returning id`.execute(db)
      return leased.rows.map(({ id }) => id).toSorted((one, other) => one - other)
    },
    renew: async (ids, lease) => {
      const renewed = await sql<{ id: number }>`update things set leased_until = ${until(lease)}
        where id = any(${ids}::integer[]) and leased_by = ${lease.nodeId} returning id`.execute(db)
      return renewed.rows.map(({ id }) => String(id))
    },
    release: async (id, { nodeId, isUntried }) => {
      await sql`update things set leased_by = null, leased_until = null, attempts = attempts - ${isUntried ? 1 : 0}
        where id = ${id} and leased_by = ${nodeId}`.execute(db)
    },
    run: finish,
    ...given,
  })
  nodes.push(node)
  return node
}

/** Work that lasts until its hold ends it, or until the test does. */
function longWork() {
  const holds = new Map<number, Hold>()
  const test = Promise.withResolvers<void>()
  const run = async (id: number, hold: Hold): Promise<WorkEnd> => {
    holds.set(id, hold)
    const cut = Promise.withResolvers<WorkEnd>()
    hold.hard.addEventListener('abort', () => cut.resolve('tried'))
    return Promise.race([cut.promise, test.promise.then(() => finish(id))])
  }
  const started = (count: number) => eventually(async () => holds.size === count)
  return { run, holds, started, end: test.resolve }
}

test('two nodes do all work, and each item once', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index)
  await add(...ids)
  const done: number[] = []
  const run = async (id: number) => {
    done.push(id)
    return finish(id)
  }
  aNode({ run })
  aNode({ run })

  await eventually(isAllDone)

  expect(done.toSorted((one, other) => one - other)).toEqual(ids)
})

test('a node holds no more than its limit, and takes the next when one has ended', async () => {
  await add(1, 2, 3, 4, 5)
  const work = longWork()
  let runningMax = 0
  let running = 0
  const run = async (id: number, hold: Hold) => {
    runningMax = Math.max(runningMax, ++running)
    return work.run(id, hold).finally(() => --running)
  }
  aNode({ heldMax: 2, run })
  await work.started(2)

  expect(await rows('leased_by is not null')).toEqual([1, 2])
  work.end()
  await eventually(isAllDone)
  expect(runningMax).toBe(2)
})

test('an item that another node has leased is left alone until its lease has ended', async () => {
  await add(1, 2)
  await takeAway(1, `now() + interval '1 hour'`)
  const node = aNode()
  await eventually(async () => (await rows('is_done')).length === 1)

  expect(await rows('is_done')).toEqual([2])
  await pool.query(`update things set leased_until = now() - interval '1 second' where id = 1`)
  node.wake()
  await eventually(isAllDone)
})

test('leases are renewed while the work runs', async () => {
  await add(1)
  const work = longWork()
  aNode({ run: work.run, leaseMs: 600 })
  await work.started(1)
  const leasedUntil = async () => (await pool.query('select leased_until as at from things')).rows[0].at
  const first = await leasedUntil()
  aNode()

  await eventually(async () => Temporal.Instant.compare(await leasedUntil(), first.add({ milliseconds: 1_200 })) > 0)

  expect(work.holds.get(1)?.isHeld()).toBe(true)
  work.end()
  await eventually(isAllDone)
  expect(await rows('attempts = 1')).toEqual([1])
})

test('work is aborted if its lease is lost, and does not release the lease of the next node', async () => {
  await add(1)
  const work = longWork()
  const node = aNode({ run: work.run, leaseMs: 600 })
  await work.started(1)
  const hold = work.holds.get(1)

  const nodeId = await takeAway(1, `now() + interval '1 hour'`)
  await eventually(async () => hold?.hard.aborted === true)
  await node.stop()

  expect(hold?.isHeld()).toBe(false)
  expect(await rows(`leased_by = '${nodeId}'`)).toEqual([1])
})

test('a node that could not renew a lease in time treats it as lost, even before it asks again', async () => {
  await add(1)
  const work = longWork()
  const renew = async () => {
    throw new Error('PostgreSQL is away.')
  }
  aNode({ run: work.run, leaseMs: 300, renew })
  await work.started(1)
  const hold = work.holds.get(1)

  await eventually(async () => hold?.isHeld() === false)

  expect(hold?.hard.aborted).toBe(false)
  work.end()
})

test('a stop lets running work finish and starts nothing more', async () => {
  await add(1, 2)
  const work = longWork()
  const node = aNode({ run: work.run, heldMax: 1 })
  await work.started(1)

  const stopped = node.stop()
  expect(work.holds.get(1)?.soft.aborted).toBe(true)
  expect(work.holds.get(1)?.hard.aborted).toBe(false)
  work.end()
  await stopped

  expect(await rows('is_done')).toEqual([1])
  expect(await rows('leased_by is null')).toEqual([1, 2])
})

test('a stop aborts work that does not finish in time, and releases it for other nodes', async () => {
  await add(1)
  const work = longWork()
  const node = aNode({ run: work.run, finishMsMax: 50 })
  await work.started(1)

  await node.stop()

  expect(work.holds.get(1)?.hard.aborted).toBe(true)
  expect(await rows('leased_by is null and attempts = 1 and not is_done')).toEqual([1])
})

test('a stop during a look releases the leased items untried', async () => {
  await add(1)
  const looking = Promise.withResolvers<void>()
  const stopping = Promise.withResolvers<void>()
  const prepare = async () => {
    looking.resolve()
    await stopping.promise
  }
  const run = async (_id: number, { soft }: Hold): Promise<WorkEnd> => (soft.aborted ? 'untried' : 'tried')
  const node = aNode({ prepare, run })
  await looking.promise

  const stopped = node.stop()
  stopping.resolve()
  await stopped

  expect(await rows('leased_by is null and attempts = 0')).toEqual([1])
})

test('items are released untried if their preparation fails, and are leased again later', async () => {
  await add(1, 2)
  const prepared: (readonly number[])[] = []
  const attempts: number[] = []
  const node = aNode({
    prepare: async (ids) => {
      prepared.push(ids)
      attempts.push(...(await rows('attempts = 1')))
      if (prepared.length === 1) throw new Error('PostgreSQL is away.')
    },
  })

  await eventually(async () => prepared.length === 1)
  node.wake()
  await eventually(isAllDone)

  expect(prepared).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(attempts).toEqual([1, 2, 1, 2])
})

test('returned items end early and are leased again; the others continue', async () => {
  await add(1, 2)
  const begun: number[] = []
  const rest = Promise.withResolvers<void>()
  const run = async (id: number, { soft }: Hold): Promise<WorkEnd> => {
    begun.push(id)
    if (begun.length > 2) return finish(id)
    const givenBack = Promise.withResolvers<WorkEnd>()
    soft.addEventListener('abort', () => givenBack.resolve('untried'))
    return Promise.race([givenBack.promise, rest.promise.then(() => finish(id))])
  }
  const node = aNode({ run })
  await eventually(async () => begun.length === 2)

  node.giveBack((id) => id === 2)
  await eventually(async () => (await rows('is_done')).length === 1)

  expect(begun).toEqual([1, 2, 2])
  expect(await rows('leased_by is not null')).toEqual([1])
  rest.resolve()
  await eventually(isAllDone)
  expect(await rows('attempts = 1')).toEqual([1, 2])
})

test('work that fails is logged and repeated when its lease has ended, not before', async () => {
  await add(1)
  const { log, said } = aLog()
  let failures = 0
  const run = async (id: number) => {
    if (++failures === 1) throw new Error('A bug.')
    return finish(id)
  }
  const node = aNode({ run, log })
  await eventually(async () => said().includes('A bug.'))
  node.wake()
  await add(2)
  await eventually(async () => (await rows('is_done')).includes(2))

  expect(await rows('leased_by is not null')).toEqual([1])
  expect(said()).toContain('"id":"1"')
  await pool.query(`update things set leased_until = now() - interval '1 second' where id = 1`)
  await eventually(isAllDone)
})

test('a failed look is repeated', async () => {
  await add(1)
  const { log, said } = aLog()
  let looks = 0
  aNode({
    log,
    prepare: async () => {
      if (++looks === 1) throw new Error('PostgreSQL is away.')
    },
  })

  await eventually(isAllDone)

  expect(said()).toContain('things could not be looked up')
})
