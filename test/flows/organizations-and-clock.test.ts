import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBearerKey } from '../../src/organizations/credentials/create-key.ts'
import { sandbox as sandboxes } from '../../src/organizations/index.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { readJsonFile } from '../../src/platform/files/small-file.ts'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { aTester } from '../support/data/organizations.ts'
import { anRsaCertificate, privateKeyIn } from '../support/http/certificates.ts'
import { type CommandResult, quittance } from '../support/processes/command.ts'
import {
  haveEnded,
  runningOn,
  spawnService,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

type Environment = Readonly<Record<string, string>>

/** Runs commands on one data folder. */
function commandsOn(folder: string, more: Environment = {}) {
  const environment = { QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent', ...more }
  const run = (...args: string[]): Promise<CommandResult> => quittance(args, environment)
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await run(...args, '--json')
    if (code !== 0) throw new Error(`${args.join(' ')} exits with ${code}: ${out}${err}`)
    return JSON.parse(out) as Record<string, unknown>
  }
  return { run, json }
}

async function aDatabase(): Promise<Environment> {
  return { DATABASE_URL: await createTestDatabase() }
}

const keysShown = {
  sharedSecret: { keyId: expect.any(String), secret: expect.any(String) },
  bearer: { key: expect.stringMatching(/^qk_/) },
}

test('commands work before any service ever ran, start PostgreSQL alone, and leave nothing running', async () => {
  const folder = temporaryDataFolder()
  const { run, json } = commandsOn(folder)

  const made = await json('organizations', 'create', 'shop1')
  const tree = await run('organizations', 'list')

  expect(made).toEqual({ organizationId: 'shop1', ...keysShown })
  expect(tree).toEqual({ code: 0, out: 'shop1  merchant  ACTIVE  shop1\n', err: '' })
  expect(existsSync(join(folder, 'records'))).toBe(false)
  expect(await haveEnded(runningOn(folder))).toBe(true)
})

test('organizations are created, changed, suspended and listed', async () => {
  const { run, json } = commandsOn(temporaryDataFolder(), await aDatabase())

  const made = await json('organizations', 'create', 'acme', '--type', 'partner', '--name', 'Acme')
  const shop = ['organizations', 'create', 'shop1', '--parent', 'acme', '--contact-country', 'DE']
  const people = await run(...shop, '--contact-email', 'a@example.com')
  const updated = await json('organizations', 'update', 'shop1', '--contact-phone', '030 1', '--validation', 'lenient')
  const suspended = await json('organizations', 'suspend', 'shop1', '--reason', 'unpaid')
  const tree = await run('organizations', 'list', '--below', 'acme')
  const resumed = await run('organizations', 'resume', 'shop1')
  const reset = await run('organizations', 'update', 'shop1', '--validation', 'default')

  expect(made).toEqual({ organizationId: 'acme', ...keysShown })
  expect(people.out).toMatch(/^Created the merchant shop1\. .*\n\n {2}Shared secret +key id +\S+\n/)
  expect(updated).toMatchObject({
    parentId: 'acme',
    name: 'shop1',
    timeZone: 'UTC',
    hasFraudManagement: false,
    validation: 'lenient',
    contact: { email: 'a@example.com', phone: '030 1', address: { country: 'DE' } },
  })
  expect(suspended).toMatchObject({ status: 'SUSPENDED', statusReason: 'unpaid' })
  expect(tree.out).toBe('acme     partner   ACTIVE     Acme\n  shop1  merchant  SUSPENDED  shop1  lenient validation\n')
  expect(resumed.out).toMatch(/^Status +ACTIVE$/m)
  expect(resumed.out).toMatch(/^Validation +lenient$/m)
  expect(reset.out).toMatch(/^Validation +default$/m)
})

test('keys are created, listed without their secrets, and revoked', async () => {
  const { run, json } = commandsOn(temporaryDataFolder(), await aDatabase())
  await json('organizations', 'create', 'shop1')

  const key = await json('keys', 'create', 'shop1', '--type', 'bearer', '--expires', 'P1D')
  const second = (await json('keys', 'create', 'shop1', '--scopes', 'ingest')) as {
    sharedSecret: { keyId: string; secret: string }
  }
  const { keyId, secret } = second.sharedSecret
  const revoked = await json('keys', 'revoke', 'shop1', keyId)
  const listed = await run('keys', 'list', 'shop1')

  expect(key).toEqual({ organizationId: 'shop1', type: 'bearer', bearer: keysShown.bearer })
  expect(second).toMatchObject({ organizationId: 'shop1', type: 'shared-secret' })
  expect(revoked).toMatchObject({ keyId, state: 'revoked', scopes: ['ingest'] })
  expect(listed.out).toMatch(new RegExp(`^${keyId} +shared-secret +revoked +never +never `, 'm'))
  expect(listed.out).toMatch(/ +bearer +active +never +\d{4}-\d\d-\d\dT\d\d:\d\dZ /)
  expect(listed.out).not.toContain(secret)
})

test('certificates are created in a new file, or registered', async () => {
  const folder = temporaryDataFolder()
  const { run, json } = commandsOn(folder, await aDatabase())
  const out = join(folder, 'shop1.p12')
  const pem = join(folder, 'own.pem')
  await json('organizations', 'create', 'shop1')
  const create = ['keys', 'create', 'shop1', '--type', 'certificate']

  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'a b\n')
  const made = await json(...create, '--out', out, '--password-file', passwordFile)
  const random = await json(...create, '--out', join(folder, 'random.p12'))
  writeFileSync(passwordFile, '\n')
  const emptied = await run(...create, '--out', join(folder, 'empty.p12'), '--password-file', passwordFile)
  const again = await run(...create, '--out', out)
  writeFileSync(pem, 'no certificate')
  const refused = await run(...create, '--certificate', pem)
  writeFileSync(pem, anRsaCertificate({ serialNumber: 'own-key-1' }))
  const registered = await json(...create, '--certificate', pem)
  const needless = await run('keys', 'create', 'shop1', '--out', out)

  const keyId = expect.any(String)
  const certificate = { keyId, file: out }
  expect(made).toEqual({ organizationId: 'shop1', type: 'certificate', certificate })
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(privateKeyIn(readFileSync(out), 'a b').asymmetricKeyType).toBe('rsa')
  expect(random).toMatchObject({ certificate: { password: expect.stringMatching(/^\S{24}$/) } })
  expect(emptied).toMatchObject({ code: 2, err: 'quittance: --password-file is empty.\n' })
  expect(existsSync(join(folder, 'empty.p12'))).toBe(false)
  expect(registered).toMatchObject({ certificate: { keyId: 'own-key-1' } })
  expect(again).toMatchObject({ code: 2, err: expect.stringMatching(/^quittance: --out cannot/) })
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/--certificate must be/) })
  expect(needless).toMatchObject({ code: 2, err: expect.stringMatching(/--out is only allowed/) })
})

