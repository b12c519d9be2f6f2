import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import type { ConnectionOptions } from './connections.ts'
import { Database, type Db } from './database.ts'
import { withDatabaseUse } from './database-use.ts'
import { fixedStatement } from './fixed-statement.ts'

const ownProcess = fixedStatement<{ pid: number; given: string }>(
  sql`select pg_backend_pid() as pid, ${null}::text as given`,
)
const wait = fixedStatement(sql`select pg_sleep(60), ${null}::text`)

async function aDatabase(options: ConnectionOptions = {}): Promise<Database> {
  const database = new Database(await createTestDatabase('empty'), pino({ level: 'silent' }), options)
  onTestFinished(() => database.close())
  return database
}

async function pidOf(db: Db): Promise<number | undefined> {
  const [row] = await ownProcess(db, ['x'])
  return row?.pid
}

test('many readings share two connections, and each gets its own answer', async () => {
  const { db } = await aDatabase()
  const given = Array.from({ length: 100 }, (_, index) => String(index))

  const rows = (await Promise.all(given.map((one) => ownProcess(db, [one])))).flat()

  expect(rows.map((row) => row.given)).toEqual(given)
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(2)
})

test('one that fails does not touch those around it', async () => {
  const { db } = await aDatabase()
  const divide = fixedStatement<{ share: number }>(sql`select 12 / ${null}::int as share`)

  const answers = await Promise.allSettled(['1', '0', '2', 'x', '3'].map((by) => divide(db, [by])))

  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.share : answer.reason.code)),
  ).toEqual([12, '22012', 6, '22P02', 4])
})

test('a reading within a transaction uses the connection of it', async () => {
  const database = await aDatabase()

  await database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    expect(await pidOf(tx)).toBe(rows[0]?.pid)
  })
})

test('when the connections are lost, readings on them fail, and the next ones get new ones', async () => {
  const database = await aDatabase()
  const before = await Promise.all([pidOf(database.db), pidOf(database.db)])
  const waiting = Promise.allSettled([wait(database.db, ['x']), wait(database.db, ['x'])])
  const others = `from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid() and state = 'active'`
  await expect.poll(async () => (await database.pool.query(`select ${others}`)).rowCount).toBe(2)
  await database.pool.query(`select pg_terminate_backend(pid) ${others}`)

  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // One that is just being closed may still be taken.
  const after = () => Promise.all([pidOf(database.db), pidOf(database.db)]).catch(() => before)

  await expect.poll(async () => (await after()).filter((pid) => before.includes(pid))).toEqual([])
})

test('organizations take turns at them', async () => {
  const database = await aDatabase()
  const served: string[] = []
  const ask = (owner: string) =>
    withDatabaseUse({ owner, purpose: 'work' }, () => pidOf(database.db).then(() => served.push(owner)))

  await Promise.all([...Array<string>(60).fill('busy'), 'quiet'].map(ask))

  expect(served.indexOf('quiet')).toBeLessThan(30)
})

test('a short reading of a list does not wait for long lists of its organization', async () => {
  const { db, pool } = await aDatabase({ listMsMax: 60_000 })
  const asList = <T>(work: () => Promise<T>): Promise<T> => withDatabaseUse({ owner: 'shop', purpose: 'list' }, work)
  let ended = 0
  const sleep = () => asList(() => sql`select pg_sleep(60)`.execute(db)).catch(() => (ended += 1))
  // More than one organization may have at a time.
  const long = Promise.all([sleep(), sleep(), sleep()])
  const sleeping = `from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`
  await expect.poll(async () => (await pool.query(`select ${sleeping}`)).rowCount).toBe(2)

  expect(await asList(() => ownProcess(db, ['x']))).toMatchObject([{ given: 'x' }])
  expect(ended).toBe(0)

  await expect
    .poll(async () => {
      await pool.query(`select pg_terminate_backend(pid) ${sleeping}`)
      return ended
    })
    .toBe(3)
  await long
})
