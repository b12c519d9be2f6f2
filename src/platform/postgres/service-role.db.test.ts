import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { prepareServiceRole, serviceUrlOf } from './service-role.ts'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A migrated database as its owner and as the service see it. */
async function aDatabase() {
  const url = await createTestDatabase()
  const owner = await connected(url)
  await prepareServiceRole(owner, url)
  return { url, owner, service: await connected(serviceUrlOf(url)) }
}

test('the service’s role is plain: it cannot run programs, read files, make roles or change the schema', async () => {
  const { service } = await aDatabase()

  const { rows } = await service.query(`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
    pg_has_role(rolname, 'pg_execute_server_program', 'member') as runs_programs,
    pg_has_role(rolname, 'pg_read_server_files', 'member') as reads_files
    from pg_roles where rolname = current_user`)

  expect(Object.values(rows[0]).every((value) => value === false)).toBe(true)
  for (const statement of [
    `copy (select 1) to program 'cat'`,
    `create role intruder`,
    `create table public.more (id int)`,
    `alter table invoices add column more int`,
    `drop trigger x on invoices`,
    `set role quittance`,
  ]) {
    await expect(service.query(statement), statement).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704)$/),
    })
  }
})

test('the service’s role reads and writes every table, also the queue’s and those of later migrations', async () => {
  const { owner, service, url } = await aDatabase()
  await owner.query('create table later (id bigserial primary key, text text)')
  await owner.query('create schema graphile_later; create table graphile_later.t (id int)')

  await service.query(`insert into later (text) values ('a')`)
  await service.query(`update later set text = 'b'`)
  await service.query(`select graphile_worker.add_job('a', '{}'::json)`)
  const jobs = await service.query('select id from graphile_worker._private_jobs')
  await service.query('delete from graphile_worker._private_jobs')
  const { rows: closed } = await service.query(`select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p', 'v')
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`)
  const later = await service.query('select text from later')

  expect(jobs.rowCount).toBe(1)
  expect(closed).toEqual([])
  expect(later.rows).toEqual([{ text: 'b' }])
  expect((await service.query('select from graphile_later.t')).rowCount).toBe(0)
  // Again, as every start does.
  await prepareServiceRole(owner, url)
})
