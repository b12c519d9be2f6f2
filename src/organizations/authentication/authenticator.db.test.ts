import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatedApp, startAuthenticatedApp } from '../../../test/support/apps/authenticated-app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCertificate, privateKeyIn } from '../../../test/support/http/certificates.ts'
import { sendRequest } from '../../../test/support/http/send-request.ts'
import {
  type SharedSecret,
  type SignedHeaders,
  signBearer,
  signHttpSignature,
  signJwtCertificate,
  signJwtSharedSecret,
} from '../../../test/support/http/signers.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { registerCertificate } from '../credentials/create-certificate.ts'
import { SCOPES } from '../credentials/credential.ts'
import { makeCertificate } from '../credentials/make-certificate.ts'

const me = { method: 'GET', host: 'api.example', path: '/organizations/v1/me', merchantId: 'shop' }
const statusOf = async ({ port }: Pick<AuthenticatedApp, 'port'>, headers: SignedHeaders) =>
  (await sendRequest(port, { ...me, headers: { host: me.host, ...headers } })).status

let app: AuthenticatedApp
let secret: SharedSecret
let bearer: string
beforeAll(async () => {
  app = await startAuthenticatedApp()
  const shop = await anOrganization(app, 'shop')
  secret = shop.sharedSecret
  bearer = shop.bearer.key
})

test('a signature covers the path as it was sent, with a slash at its end or without', async () => {
  const slashed = { ...me, path: `${me.path}/` }
  const ask = async (path: string, headers: SignedHeaders) =>
    (await sendRequest(app.port, { ...me, path, headers: { host: me.host, ...headers } })).status

  const signed = [signHttpSignature(secret, slashed), await signJwtSharedSecret(secret, slashed)]

  for (const headers of signed) expect(await ask(slashed.path, headers)).toBe(200)
  expect(await ask(me.path, signHttpSignature(secret, slashed))).toBe(401)
})

test('every 401 names the ways to authenticate', async () => {
  const { headers } = await sendRequest(app.port, { ...me, headers: {} })

  expect(headers['www-authenticate']).toMatch(/^Bearer realm="Quittance", Signature realm="Quittance", headers="/)
})

describe('with refusal of replays', () => {
  const config = { clockToleranceSeconds: 300, isReplayRefused: true, failedAuthenticationsPerMinute: 0 }
  const count = async () => (await app.database.pool.query('select 1 from seen_signatures')).rowCount

  test('a signed request is accepted once, on any node, and a bearer key any number of times', async () => {
    const { database } = app
    const nodes = [
      await startAuthenticatedApp({ database, config }),
      await startAuthenticatedApp({ database, config }),
    ] as const
    const signed = [
      signHttpSignature(secret, me),
      await signJwtSharedSecret(secret, me),
      await signJwtCertificate(await aCertificate(app, 'shop'), me),
    ]
    for (const headers of signed) {
      const statuses = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => statusOf(node, headers)))
      expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    }
    for (const node of nodes) expect(await statusOf(node, signBearer(bearer))).toBe(200)
    expect(await statusOf(nodes[0], signBearer(bearer))).toBe(200)
  })

  test('a token is recognized although its signature is encoded differently', async () => {
    const node = await startAuthenticatedApp({ database: app.database, config })
    const { authorization = '' } = await signJwtSharedSecret(secret, me)
    // The last of 43 characters has two unused bits.
    const last = authorization.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const twin = alphabet[alphabet.indexOf(last) ^ 1]

    expect(await statusOf(node, { authorization })).toBe(200)
    expect(await statusOf(node, { authorization: `${authorization.slice(0, -1)}${twin}` })).toBe(401)
  })

  test('signatures that are too old to be accepted are forgotten', async () => {
    await app.database.pool.query('delete from seen_signatures')
    const late = { now: () => systemClock.now().add({ hours: 2 }) }
    const early = await startAuthenticatedApp({ database: app.database, config })
    const later = await startAuthenticatedApp({
      database: app.database,
      config,
      machineClock: late,
    })
    await statusOf(early, signHttpSignature(secret, me))
    expect(await count()).toBe(1)

    const date = new Date(late.now().epochMilliseconds)
    expect(await statusOf(later, signHttpSignature(secret, me, date))).toBe(200)

    expect(await count()).toBe(1)
  })
})

test('a signed request is accepted again if replays are not refused', async () => {
  const headers = signHttpSignature(secret, me)

  expect(await statusOf(app, headers)).toBe(200)
  expect(await statusOf(app, headers)).toBe(200)
})

test.each(['PATCH', 'DELETE'])(
  'in live mode a token is accepted once for %s, whatever its Idempotency-Key',
  async (method) => {
    const node = await startAuthenticatedApp({ database: app.database, mode: 'live' })
    const echo = { ...me, method, path: '/test/v1/echo' }
    const headers = { host: me.host, 'idempotency-key': 'k', ...(await signJwtSharedSecret(secret, echo)) }
    const send = async () => (await sendRequest(node.port, { ...echo, headers })).status

    expect([await send(), await send()]).toEqual([200, 401])
  },
)

test('the clock tolerance is configurable', async () => {
  const config = { clockToleranceSeconds: 30, isReplayRefused: false, failedAuthenticationsPerMinute: 0 }
  const strict = await startAuthenticatedApp({ database: app.database, config })
  const headers = signHttpSignature(secret, me, new Date(Date.now() - 60_000))

  expect(await statusOf(strict, headers)).toBe(401)
  expect(await statusOf(app, headers)).toBe(200)
})

test('a certificate is refused before and after its validity period', async () => {
  const now = systemClock.now()
  const validFrom = now.add({ hours: 1 })
  const made = await makeCertificate({
    keyId: 'of-tomorrow',
    organizationId: 'shop',
    password: 'pw',
    validFrom,
    validUntil: now.add({ hours: 2 }),
  })
  const actor = { organizationId: 'shop', by: aTester }
  const terms = { label: 'x', scopes: SCOPES, expiresAt: undefined }
  const deps = { db: app.database, machineClock: systemClock }
  await registerCertificate(deps, actor, terms, { certificate: made.certificate })
  const key = { keyId: 'of-tomorrow', privateKey: privateKeyIn(made.p12, 'pw') }
  const at = async (hours: number) => {
    const machineClock = { now: () => now.add({ minutes: hours * 60 }) }
    const node = await startAuthenticatedApp({ database: app.database, machineClock })
    return statusOf(node, await signJwtCertificate(key, me, new Date(machineClock.now().epochMilliseconds)))
  }

  expect(await at(0)).toBe(401)
  expect(await at(1.5)).toBe(200)
  expect(await at(2.5)).toBe(401)
})

test('a request is accepted even if its last use cannot be stored', async () => {
  const { database } = app
  await database.pool.query('alter table credentials rename column last_used_at to last_used')
  await database.pool.query('alter table credentials add column last_used_at timestamptz check (last_used_at is null)')
  const node = await startAuthenticatedApp({ database })

  expect(await statusOf(node, signBearer(bearer))).toBe(200)

  await database.pool.query('alter table credentials drop column last_used_at')
  await database.pool.query('alter table credentials rename column last_used to last_used_at')
})
