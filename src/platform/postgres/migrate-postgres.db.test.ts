import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { adminQuery } from '../../../test/support/stores/database-url.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { readMigrations } from '../files/migration-files.ts'
import { migratePostgres, withMigrationLock } from './migrate-postgres.ts'

const migrate = (url: string) => withMigrationLock(url, (client) => migratePostgres(client))
const names = readMigrations().map(({ name }) => name)

/** Tables that describe the installation as a whole; every other one belongs to an organization. */
/** Networks are counted over all organizations, and a person may belong to several. */
const INSTALLATION_TABLES = new Set([
  ...['installation', 'schema_migrations', 'sandbox_clock', 'payment_networks'],
  ...['persons', 'recovery_codes', 'sessions', 'sign_in_links', 'sign_in_attempts'],
  ...['caller_changes', 'caller_change_counter'],
])

test('several nodes that migrate an empty database concurrently run each migration once', async () => {
  const url = await createTestDatabase('empty')

  const reports = await Promise.all(Array.from({ length: 4 }, () => migrate(url)))

  expect(reports.flatMap(({ applied }) => applied)).toEqual(names)
  expect(reports.every(({ version }) => version === names.length)).toBe(true)
})

test('a database of a newer version is refused in one sentence', async () => {
  const url = await createTestDatabase()
  await withMigrationLock(url, (client) =>
    client.query(`insert into schema_migrations values (9999, '9999_future', 'x')`),
  )

  await expect(migrate(url)).rejects.toThrow(/written by a newer Quittance \(migration 9999_future/)
})

test('a database of a build from before 0.1.0 is refused with what to do, and unchanged', async () => {
  const url = await createTestDatabase('empty')
  await adminQuery(
    url,
    `create table schema_migrations (version integer primary key, name text, checksum text, applied_at timestamptz);
     insert into schema_migrations select n, to_char(n, 'FM0000') || '_installation', 'former', now()
       from generate_series(1, 59) n;
     create table installation (id uuid)`,
  )
  const before = await contentOf(url)

  await expect(migrate(url)).rejects.toThrow(
    /^PostgreSQL ran another migration 1 .* such as a build from before 0\.1\.0; start that one, or use an empty database\.$/,
  )

  expect(await contentOf(url)).toEqual(before)
})

/** Everything in the schema `public`, and the migrations that have run. */
async function contentOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: made } = await client.query(`select relname, relkind, relfilenode, xmin::text from pg_class
    where relnamespace = 'public'::regnamespace order by oid`)
  const { rows: run } = await client.query('select * from schema_migrations order by version')
  await client.end()
  return { made, run }
}

test.each([
  ['password', (url: URL) => Object.assign(url, { password: 'wrong' }), /refuses the user or pass/],
  ['database', (url: URL) => Object.assign(url, { pathname: '/absent' }), /no such database/],
  ['port', (url: URL) => Object.assign(url, { port: '1' }), /nothing is listening there/],
])('a wrong %s in DATABASE_URL is reported in words, without the password', async (_, spoil, words) => {
  const good = new URL(await createTestDatabase('empty'))
  const bad = spoil(new URL(good))

  const refusal = migrate(bad.href)

  await expect(refusal).rejects.toThrow(words)
  await expect(refusal).rejects.toThrow(/DATABASE_URL/)
  await expect(refusal).rejects.not.toThrow(new RegExp(good.password))
})

test('a user that may not create an extension is refused with the statement for a superuser', async () => {
  const url = new URL(await createTestDatabase('empty'))
  const user = `plain_${url.pathname.slice(1)}`
  await adminQuery(url.href, `create role ${user} login password 'plain'; grant create on schema public to ${user}`)
  onTestFinished(() => adminQuery(url.href, `drop owned by ${user}; drop role ${user}`))

  const refusal = migrate(Object.assign(new URL(url), { username: user, password: 'plain' }).href)

  await expect(refusal).rejects.toThrow(/superuser run in this database: create extension pg_trgm;$/)
})

test('every table of an organization has organization_id first in its primary key', async () => {
  const client = new pg.Client({ connectionString: await createTestDatabase() })
  await client.connect()
  const { rows } = await client.query<{ name: string; first_key_column: string | null }>(`
    select c.relname as name, a.attname as first_key_column
    from pg_class c
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`)
  await client.end()

  const others = rows.filter(({ name }) => !INSTALLATION_TABLES.has(name))
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...INSTALLATION_TABLES]))
  expect(others.filter((table) => table.first_key_column !== 'organization_id')).toEqual([])
})
