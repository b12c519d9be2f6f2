import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatedApp, startAuthenticatedApp } from '../../../test/support/apps/authenticated-app.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendRequest } from '../../../test/support/http/send-request.ts'
import { type SignedHeaders, signBearer, signHttpSignature } from '../../../test/support/http/signers.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { watchStatements } from '../../../test/support/stores/watched-statements.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { changeUser, removeUser } from '../access/change-user.ts'
import { endOwnSessions } from '../access/end-own-sessions.ts'
import { createBearerKey } from '../credentials/create-key.ts'
import { revokeKey } from '../credentials/revoke-key.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { savePersonStatus } from '../sign-in/change-person.ts'
import { resumeOrganization, suspendOrganization, updateOrganization } from '../tree/change-organization.ts'

const url = await createTestDatabase()

/** A node with connections of its own, so that it hears of changes by reading them alone. */
async function aNode() {
  const database = new Database(url, silentLog)
  fileResources.defer(() => database.close())
  const app = await startAuthenticatedApp({ database })
  return { app, database, statementsOf: watchStatements(database.pool) }
}
type TestNode = Awaited<ReturnType<typeof aNode>>
type Ask = (app: AuthenticatedApp) => Promise<number>

const here = await aNode()
const there = await aNode()
const { database } = here
const deps = {
  db: database,
  clock: systemClock,
  machineClock: systemClock,
  secrets: testSecrets,
  mode: 'sandbox',
} as const
const by = aTester

beforeAll(async () => {
  await anOrganization({ database }, 'partner', { type: 'partner' })
  await anOrganization({ database }, 'account', { type: 'account', parentId: 'partner' })
  await anOrganization({ database }, 'shop', { parentId: 'account' })
})

const send = (path: string, method: string, headers: () => SignedHeaders): Ask => {
  const facts = { method, host: 'api.example', path, merchantId: 'shop' }
  return async ({ port }) =>
    (await sendRequest(port, { ...facts, headers: { host: facts.host, ...headers() } as SignedHeaders })).status
}
const read = (headers: () => SignedHeaders, query = ''): Ask => send(`/test/v1/echo${query}`, 'GET', headers)
const write = (headers: () => SignedHeaders, query = ''): Ask => send(`/test/v1/echo${query}`, 'POST', headers)

/** Asks until the node answers without asking who is asking. */
async function untilRemembered({ app, statementsOf }: TestNode, ask: Ask): Promise<void> {
  await eventually(async () => {
    const statements = await statementsOf(async () => expect(await ask(app)).toBe(200))
    return statements.length === 0
  })
}

/** The node of the change refuses the next request, and the other one as soon as it has read the change. */
async function expectChanged(ask: Ask, change: () => Promise<unknown>, status: number): Promise<void> {
  for (const node of [here, there]) await untilRemembered(node, ask)

  await change()

  expect(await ask(here.app)).toBe(status)
  await eventually(async () => (await ask(there.app)) === status)
}

async function aKey(organizationId = 'shop') {
  const terms = { label: 'x', scopes: ['invoices'] as const, expiresAt: undefined }
  const { key, keyId } = await createBearerKey(deps, { organizationId, by }, terms)
  return { keyId, headers: () => signBearer(key) }
}

async function aUser(role: 'owner' | 'viewer', organizationId = 'shop') {
  const person = await aPerson({ database }, { roles: { [organizationId]: role } })
  const { session, headers } = await aSession({ database }, person, { baseUrl: 'https://pay.example.com' })
  const { personId } = person
  return { personId, person, session, headers: () => headers as unknown as SignedHeaders }
}

describe('keys', () => {
  test('a revoked key', async () => {
    const { keyId, headers } = await aKey()

    await expectChanged(read(headers), () => revokeKey(deps, { organizationId: 'shop', by }, { keyId }), 401)
  })

  test('a key that was replaced without an overlap', async () => {
    const { keyId, headers } = await aKey()
    const rotation = { keyId, overlapHours: 0, expiresAt: undefined }

    await expectChanged(read(headers), () => rotateKey(deps, { organizationId: 'shop', by }, rotation), 401)
  })

  test('a shared secret, whose signatures differ from request to request', async () => {
    const { sharedSecret } = await anOrganization({ database }, 'signing', { parentId: 'account' })
    const facts = { method: 'GET', host: 'api.example', path: '/test/v1/echo', merchantId: 'signing' }
    const ask = read(() => signHttpSignature(sharedSecret, facts))
    const { keyId } = sharedSecret

    await expectChanged(ask, () => revokeKey(deps, { organizationId: 'signing', by }, { keyId }), 401)
  })

  test('an expiry counts without any change', async () => {
    let now = systemClock.now()
    const machineClock = { now: () => now }
    const node = { app: await startAuthenticatedApp({ database, machineClock }), statementsOf: here.statementsOf }
    const terms = { label: 'x', scopes: ['invoices'] as const, expiresAt: now.add({ hours: 1 }) }
    const { key } = await createBearerKey(deps, { organizationId: 'shop', by }, terms)
    const ask = read(() => signBearer(key))
    await untilRemembered({ ...here, ...node }, ask)

    now = now.add({ hours: 1 })

    expect(await ask(node.app)).toBe(401)
  })
})

