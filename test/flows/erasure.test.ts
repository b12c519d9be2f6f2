import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../src/platform/postgres/database.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { writeRecords } from '../support/data/own-records.ts'
import { quittance } from '../support/processes/command.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { eventually } from '../support/run/eventually.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

// The key of `testSecrets`.
const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
const JANE = 'jane.doe@example.org'

test('a person is found and erased for good, and the invoice stays in place', async () => {
  const folder = temporaryDataFolder()
  const DATABASE_URL = await createTestDatabase()
  const environment = { DATABASE_URL, QUITTANCE_SECRET_KEY, QUITTANCE_LOG_LEVEL: 'debug' }
  const service = await startService(folder, environment)
  const command = (...args: string[]) =>
    quittance(args, { QUITTANCE_DATA_DIR: folder, ...environment, QUITTANCE_LOG_LEVEL: 'silent' })
  const database = new Database(DATABASE_URL, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const engine = engineOfService(service)
  await anOrganization({ database }, 'chain', { type: 'partner' })
  const { bearer } = await anOrganization({ database }, 'shop', { parentId: 'chain' })
  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const response = await fetch(`${service.url}/invoicing/v2${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${bearer.key}`, 'content-type': 'application/json' },
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }
  const records = () =>
    engine.rows(
      `select record_id as id, bill_to_email as email, merchant_reference_number as "order"
        from transactions order by id`,
    )
  const bodyOf = (email: string) =>
    anInvoiceBody({
      customerInformation: { name: 'Jane Doe', email },
      invoiceInformation: { sendImmediately: true },
    })
  const fieldsOf = (email: string) => ({
    'BillTo.Email': email,
    'Request.MerchantReferenceNumber': '17',
  })
  const create = () => call('POST', '/invoices', bodyOf(JANE), { 'idempotency-key': 'one' })
  await create()
  await call('POST', '/invoices', bodyOf('joan@example.org'))
  await writeRecords(database, [
    { recordId: 'of jane', fields: fieldsOf(` ${JANE.toUpperCase()}`) },
    { recordId: 'of joan', fields: fieldsOf('joan@example.org') },
  ])
  await eventually(async () => (await records()).length === 2)
  // The request log is written once a second.
  await eventually(async () => (await database.pool.query('select from request_log')).rows.length === 2)

  const erase = ['erase', '--organization', 'chain', '--email', JANE.toUpperCase()]
  const looked = await command(...erase, '--dry-run', '--json')
  const erased = await command(...erase)
  const again = await command(...erase, '--json')
  const trail = await command('audit', 'list', 'chain', '--action', 'erasure', '--json')
  const verified = await command('audit', 'verify')
  const repeated = await create()
  const list = await call('GET', '/invoices')
  const shown = await call('GET', '/invoices/1')
  const stored = await records()
  await service.terminate()

  const found = {
    payments: {},
    'people who sign in': {},
    invoicing: { invoices: 1, events: 1, mails: 1 },
    notifications: {},
    records: { 'transaction records': 1 },
    reporting: {},
    'repeated requests': { 'kept answers': 1 },
  }
  const remaining = [{ what: expect.stringMatching(/^backups/), why: expect.any(String) }]
  expect(JSON.parse(looked.out)).toEqual({
    ...{ organizationId: 'chain', isDryRun: true, isLowerBound: false, remaining },
    found: {
      ...found,
      invoicing: { invoices: 1 },
      // The mail may be in the inbox already.
      notifications: expect.objectContaining({ events: 1, mails: 1 }),
      'saved views': {},
      'kept edits': {},
      'request log': { 'request log': 1 },
      'webhook lab': {},
    },
  })
  expect(erased.out).toMatch(
    /^Erased \(erasure [\w-]{36}\):\ninvoicing +invoices +1\n[\s\S]*\nRemaining:\nbackups.*\n$/,
  )
  expect(JSON.parse(again.out)).toMatchObject({
    isDryRun: false,
    found: { invoicing: {}, notifications: {}, records: {}, 'repeated requests': {} },
  })
  expect(JSON.parse(trail.out).entries.map(({ action }: { action: string }) => action)).toEqual([
    ...['erasure.completed', 'erasure.begun', 'erasure.completed', 'erasure.begun'],
  ])
  expect(verified.code).toBe(0)
  expect([repeated.status, list.body['totalInvoices']]).toEqual([409, 2])
  expect(shown).toMatchObject({ status: 200, body: { id: '1', status: 'SENT' } })
  expect(shown.body['customerInformation']).toBeUndefined()
  expect(stored).toEqual([
    { id: 'of jane', email: '', order: '17' },
    { id: 'of joan', email: 'joan@example.org', order: '17' },
  ])
  const everythingSaid = [
    ...[service.output(), readFileSync(`${folder}/logs/stores.log`, 'utf8')],
    ...[looked, erased, again, trail].map(({ out }) => out),
  ]
  expect(everythingSaid.join('')).not.toMatch(/jane/i)
})

test('wrong usage is refused in one sentence', async () => {
  const environment = { QUITTANCE_DATA_DIR: temporaryDataFolder(), QUITTANCE_LOG_LEVEL: 'silent' }
  const erase = async (...args: string[]) => {
    const { code, err } = await quittance(['erase', '--organization', 'shop', ...args], environment)
    return { code, err }
  }

  expect(await erase()).toEqual({
    code: 2,
    err: 'quittance: --email or --phone or --customer-id is required.\n',
  })
  expect(await erase('--phone', '12', '--email', 'jane')).toEqual({
    code: 2,
    err: 'quittance: --email must be a mail address; --phone must have at least 5 digits.\n',
  })
})
