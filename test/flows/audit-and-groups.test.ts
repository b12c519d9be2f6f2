import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../src/platform/postgres/database.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { quittance } from '../support/processes/command.ts'
import { temporaryDataFolder } from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

// The key of `testSecrets`.
const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

test('actions are listed and sealed, and tampering is found while the service runs or is stopped', async () => {
  // PostgreSQL runs on when the service has stopped, so that no command has to start it.
  const DATABASE_URL = await createTestDatabase()
  const environment = { DATABASE_URL, QUITTANCE_SECRET_KEY, QUITTANCE_LOG_LEVEL: 'silent' }
  const service = await startWholeService(environment)
  const { path } = service.stores.folder
  const command = (...args: string[]) => quittance(args, { QUITTANCE_DATA_DIR: path, ...environment })
  const database = new Database(DATABASE_URL, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const { pool } = database
  await anOrganization({ database }, 'p', { type: 'partner' })
  await anOrganization({ database }, 'm1', { parentId: 'p' })
  await anOrganization({ database }, 'm2', { parentId: 'p' })

  const created = await command('groups', 'create', 'p', 'North', '--members', 'm1,m2', '--json')
  const updated = await command('groups', 'update', 'p', 'North', '--name', 'N', '--remove', 'm2')
  const shown = await command('groups', 'show', 'p', 'N', '--json')
  const groups = await command('groups', 'list', 'p')
  const isSealed = await waitUntil(
    async () => (await pool.query('select from audit_unsealed')).rowCount === 0 || undefined,
    { withinMs: 20_000 },
  )
  const listed = await command('audit', 'list', 'p', '--action', 'merchant-group', '--json')
  const text = await command('audit', 'list', '--limit', '2')
  const intact = await command('audit', 'verify')
  await pool.query(`update audit_entries set subject = 'key:x'
    where organization_id = 'm1' and action = 'organization.created'`)
  await service.close()
  const tampered = await command('audit', 'verify', 'm1')
  const tamperedJson = await command('audit', 'verify', '--json')
  const deleted = await command('groups', 'delete', 'p', 'N')
  const waiting = await command('audit', 'verify', 'p')
  const kept = await command('audit', 'verify', 'p', '--head', `5:${'0'.repeat(64)}`)

  expect(JSON.parse(created.out)).toMatchObject({ name: 'North', members: ['m1', 'm2'] })
  expect(updated.out).toBe('N (of p), 1 member\n  m1\n')
  expect(JSON.parse(shown.out)).toMatchObject({ organizationId: 'p', name: 'N', members: ['m1'] })
  expect(groups.out).toMatch(/^name +members\nN +1\n$/)
  expect(isSealed).toBe(true)
  expect(JSON.parse(listed.out).entries).toMatchObject([
    { action: 'merchant-group.changed', details: { removed: 'm2' }, sequence: 5 },
    { action: 'merchant-group.created', actor: { kind: 'command-line' }, sequence: 4 },
  ])
  expect(text.out.split('\n')[1]).toMatch(/Z +p +#5 +command line \(.+\) +merchant-group\.changed /)
  expect(text.out.trim().split('\n')).toHaveLength(3)
  expect(intact).toMatchObject({ code: 0, out: expect.stringContaining('All trails are intact') })
  expect(intact.out).toContain(' 0 not yet sealed')
  expect(tampered.code).toBe(1)
  expect(tampered.out).toMatch(/^m1 +#1 +entry and seal do not match.*\n1 trail: .*\nTAMPERED WITH/)
  expect(tamperedJson.code).toBe(1)
  expect(JSON.parse(tamperedJson.out)).toMatchObject({
    intact: false,
    organizations: expect.arrayContaining([
      expect.objectContaining({
        organizationId: 'm1',
        problems: [expect.objectContaining({ kind: 'not-as-sealed', sequence: 1 })],
      }),
      expect.objectContaining({ organizationId: 'm2', problemCount: 0 }),
      expect.objectContaining({ organizationId: 'p', problemCount: 0, sealed: 5 }),
    ]),
  })
  expect(deleted.code).toBe(0)
  expect(waiting.out).toContain('1 not yet sealed')
  expect(waiting.code).toBe(0)
  expect(kept.code).toBe(1)
  expect(kept.out).toMatch(/^p +#5 +the chain does not contain the given head/)
})

test('wrong usage is refused in one sentence', async () => {
  const environment = {
    DATABASE_URL: await createTestDatabase(),
    QUITTANCE_DATA_DIR: temporaryDataFolder(),
    QUITTANCE_LOG_LEVEL: 'silent',
  }
  const command = async (...args: string[]) => {
    const { code, err } = await quittance(args, environment)
    return { code, err }
  }

  expect(await command('audit', 'list', '--limit', '1001')).toEqual({
    code: 2,
    err: 'quittance: --limit must be a whole number from 1 to 1000.\n',
  })
  expect(await command('audit', 'list', '--since', 'yesterday')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--since must be a date or an instant'),
  })
  expect(await command('audit', 'verify', '--head', `1:${'0'.repeat(64)}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--head belongs to one organization'),
  })
  expect(await command('groups', 'update', 'p', 'x', '--members', 'a', '--add', 'b')).toEqual({
    code: 2,
    err: 'quittance: --members cannot be combined with --add or --remove.\n',
  })
  expect(await command('audit', 'verify', 'nobody')).toEqual({
    code: 1,
    err: 'quittance: There is no organization nobody.\n',
  })
  expect(await command('groups', 'show', 'nobody', 'x')).toEqual({
    code: 1,
    err: 'quittance: There is no organization nobody.\n',
  })
})