describe('organizations', () => {
  const suspend = (organizationId: string) => () =>
    suspendOrganization(deps, { organizationId, by }, { reason: 'unpaid' })
  const resume = (organizationId: string) => resumeOrganization(deps, { organizationId, by })

  test.each(['shop', 'account', 'partner'])('a suspension of %s covers the keys below it', async (organizationId) => {
    const { headers } = await aKey()

    await expectChanged(write(headers), suspend(organizationId), 403)
    await resume(organizationId)
  })

  test('a suspension of the organization acted for, and of one between', async () => {
    const { headers } = await aKey('partner')
    const ask = write(headers, '?organizationId=shop')

    await expectChanged(ask, suspend('account'), 403)
    await resume('account')
    await expectChanged(ask, suspend('shop'), 403)
    await resume('shop')
  })

  test('a resumed organization is not refused by its remembered suspension', async () => {
    const { headers } = await aKey()
    const ask = write(headers)
    await untilRemembered(there, ask)
    await suspend('shop')()
    await eventually(async () => (await ask(there.app)) === 403)

    await resume('shop')

    expect(await ask(there.app)).toBe(200)
  })

  test('nobody reads an organization of others for its being remembered', async () => {
    const { headers } = await aKey('partner')
    await untilRemembered(here, read(headers, '?organizationId=shop'))
    await anOrganization({ database }, 'stranger')
    const stranger = await aKey('stranger')

    expect(await read(stranger.headers, '?organizationId=shop')(here.app)).toBe(404)
    expect(await read(stranger.headers, '?organizationId=unknown')(here.app)).toBe(404)
  })
})

describe('people', () => {
  const shop = { organizationId: 'shop', by }

  test('a session that its person has ended', async () => {
    const { person, session, headers } = await aUser('viewer')
    const signedIn = { person, session, memberships: [] }

    await expectChanged(read(headers), () => endOwnSessions(deps, signedIn, session.sessionId), 401)
  })

  test('a disabled person', async () => {
    const { personId, headers } = await aUser('viewer')
    const disable = () =>
      database.transaction((tx) => savePersonStatus(tx, by, { personId, status: 'DISABLED', at: systemClock.now() }))

    await expectChanged(read(headers), disable, 401)
  })

  test('a removed membership', async () => {
    const { personId, headers } = await aUser('viewer')

    await expectChanged(read(headers, '?organizationId=shop'), () => removeUser(deps, shop, { personId }), 404)
  })

  test('a disabled membership of an organization above', async () => {
    const { personId, headers } = await aUser('viewer', 'partner')
    const disable = () => changeUser(deps, { organizationId: 'partner', by }, { personId, status: 'DISABLED' })

    await expectChanged(read(headers, '?organizationId=shop'), disable, 404)
  })

  test('a lesser role', async () => {
    const { personId, headers } = await aUser('owner')
    const ask = send('/test/v1/users?organizationId=shop', 'GET', headers)

    await expectChanged(ask, () => changeUser(deps, shop, { personId, role: 'viewer' }), 403)
  })

  test('a greater role is not refused for the one that was remembered', async () => {
    const { personId, headers } = await aUser('viewer')
    await untilRemembered(there, read(headers, '?organizationId=shop'))
    const ask = send('/test/v1/users?organizationId=shop', 'GET', headers)
    expect(await ask(there.app)).toBe(403)

    await changeUser(deps, shop, { personId, role: 'owner' })

    expect(await ask(there.app)).toBe(200)
  })

  test('one-time codes that the organization requires', async () => {
    await anOrganization({ database }, 'strict', { parentId: 'account' })
    const { headers } = await aUser('viewer', 'strict')
    const strict = { organizationId: 'strict', by }
    const require = () => updateOrganization(deps, strict, { requiresCodes: true })

    await expectChanged(read(headers), require, 403)
  })
})

describe('reads of changes', () => {
  test('while they hang, a node asks, so that a change counts at once', async () => {
    const { keyId, headers } = await aKey()
    const ask = read(headers)
    await untilRemembered(there, ask)
    const blocker = await database.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table caller_changes in access exclusive mode')
    // The change cannot be noted now either, as if its node had died before the commit.
    await there.database.pool.query('update credentials set revoked_at = now() where key_id = $1', [keyId])

    await eventually(async () => (await ask(there.app)) === 401)

    await blocker.query('rollback')
    blocker.release()
  })

  test('while they fail, a node asks', async () => {
    const { keyId, headers } = await aKey()
    const ask = read(headers)
    await untilRemembered(there, ask)
    await database.pool.query('alter table caller_changes rename to elsewhere')
    await database.pool.query('update credentials set revoked_at = now() where key_id = $1', [keyId])

    await eventually(async () => (await ask(there.app)) === 401)

    await database.pool.query('alter table elsewhere rename to caller_changes')
  })
})

test('a caller is found by tables whose changes are noted, and by no others', async () => {
  const app = await startAuthenticatedApp({ database })
  const { headers } = await aUser('viewer', 'partner')
  const key = await aKey('partner')
  const asks = [read(headers, '?organizationId=shop'), read(key.headers, '?organizationId=shop')]

  const statements = await here.statementsOf(async () => {
    for (const ask of asks) await ask(app)
  })

  const tables = statements.flatMap((text) =>
    [...text.matchAll(/\b(?:from|join) "?([a-z_]+)/g)].map(([, name]) => name),
  )
  const known = ['credentials', 'memberships', 'organizations', 'persons', 'sessions']
  expect([...new Set(tables)].toSorted()).toEqual(known)
})