test('wrong input is named in one sentence and exits with 2; a refusal exits with 1', async () => {
  const { run } = commandsOn(temporaryDataFolder(), await aDatabase())

  const wrong = await run('organizations', 'create', 'a b', '--contact-postal-code', '')
  const choice = await run('keys', 'create', 'x', '--type', 'pin', '--scopes', 'all', '--json')
  const nothing = await run('organizations', 'update', 'x')
  const back = await run('clock', 'advance', '-PT1X')
  const unknown = await run('keys', 'list', 'nobody')
  const live = await commandsOn('/nonexistent', {
    QUITTANCE_MODE: 'live',
    QUITTANCE_BASE_URL: 'https://pay.example.com',
  }).run('clock', 'advance', 'P1D')

  expect(wrong).toMatchObject({
    code: 2,
    err: 'quittance: <id> must be 1 to 32 letters, digits, - and _; --contact-postal-code must be 1 to 255 characters of text.\n',
  })
  expect(choice.code).toBe(2)
  expect(JSON.parse(choice.out)).toEqual({
    error: expect.stringMatching(/^--type must be one of [^;]*; --scopes must be one of /),
  })
  expect(nothing.code).toBe(2)
  expect(back.err).toMatch(/^quittance: <duration> must be an ISO 8601 duration such as .*\n$/)
  expect(unknown).toMatchObject({ code: 1, err: 'quittance: There is no organization nobody.\n' })
  expect(live).toMatchObject({
    code: 1,
    err: 'quittance: In live mode the clock is the machine’s and cannot be moved.\n',
  })
})

/** The link that the start of a sandbox prints. */
async function followSignInLink(output: string) {
  const [link = ''] = /http:\S+\/sign-in\/link\?token=\S+/.exec(output) ?? []
  const { status, headers } = await fetch(link, { redirect: 'manual' })
  const cookies = headers.getSetCookie().map((cookie) => cookie.split('=', 1).join(''))
  return { status, location: headers.get('location'), cookies }
}

