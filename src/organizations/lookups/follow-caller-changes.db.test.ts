import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { readMigrations } from '../../platform/files/migration-files.ts'
import { CALLER_CHANGES_MIGRATION, CHANGES_KEPT_MAX } from '../caller-changes/caller-change-store.ts'
import { type CallerSubject, keySubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import { CallerMemory } from './caller-memory.ts'
import { CallerChangeReader } from './follow-caller-changes.ts'

const { database } = await aDatabase()
const KEYS = ['1', '2'] as const
const subjectOf = (credentialId: string) => keySubject({ credentialId })

beforeEach(async () => {
  await database.pool.query('delete from caller_changes')
  await database.pool.query('update caller_change_counter set last_number = 100')
})

/** A node that remembers two keys. */
async function aNode() {
  const memory = new CallerMemory({ machineClock: systemClock })
  const keys = memory.of<string>('key', (name) => [subjectOf(name)])
  const reader = new CallerChangeReader({ db: database.db, memory })
  await reader.read()
  await reader.read()
  for (const name of KEYS) keys.asking()(name, name)
  return { reader, keys, memory, left: () => KEYS.filter((name) => keys.recall(name) !== undefined) }
}

async function change(...subjects: CallerSubject[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const subject of subjects) noteCallerChange(tx, subject)
  })
}

test('a node forgets what changed since its last read', async () => {
  const { reader, left } = await aNode()

  await change(subjectOf('2'), subjectOf('3'))
  expect(left()).toEqual(['1', '2'])
  await reader.read()

  expect(left()).toEqual(['1'])
})

test('a smaller number, as in a restored database, forgets everything', async () => {
  const { reader, left } = await aNode()

  await database.pool.query('update caller_change_counter set last_number = 99')
  await reader.read()

  expect(left()).toEqual([])
})

test('a counter that was lost forgets everything, before and after the next change', async () => {
  const { reader, left } = await aNode()
  await database.pool.query('delete from caller_change_counter')
  await reader.read()
  expect(left()).toEqual([])

  const { reader: other, left: otherLeft } = await aNode()
  await change(subjectOf('1'))
  await other.read()

  expect(otherLeft()).toEqual(['2'])
})

test('a node that has missed more changes than are kept forgets everything', async () => {
  const { reader, left } = await aNode()

  for (const half of [0, 1]) {
    await change(...Array.from({ length: CHANGES_KEPT_MAX / 2 + half }, (_, index) => subjectOf(`other ${index}`)))
  }
  await reader.read()

  expect(left()).toEqual([])
  const { rows } = await database.pool.query('select count(*)::int as count from caller_changes')
  expect(rows).toEqual([{ count: CHANGES_KEPT_MAX }])
})

test('a read that fails forgets everything, and so does the next one', async () => {
  const { reader, keys, left } = await aNode()
  await database.pool.query('alter table caller_changes rename to elsewhere')

  await expect(reader.read()).rejects.toThrow()
  await database.pool.query('alter table elsewhere rename to caller_changes')
  const keep = keys.asking()
  await reader.read()
  keep('1', '1')

  expect(left()).toEqual([])
})

test('beside a node of a version that does not note its changes nothing is remembered', async () => {
  const client = await database.pool.connect()
  await client.query(`set application_name = 'quittance presence ${CALLER_CHANGES_MIGRATION - 1}'`)

  const { reader, left } = await aNode()
  const beside = left()
  await client.query(`set application_name = 'quittance presence ${CALLER_CHANGES_MIGRATION}'`)
  client.release(true)
  await reader.read()
  const once = left()
  await reader.read()

  expect(beside).toEqual([])
  expect(once).toEqual([])
  expect(left()).toEqual(['1', '2'])
})

test('the migration that nodes are compared by is the one that made the table', () => {
  const found = readMigrations().find(({ version }) => version === CALLER_CHANGES_MIGRATION)

  expect(found?.name).toBe(`00${CALLER_CHANGES_MIGRATION}_caller_changes`)
})

test('a change is written last in its transaction, so that a long one keeps no other waiting', async () => {
  const held = Promise.withResolvers<void>()
  const noted = Promise.withResolvers<void>()
  const long = database.transaction(async (tx) => {
    noteCallerChange(tx, subjectOf('long'))
    await sql`select 1`.execute(tx)
    noted.resolve()
    await held.promise
  })
  await noted.promise

  await change(subjectOf('short'))
  held.resolve()
  await long

  const { rows } = await database.pool.query('select subject from caller_changes order by number')
  expect(rows).toEqual([{ subject: 'key:short' }, { subject: 'key:long' }])
})

test('a transaction that fails changes nothing for other nodes', async () => {
  const { reader, left } = await aNode()

  const failed = database.transaction(async (tx) => {
    noteCallerChange(tx, subjectOf('1'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await reader.read()

  expect(left()).toEqual(['1', '2'])
})

test('numbers become visible in their order, however many commit concurrently', async () => {
  const { reader, left } = await aNode()
  const writers = Array.from({ length: 20 }, (_, index) => change(subjectOf(`other ${index}`)))
  const reads = Promise.all(writers).then(() => reader.read())
  await change(subjectOf('1'))

  await reads
  await reader.read()

  const { rows } = await database.pool.query('select number from caller_changes order by number')
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 21 }, (_, index) => 101 + index))
  expect(left()).toEqual(['2'])
})

test('outside a transaction of ours a change cannot be noted', async () => {
  const own = database.db.transaction().execute(async (tx) => noteCallerChange(tx, subjectOf('1')))

  await expect(own).rejects.toThrow('collects facts')
})
