import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database, type Tx } from './database.ts'
import { sendAhead } from './send-ahead.ts'

const database = new Database(await createTestDatabase('empty'), pino({ level: 'silent' }))
await database.pool.query('create table things (id int primary key, label text)')
beforeEach(async () => {
  await database.pool.query('truncate things')
})

const insert = (tx: Tx, id: number, label: unknown = 'x') =>
  sql`insert into things values (${id}, ${label})`.execute(tx)
const insertAhead = (tx: Tx, id: number, label?: unknown) => sendAhead(() => insert(tx, id, label))
const ids = async () => (await database.pool.query('select id from things order by id')).rows.map(({ id }) => id)

test('a write that is sent ahead is seen by the statements behind it, and committed', async () => {
  const counted = await database.transaction(async (tx) => {
    await insertAhead(tx, 1)
    await insertAhead(tx, 2)
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from things`.execute(tx)
    await insertAhead(tx, 3)
    return rows[0]?.count
  })

  expect(counted).toBe(2n)
  expect(await ids()).toEqual([1, 2, 3])
})

test('if the last write fails, the transaction fails with its reason and leaves nothing', async () => {
  const work = database.transaction(async (tx) => {
    await insert(tx, 1)
    await insertAhead(tx, 1)
  })

  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

test('if a write fails, the statement behind it fails with the reason of the write', async () => {
  const reasons: unknown[] = []
  const work = database.transaction(async (tx) => {
    await insertAhead(tx, 1)
    await insertAhead(tx, 1)
    await insert(tx, 2).catch((error: { code: string }) => {
      reasons.push(error.code)
      throw error
    })
  })

  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(reasons).toEqual(['23505'])
  expect(await ids()).toEqual([])
})

test('a failure after a write takes it back, and the connection goes on', async () => {
  const single = new Database(String(database.pool.options.connectionString), pino({ level: 'silent' }))
  onTestFinished(() => single.close())
  const pids = async () => (await single.pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const before = await pids()

  const work = single.transaction(async (tx) => {
    await insertAhead(tx, 1)
    await insertAhead(tx, 1)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')

  expect(await pids()).toBe(before)
  expect(await ids()).toEqual([])
})

test('a value that the driver cannot write leaves nothing, although PostgreSQL never hears of it', async () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular

  const work = database.transaction(async (tx) => {
    await insert(tx, 1)
    await insertAhead(tx, 2, circular)
  })

  await expect(work).rejects.toThrow('circular')
  expect(await ids()).toEqual([])
})

test('a write that loses a deadlock is retried with its transaction', async () => {
  await database.pool.query(`insert into things values (1, ''), (2, '')`)
  const bothHaveOne = Promise.withResolvers<void>()
  let started = 0
  const change = (tx: Tx, id: number) => sql`update things set label = label || 'x' where id = ${id}`.execute(tx)
  const work = (first: number, second: number) =>
    database.transaction(async (tx) => {
      await change(tx, first)
      started += 1
      if (started === 2) bothHaveOne.resolve()
      await bothHaveOne.promise
      await sendAhead(() => change(tx, second))
    })

  await Promise.all([work(1, 2), work(2, 1)])

  const { rows } = await database.pool.query('select label from things')
  expect(rows).toEqual([{ label: 'xx' }, { label: 'xx' }])
})
