import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aTester, family, testSecrets, withScope } from '../../../test/support/data/organizations.ts'
import { type Keyed, sendAs, sendRequest } from '../../../test/support/http/send-request.ts'
import { readPerson } from '../../kernel/person.ts'
import { newId } from '../../platform/secrets/random.ts'
import { receivedHolder } from '../erasure/erasure-store.ts'
import { replaceSigningKey } from '../webhooks/signing-key-store.ts'
import { LabSpace } from './lab-space.ts'
import { keepReceived, removeAgedUnverified } from './receiver-store.ts'

const app = await startApp({ isSandbox: true })
const { database } = app
const keyId = newId()
const secret = Buffer.from('a secret of the partner')
let parties: Awaited<ReturnType<typeof family>>
beforeAll(async () => {
  parties = await family(app)
  const createdAt = app.machineClock.now()
  const key = { organizationId: 'partner', keyId, secret, createdAt, expiresAt: createdAt.add({ hours: 1 }) }
  await database.transaction((tx) => replaceSigningKey(tx, testSecrets, key))
})
beforeEach(async () => {
  await database.pool.query('truncate sandbox_received, sandbox_receivers')
})

const PATH = '/sandbox/v1/receivers/lab'
const BODY = JSON.stringify({ notificationId: 'n-1', payloads: [{ data: { emailTo: 'Jane@Example.org' } }] })

function deliver({ organizationId = 'shop', body = BODY, by = secret, headers = {} } = {}) {
  const t = app.machineClock.now().epochMilliseconds
  const sig = createHmac('sha256', by).update(`${t}.${body}`).digest('base64')
  const signature = { 'v-c-signature': `t=${t};keyId=${keyId};sig=${sig}` }
  const sent = { 'v-c-organization-id': organizationId, 'v-c-event-type': 'thing.happened', ...signature, ...headers }
  return sendRequest(app.port, { method: 'POST', path: PATH, headers: sent, body })
}

const received = async (as: Keyed, query = '') =>
  (await sendAs(app.port, as, { method: 'GET', path: `${PATH}/deliveries${query}` })).body.deliveries
const change = (as: Keyed, body: unknown) => sendAs(app.port, as, { method: 'PUT', path: PATH, body })

test('a delivery needs no credentials, and the list has the verdict on its signature', async () => {
  const good = await deliver()
  const bad = await deliver({ by: Buffer.from('another secret') })

  expect([good.status, good.body, bad.status]).toEqual([200, { verified: true }, 200])
  const [second, first] = await received(parties.shop)
  expect(first).toMatchObject({
    ...{ organizationId: 'shop', eventType: 'thing.happened', notificationId: 'n-1', verified: true, status: 200 },
    body: JSON.parse(BODY),
  })
  expect(second).toMatchObject({ verified: false, reason: 'The signature does not match the body and the time.' })
  expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id))
})

test('anonymous callers cannot fill the database: unknown organizations and large bodies are refused', async () => {
  const unsigned = { 'v-c-signature': '' }
  const large = 'x'.repeat(64 * 1024 + 1)

  const unknown = await Promise.all(
    Array.from({ length: 30 }, (_, nr) => deliver({ organizationId: `nobody-${nr}`, headers: unsigned })),
  )
  const tooLarge = await Promise.all(Array.from({ length: 5 }, () => deliver({ body: large, headers: unsigned })))
  const largest = await deliver({ body: large.slice(1), headers: unsigned })

  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(tooLarge.map(({ status }) => status))).toEqual(new Set([413]))
  expect(largest.status).toBe(200)
  expect((await database.pool.query('select organization_id from sandbox_received')).rows).toEqual([
    { organization_id: 'shop' },
  ])
})

test('full space refuses deliveries that do not verify, and verified ones displace the oldest', async () => {
  const space = new LabSpace(database.db, { organizationBytes: 4_000, installationBytes: 5_000 })
  const taken = (organizationId: string, isVerified: boolean) =>
    space.take({ organizationId, bytes: 1_500, isVerified }).then(
      ({ isOrganizationFull }) => (isOrganizationFull ? 'displaces' : 'kept'),
      ({ code }) => code,
    )
  const ofShop = [await taken('shop', false), await taken('shop', false), await taken('shop', false)]
  const ofOther = [await taken('foreign', false), await taken('foreign', false), await taken('foreign', true)]
  const verified = await taken('shop', true)
  await deliver({ headers: { 'v-c-signature': '' } })
  await deliver()
  const [first] = await received(parties.shop)
  const delivery = { ...first, name: 'lab', emailTo: undefined, answered: 200, isVerified: true, reason: undefined }

  await keepReceived(
    database.db,
    { ...delivery, receivedAt: app.machineClock.now(), body: 'newest' },
    { isOrganizationFull: true },
  )

  expect(ofShop).toEqual(['kept', 'kept', 'QUOTA_EXCEEDED'])
  // The organization has space left, the installation has none.
  expect(ofOther).toEqual(['kept', 'QUOTA_EXCEEDED', 'kept'])
  expect(verified).toBe('displaces')
  expect(await received(parties.shop)).toMatchObject([{ body: 'newest' }])
})

