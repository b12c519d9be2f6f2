import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../src/platform/postgres/database.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { quittance } from '../support/processes/command.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

// The key of `testSecrets`.
const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
const PATH = '/invoicing/v2/Invoice/merchantDefinedFields'
const FORBIDDEN = { fieldType: 'Text', label: 'Card', textDefaultValue: '4111 1111 1111 1111' }

test('a merchant that sends card numbers is refused, recorded and suspended, and continues when resumed', async () => {
  const folder = temporaryDataFolder()
  const DATABASE_URL = await createTestDatabase()
  const environment = {
    DATABASE_URL,
    QUITTANCE_SECRET_KEY,
    QUITTANCE_SUSPEND_ON_VIOLATION: 'true',
    QUITTANCE_LOG_LEVEL: 'debug',
  }
  const service = await startService(folder, environment)
  const command = (...args: string[]) =>
    quittance(args, { QUITTANCE_DATA_DIR: folder, ...environment, QUITTANCE_LOG_LEVEL: 'silent' })
  const database = new Database(DATABASE_URL, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const { bearer } = await anOrganization({ database }, 'shop1')
  await anOrganization({ database }, 'shop2')
  const define = async (body: object) => {
    const response = await fetch(`${service.url}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }

  const before = await command('violations', 'list')
  const refused = await define(FORBIDDEN)
  const suspended = await define({ fieldType: 'Text', label: 'Table' })
  const listed = await command('violations', 'list')
  const asJson = await command('violations', 'list', '--organization', 'shop1', '--json')
  const ofOther = await command('violations', 'list', '--organization', 'shop2', '--json')
  const later = await command('violations', 'list', '--since', '2999-01-01')
  const trail = await command('audit', 'list', 'shop1', '--action', 'personal-data', '--json')
  await command('organizations', 'resume', 'shop1')
  const resumed = await define({ fieldType: 'Text', label: 'Table' })
  await service.terminate()

  expect(before).toMatchObject({ code: 0, out: 'No violations.\n' })
  expect(refused.status).toBe(400)
  expect(suspended.status).toBe(403)
  expect(suspended.text).toContain('Personal data was sent in a field that must not contain any')
  expect(listed.out).toMatch(
    /^at +organization +by +looks like +field\n\S+Z +shop1 +key \w+ of shop1 +card number +textDefaultValue\n$/,
  )
  expect(JSON.parse(asJson.out)).toMatchObject({
    violations: [
      {
        organizationId: 'shop1',
        actor: { kind: 'key', organizationId: 'shop1' },
        field: 'textDefaultValue',
        looksLike: 'card number',
      },
    ],
  })
  expect(JSON.parse(ofOther.out)).toEqual({ violations: [] })
  expect(later.out).toBe('No violations.\n')
  expect(JSON.parse(trail.out).entries).toMatchObject([{ action: 'personal-data.refused' }])
  expect(resumed.status).toBe(200)
  const everythingSaid = [
    ...[refused.text, suspended.text, service.output()],
    ...[listed.out, asJson.out, trail.out, readFileSync(`${folder}/logs/stores.log`, 'utf8')],
  ]
  expect(everythingSaid.join('')).not.toMatch(/4111[ -]?1111/)
})

test('wrong usage is refused in one sentence', async () => {
  const environment = {
    DATABASE_URL: await createTestDatabase(),
    QUITTANCE_DATA_DIR: temporaryDataFolder(),
    QUITTANCE_LOG_LEVEL: 'silent',
  }
  const list = async (...args: string[]) => {
    const { code, err } = await quittance(['violations', 'list', ...args], environment)
    return { code, err }
  }

  expect(await list('--limit', '0')).toEqual({
    code: 2,
    err: 'quittance: --limit must be a whole number from 1 to 1000.\n',
  })
  expect(await list('--since', 'yesterday')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--since must be a date or an instant'),
  })
  expect(await list('--organization', 'nobody')).toEqual({
    code: 1,
    err: 'quittance: There is no organization nobody.\n',
  })
})
