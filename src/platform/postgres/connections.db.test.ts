import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from './database.ts'
import { type DatabaseUse, withDatabaseUse } from './database-use.ts'

const LIST_MS_MAX = 60_000

async function aDatabase({ listMsMax = LIST_MS_MAX } = {}): Promise<Database> {
  const database = new Database(await createTestDatabase('empty'), pino({ level: 'silent' }), { listMsMax })
  onTestFinished(() => database.close())
  return database
}

const list = (owner: string, gone?: AbortSignal): DatabaseUse => ({
  owner,
  purpose: 'list',
  ...(gone === undefined ? {} : { gone }),
})
const work = (owner: string): DatabaseUse => ({ owner, purpose: 'work' })

function ask(database: Database, use: DatabaseUse, statement = sql`select 1`): Promise<unknown> {
  return withDatabaseUse(use, () => statement.execute(database.db))
}

/** Number of statements that are sleeping in PostgreSQL. */
async function sleeping({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(`select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`)
  return rowCount ?? 0
}

test('lists that take all their connections delay nothing else', async () => {
  const database = await aDatabase()
  const gone = new AbortController()
  const lists = Array.from({ length: 40 }, (_, index) =>
    ask(database, list(`organization ${index % 3}`, gone.signal), sql`select pg_sleep(60)`).catch(() => 'stopped'),
  )
  await expect.poll(() => sleeping(database)).toBe(6)

  await Promise.all(Array.from({ length: 20 }, () => ask(database, work('quiet'))))
  await ask(database, { owner: '', purpose: 'authentication' })

  expect(await sleeping(database)).toBe(6)
  gone.abort()
  expect(new Set(await Promise.all(lists))).toEqual(new Set(['stopped']))
})

test('a caller that goes away cancels its statement in PostgreSQL, and its connection is replaced', async () => {
  const database = await aDatabase()
  const gone = new AbortController()
  const listed = ask(database, list('a', gone.signal), sql`select pg_sleep(60)`)
  await expect.poll(() => sleeping(database)).toBe(1)

  gone.abort()
  await expect(listed).rejects.toThrow()

  await expect.poll(() => sleeping(database)).toBe(0)
  await ask(database, list('a'))
  await expect(ask(database, list('a', gone.signal))).rejects.toThrow()
})

test('a list that takes too long is refused with its time limit', async () => {
  const database = await aDatabase({ listMsMax: 100 })

  const listed = ask(database, list('a'), sql`select pg_sleep(60)`)

  await expect(listed).rejects.toMatchObject({ kind: 'unavailable', code: 'LIST_TOO_SLOW' })
  await expect(listed).rejects.toThrow('longer than 0.1 s')
  await ask(database, list('a'))
  await ask(database, work('a'), sql`select pg_sleep(0.3)`)
})

test('authentication has connections when all others are taken, and organizations take turns at these', async () => {
  const database = await aDatabase()
  const end = Promise.withResolvers<void>()
  const held = Array.from({ length: 12 }, () =>
    withDatabaseUse(work('busy'), () => database.transaction(() => end.promise)),
  )
  const served: string[] = []
  const asked = [...Array<string>(30).fill('busy'), 'quiet'].map((owner) =>
    ask(database, work(owner)).then(() => served.push(owner)),
  )

  await ask(database, { owner: '', purpose: 'authentication' })
  expect(served).toEqual([])
  expect(database.poolSize().waiting).toBe(31)
  end.resolve()
  await Promise.all([...held, ...asked])

  // It begins with the first twelve. Were there no turns, it would begin last, when nineteen had ended.
  expect(served.indexOf('quiet')).toBeLessThan(19)
})
