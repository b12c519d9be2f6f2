import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { createLogger } from './log.ts'

test.each([
  ['a row that breaks a check', `insert into people values ('Jane Doe', -1)`],
  ['a second row with the same key', `insert into people values ('Jane Doe', 1), ('Jane Doe', 2)`],
  ['a value of another type', `select 'Jane Doe'::integer`],
  ['a value of another type in JSON', `select '{"name": Jane Doe}'::jsonb`],
  ['a date that is none', `select 'Jane Doe'::timestamptz`],
])('the error of PostgreSQL about %s reaches the log without the value', async (_, statement) => {
  const client = new pg.Client({ connectionString: await createTestDatabase() })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create table people (name text primary key, age integer check (age > 0))')
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })

  const error = await client.query(statement).then(
    () => undefined,
    (reason: Error & { code: string }) => reason,
  )
  log.error({ err: error }, 'request failed')
  log.error({ error, nested: [{ error }] }, 'the keeper failed')
  log.error({ err: new Error('could not save', { cause: error }) }, `failed: ${error?.message}`)

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: error?.code, message: expect.any(String) } })
  expect(lines.join('')).not.toContain('Jane')
})