test('deliveries that do not verify are kept for an hour, verified ones longer', async () => {
  await deliver({ headers: { 'v-c-signature': '' } })
  await deliver()
  const now = app.machineClock.now()

  const early = await removeAgedUnverified(database.db, { now: now.add({ minutes: 59 }), limit: 10 })
  const late = await removeAgedUnverified(database.db, { now: now.add({ minutes: 61 }), limit: 10 })

  expect([early, late]).toEqual([0, 1])
  expect(await received(parties.shop)).toMatchObject([{ verified: true }])
})

test('a list shows the organization and those below it, and nothing of others', async () => {
  for (const organizationId of ['shop', 'foreign', 'nobody']) await deliver({ organizationId })
  const seen = async (as: Keyed, query?: string) =>
    (await received(as, query)).map(({ organizationId }: { organizationId: string }) => organizationId)

  expect(await seen(parties.shop)).toEqual(['shop'])
  expect(await seen(parties.partner)).toEqual(['shop'])
  expect(await seen(parties.partner, '?organizationId=sister')).toEqual([])
  expect(await seen(parties.foreign)).toEqual(['foreign'])
})

test('a receiver fails on request, for the organizations of the caller alone', async () => {
  const changed = await change(parties.partner, { status: 503 })
  const [own, other] = [await deliver(), await deliver({ organizationId: 'foreign' })]
  await change(parties.shop, { status: 201, delayMs: 1 })
  const nearest = await deliver()
  const reset = await change(parties.shop, { reset: true })

  expect(changed.body).toEqual({ organizationId: 'partner', name: 'lab', status: 503, delayMs: 0 })
  expect([own.status, other.status, nearest.status]).toEqual([503, 200, 201])
  expect(reset.body).toEqual({ organizationId: 'shop', name: 'lab', status: 200, delayMs: 0 })
  expect(await received(parties.shop)).toEqual([])
  expect((await deliver()).status).toBe(200)
})

test('a health check needs no credentials and gets the response that was set', async () => {
  const ask = (headers = {}) => sendRequest(app.port, { method: 'GET', path: PATH, headers })
  const of = (organizationId: string) => ask({ 'v-c-organization-id': organizationId })

  const unset = [await ask(), await of('shop'), await of('nobody')]
  await change(parties.partner, { status: 503, delayMs: 1 })
  const failing = [await ask(), await of('shop'), await of('foreign'), await of('nobody')]
  await change(parties.foreign, { status: 204 })
  const differing = [await ask(), await of('shop'), await of('foreign')]

  expect(unset.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(unset[0]?.body).toEqual({ name: 'lab', status: 200 })
  expect(failing.map(({ status }) => status)).toEqual([503, 503, 200, 200])
  expect(failing[0]?.body).toEqual({ name: 'lab', status: 503 })
  expect(differing.map(({ status }) => status)).toEqual([200, 503, 204])
  expect(await received(parties.shop)).toEqual([])
})

test('a refused request names the problem', async () => {
  const withoutOwner = await deliver({ headers: { 'v-c-organization-id': '' } })
  const tooSlow = await change(parties.shop, { delayMs: 60_001 })
  const noStatus = await change(parties.shop, { status: 99 })
  const noScope = await change(await withScope(app, parties.shop, 'webhooks'), { status: 500 })
  const noKey = await sendRequest(app.port, { method: 'GET', path: `${PATH}/deliveries`, headers: {} })

  expect([withoutOwner.status, withoutOwner.text.includes('v-c-organization-id')]).toEqual([400, true])
  expect([tooSlow.status, tooSlow.text.includes('delayMs')]).toEqual([400, true])
  expect([noStatus.status, noStatus.text.includes('status')]).toEqual([400, true])
  expect([noScope.status, noKey.status]).toEqual([403, 401])
})

test('a body with a character that PostgreSQL cannot store is kept with that character replaced', async () => {
  const { status } = await deliver({ body: 'no json \0 at all' })

  expect(status).toBe(200)
  expect((await received(parties.shop))[0]).toMatchObject({ body: 'no json \uFFFD at all', verified: true })
})

test('an erasure removes deliveries about a person', async () => {
  await deliver()
  await deliver({ body: BODY.replace('Jane', 'Joan') })
  const holder = receivedHolder({ db: database })
  const person = readPerson({ emails: ['jane@example.org'], phones: [], customerIds: [] })
  const sought = { organizationId: 'shop', organizationIds: ['shop'], person }

  const erased = await holder.erase(sought, aTester)

  expect(erased.counts).toEqual({ 'received test deliveries': 1 })
  expect(await received(parties.shop)).toHaveLength(1)
})