test('a first start in sandbox mode leaves credentials and prints a link that signs in once, and a running service follows the clock', async () => {
  const folder = temporaryDataFolder()
  const file = join(folder, 'sandbox-credentials.json')
  const { json, run } = commandsOn(folder)
  const serviceTime = async (url: string): Promise<string> => {
    const { submitTimeUtc } = (await (await fetch(`${url}/nothing`)).json()) as {
      submitTimeUtc: string
    }
    return submitTimeUtc
  }

  const first = await startService(folder)
  const credentials = readJsonFile(file)
  const shop = await json('organizations', 'create', 'shop1', '--parent', 'sandbox-partner')
  const moved = (await json('clock', 'advance', 'P2Y')) as { now: string }
  const year = moved.now.slice(0, 4)
  const isFollowing = await waitUntil(
    async () => ((await serviceTime(first.url)).startsWith(year) ? true : undefined),
    { withinMs: 10_000 },
  )
  await first.terminate()
  const shown = await run('clock', 'show')
  const second = await startService(folder)
  const visits = [await followSignInLink(second.output()), await followSignInLink(second.output())]

  expect(credentials).toMatchObject({
    baseUrl: first.url,
    portal: { email: 'owner@sandbox.example', password: expect.stringMatching(/^[\w-]{20}$/) },
    partner: { organizationId: 'sandbox-partner', ...keysShown },
    merchant: { organizationId: 'sandbox-merchant', ...keysShown },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(shop).toEqual({ organizationId: 'shop1', ...keysShown })
  expect(isFollowing).toBe(true)
  expect(shown.out).toMatch(new RegExp(`^Sandbox clock +${year}-.*Z\nMoved +73\\d days .*ahead`))
  for (const { output } of [first, second]) expect(output()).toContain(`Keys       ${file}`)
  expect(await serviceTime(second.url)).toMatch(new RegExp(`^${year}`))
  expect(readJsonFile(file)).toEqual(credentials)
  expect(visits).toEqual([
    { status: 303, location: '/o/sandbox-merchant/', cookies: ['quittance', 'quittance-device'] },
    { status: 303, location: '/sign-in?reason=link', cookies: [] },
  ])
  await second.terminate()
})

test('a key with the scope moves the clock over HTTP, and live mode has no such route', async () => {
  const sandbox = await startWholeService()
  const live = await startWholeService({
    QUITTANCE_MODE: 'live',
    QUITTANCE_BASE_URL: 'https://pay.example.com',
  })
  const { merchant } = readJsonFile(sandboxes.credentialsFileOf(sandbox.stores.folder)) as {
    merchant: { bearer: { key: string } }
  }
  const ask = (url: string, headers: Record<string, string>) =>
    fetch(`${url}/sandbox/v1/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ set: '2031-01-01T00:00:00Z', drain: true }),
    })
  const authorization = `Bearer ${merchant.bearer.key}`
  const { stores } = sandbox
  const deps = { ...stores, db: stores.database, machineClock: systemClock }
  const actor = { organizationId: 'sandbox-merchant', by: aTester }
  const narrow = await createBearerKey(deps, actor, { label: 'narrow', scopes: ['invoices'], expiresAt: undefined })

  const moved = await ask(sandbox.url, { authorization })
  // Keys expire by the machine's time, so this one is still valid.
  const shown = await fetch(`${sandbox.url}/sandbox/v1/clock`, { headers: { authorization } })

  expect(moved.status).toBe(200)
  expect(await moved.json()).toMatchObject({ now: '2031-01-01T00:00:00.000Z' })
  expect(await shown.json()).toMatchObject({ now: expect.stringMatching(/^2031-01-01T00:0/) })
  expect((await ask(sandbox.url, {})).status).toBe(401)
  expect((await ask(sandbox.url, { authorization: `Bearer ${narrow.key}` })).status).toBe(403)
  expect((await ask(live.url, { authorization })).status).toBe(404)
})

test('live mode has its metrics on a port of their own, for holders of the token, and shows no reference', async () => {
  const port = await freePort()
  const token = 'a-token-of-the-operator'
  const { url } = await startWholeService({
    QUITTANCE_MODE: 'live',
    QUITTANCE_BASE_URL: 'https://pay.example.com',
    QUITTANCE_METRICS_PORT: String(port),
    QUITTANCE_METRICS_TOKEN: token,
  })
  const own = `http://127.0.0.1:${port}`
  const statusOf = async (address: string, headers = {}) => (await fetch(address, { headers })).status

  const onPublicPort = await Promise.all(
    ['/metrics', '/docs', '/docs/', '/openapi.json', '/ui', '/', '/healthz'].map((path) => statusOf(url + path)),
  )
  const wrong = await fetch(`${own}/metrics`, { headers: { authorization: 'Bearer a-token-of-somebody' } })
  const right = await fetch(`${own}/metrics`, { headers: { authorization: `Bearer ${token}` } })

  expect(onPublicPort).toEqual([404, 404, 404, 404, 404, 200, 200])
  expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Quittance"'])
  expect([right.status, (await right.text()).includes('http_requests_total')]).toEqual([200, true])
  expect([await statusOf(`${own}/metrics`), await statusOf(`${own}/readyz`)]).toEqual([401, 200])
  expect(await statusOf(`${own}/organizations/v1/me`)).toBe(404)
})

test('nodes that start together prepare one sandbox; once live, it stays live without the variable', async () => {
  const folder = temporaryDataFolder()
  const environment = await aDatabase()

  const nodes = await Promise.all([startService(folder, environment), startService(folder, environment)])
  const { json, run } = commandsOn(folder, environment)
  const { organizations } = await json('organizations', 'list')
  // Limited, as keys in examples and in continuous integration are.
  const { bearer } = await json('keys', 'create', 'sandbox-merchant', '--type', 'bearer', '--scopes', 'invoices')
  const createInvoice = (url: string) =>
    fetch(`${url}/invoicing/v2/invoices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${(bearer as { key: string }).key}`, 'content-type': 'application/json' },
      body: JSON.stringify(anInvoiceBody()),
    })
  const created = await createInvoice(nodes[0].url)
  const whileRunning = await run('mode', 'live')
  await Promise.all(nodes.map((node) => node.terminate()))
  const live = { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' }
  const tooEarly = await spawnService(folder, { ...environment, ...live })
  const refusal = await tooEarly.exited
  const before = await run('mode')
  const withData = await run('mode', 'live')
  const gone = await json('mode', 'live', '--delete-sandbox')
  const contradicted = await commandsOn(folder, { ...environment, QUITTANCE_MODE: 'sandbox' }).run('clock', 'show')
  const moved = await run('clock', 'advance', 'P1D')
  const back = await run('mode', 'sandbox')
  const shop = await json('organizations', 'create', 'shop1')
  const keys = await json('keys', 'list', 'shop1')
  const insecure = await spawnService(folder, environment)
  const insecureCode = await insecure.exited
  const liveNode = await startService(folder, { ...environment, QUITTANCE_BASE_URL: live.QUITTANCE_BASE_URL })
  const attempt = await createInvoice(liveNode.url)
  await liveNode.terminate()

  expect([created.status, attempt.status]).toEqual([201, 401])
  expect(withData).toMatchObject({ code: 1, err: expect.stringMatching(/has 1 invoice, .* new installation/) })
  expect(organizations).toMatchObject([
    { organizationId: 'sandbox-partner' },
    { organizationId: 'sandbox-merchant', parentId: 'sandbox-partner' },
  ])
  expect(whileRunning).toMatchObject({ code: 1, err: expect.stringContaining('A service is running') })
  expect([refusal, tooEarly.output()]).toEqual([1, expect.stringContaining('"quittance mode live"')])
  expect(before).toEqual({ code: 0, out: 'sandbox\n', err: '' })
  expect(gone).toMatchObject({ mode: 'live', isNew: true, keysRevoked: 5, deleted: { invoices: 1 } })
  expect(gone['checklist']).toMatchObject([
    { name: 'TLS', state: 'to do' },
    { name: 'mail server', state: 'to do' },
    { name: 'secret key', state: 'to do' },
    { name: 'backup', state: 'to do' },
    { name: 'processor', state: 'to do' },
  ])
  expect(contradicted).toMatchObject({ code: 1, err: expect.stringContaining('in live mode, for good') })
  expect(moved).toMatchObject({ code: 1, err: expect.stringContaining('cannot be moved') })
  expect(back).toMatchObject({ code: 1, err: expect.stringContaining('cannot become a sandbox') })
  expect(shop).toEqual({ organizationId: 'shop1', ...keysShown })
  expect(JSON.stringify(keys)).not.toContain('sandbox')
  expect([insecureCode, insecure.output()]).toEqual([1, expect.stringContaining('QUITTANCE_BASE_URL must be an https')])
  expect(liveNode.output()).toContain('(live mode')
  expect(liveNode.output()).not.toContain('sandbox-credentials')
})
