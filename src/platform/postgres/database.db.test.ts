import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLog } from '../../../test/support/processes/queue-node.ts'
import { adminQuery } from '../../../test/support/stores/database-url.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { Database, type Tx } from './database.ts'
import { isPostgresUnavailable } from './explain-postgres.ts'

let database: Database

beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  await database.pool.query('create table counter (id int primary key, value int not null)')
  await database.pool.query('insert into counter values (1, 0), (2, 0)')
})
afterAll(() => database.close())

test('instants, dates and large integers are read back exactly', async () => {
  const { rows } = await database.pool.query(
    `select timestamptz '2026-03-09 10:00:00.123456+05:30' as at, date '2026-02-28' as day,
      9007199254740993::bigint as large, 12345678901234567890.12::numeric as amount`,
  )

  expect(String(rows[0].at)).toBe('2026-03-09T04:30:00.123456Z')
  expect(String(rows[0].day)).toBe('2026-02-28')
  expect(rows[0].large).toBe(9007199254740993n)
  expect(rows[0].amount).toBe('12345678901234567890.12')
})

test('a transaction that loses a deadlock is retried', async () => {
  const bothHaveOne = Promise.withResolvers<void>()
  let started = 0
  const raise = (first: number, second: number) =>
    database.transaction(async (tx) => {
      await sql`update counter set value = value + 1 where id = ${first}`.execute(tx)
      started += 1
      if (started === 2) bothHaveOne.resolve()
      await bothHaveOne.promise
      await sql`update counter set value = value + 1 where id = ${second}`.execute(tx)
    })

  await Promise.all([raise(1, 2), raise(2, 1)])

  // The loser may be back before the winner has noticed, and lose again.
  expect(started).toBeGreaterThanOrEqual(3)
  const { rows } = await database.pool.query('select value from counter order by id')
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('a failed transaction leaves nothing', async () => {
  const work = database.transaction(async (tx) => {
    await sql`insert into counter values (3, 0)`.execute(tx)
    throw new Error('no')
  })

  await expect(work).rejects.toThrow('no')
  const { rowCount } = await database.pool.query('select from counter where id = 3')
  expect(rowCount).toBe(0)
})

test('the description says that commits are not durable on the server of the tests', async () => {
  const { isDurable, version } = await database.describe()

  expect(isDurable).toBe(false)
  expect(version).toMatch(/^18\./)
})

test('a connection that breaks is reported once, and one that breaks while the pool ends is not', async () => {
  const url = await createTestDatabase()
  const { log, said } = aLog()
  const watched = new Database(url, log)
  const clients: pg.PoolClient[] = []
  watched.pool.on('connect', (client) => void clients.push(client))
  await watched.check()

  await adminQuery(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await waitUntil(() => watched.poolSize().total === 0 || undefined, { withinMs: 20_000 })
  await watched.check()
  await watched.close()
  clients.at(-1)?.emit('error', new Error('terminated'))

  expect(clients).toHaveLength(2)
  expect(said().match(/a connection was lost/g)).toHaveLength(1)
})

test('the loss of PostgreSQL during work is distinguished from other failures', async () => {
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )

  const alone = await failure(cut.execute(database.db))
  const inTransaction = await failure(database.transaction((tx) => cut.execute(tx)))
  const mistake = await failure(database.pool.query('select nonsense'))

  expect([alone, inTransaction, mistake].map(isPostgresUnavailable)).toEqual([true, true, false])
})

test('a frequent statement is planned once, and a new column does not break it', async () => {
  await database.pool.query('create table shelf (id int primary key, label text not null)')
  const labelled = (tx: Tx) => sql<{ label: string }>`select label from shelf where id = ${1}`.execute(tx)
  const whole = (tx: Tx) => sql`select * from shelf where id = ${1}`.execute(tx)

  const prepared = await database.transaction(async (tx) => {
    for (let use = 1; use <= 8; use += 1) {
      await labelled(tx)
      await whole(tx)
    }
    return sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like '%from shelf%'`.execute(tx)
  })
  await database.pool.query('alter table shelf add column width int')
  const after = await database.transaction(async (tx) => [await labelled(tx), await whole(tx)])

  expect(prepared.rows).toEqual([{ statement: 'select label from shelf where id = $1' }])
  expect(after.map(({ rows }) => rows)).toEqual([[], []])
})
