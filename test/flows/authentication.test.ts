import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import forge from 'node-forge'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBearerKey, createSharedSecret } from '../../src/organizations/credentials/create-key.ts'
import { SCOPES, usualScopesIn } from '../../src/organizations/credentials/credential.ts'
import { listCredentials } from '../../src/organizations/credentials/credential-store.ts'
import { revokeKey } from '../../src/organizations/credentials/revoke-key.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { type AuthenticatedApp, startAuthenticatedApp } from '../support/apps/authenticated-app.ts'
import { forgetCallers } from '../support/data/changed-callers.ts'
import { anOrganization, aTester, testSecrets } from '../support/data/organizations.ts'
import { aCertificate, type IssuedCertificate } from '../support/http/certificates.ts'
import { type Answer, sendRequest } from '../support/http/send-request.ts'
import {
  type SignedHeaders,
  signBearer,
  signHttpSignature,
  signJwtCertificate,
  signJwtSharedSecret,
} from '../support/http/signers.ts'

const REFUSED = '{"response":{"rmsg":"Authentication Failed"}}'
const terms = { label: 'test', scopes: SCOPES, expiresAt: undefined }
const as = (organizationId: string) => ({ organizationId, by: aTester })
const me = (merchantId: string) => ({
  method: 'GET',
  host: 'api.example',
  path: '/organizations/v1/me',
  merchantId,
})

let app: AuthenticatedApp
let shop: Awaited<ReturnType<typeof anOrganization>>
let portfolio: Awaited<ReturnType<typeof anOrganization>>
let certificate: IssuedCertificate
beforeAll(async () => {
  app = await startAuthenticatedApp()
  portfolio = await anOrganization(app, 'portfolio', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'portfolio' })
  await anOrganization(app, 'stranger')
  certificate = await aCertificate(app, 'shop')
})
const deps = () => ({ db: app.database, machineClock: systemClock, secrets: testSecrets })

async function getMe(headers: SignedHeaders): Promise<Answer> {
  const { method, path, host } = me('')
  return sendRequest(app.port, { method, path, headers: { host, ...headers } })
}

async function authenticated(headers: SignedHeaders): Promise<unknown> {
  const response = await getMe(headers)
  expect(response).toMatchObject({ status: 200 })
  return JSON.parse(response.text)
}

async function refused(headers: SignedHeaders, reason: string): Promise<void> {
  const response = await getMe(headers)
  expect(response).toMatchObject({ status: 401, text: REFUSED })
  const requestId = response.headers['v-c-correlation-id']
  const refusal = await app.logLine(
    (line) => line['requestId'] === requestId && line['msg'] === 'authentication refused',
  )
  expect(refusal['reason']).toBe(reason)
}

const bearerToken = async (
  header: JWTHeaderParameters,
  claims: Record<string, unknown>,
  key: Parameters<SignJWT['sign']>[0],
): Promise<SignedHeaders> => ({
  authorization: `Bearer ${await new SignJWT(claims).setProtectedHeader(header).sign(key)}`,
})

describe('each scheme identifies the caller', () => {
  test('an HTTP Signature identifies the caller', async () => {
    expect(await authenticated(signHttpSignature(shop.sharedSecret, me('shop')))).toMatchObject({
      organization: { organizationId: 'shop', type: 'merchant', parentId: 'portfolio' },
      actingFor: { organizationId: 'shop' },
      organizations: [{ organizationId: 'shop', status: 'ACTIVE', timeZone: 'UTC' }],
      totalOrganizations: 1,
      authentication: {
        scheme: 'http_signature',
        keyId: shop.sharedSecret.keyId,
        keyType: 'shared-secret',
        label: 'first key',
        scopes: usualScopesIn('sandbox'),
        expiresAt: null,
      },
    })
  })

  test('a token of a shared secret identifies the caller', async () => {
    expect(await authenticated(await signJwtSharedSecret(shop.sharedSecret, me('shop')))).toMatchObject({
      authentication: { scheme: 'jwt', keyType: 'shared-secret' },
    })
  })

  test('a token of a certificate identifies the caller', async () => {
    expect(await authenticated(await signJwtCertificate(certificate, me('shop')))).toMatchObject({
      authentication: { scheme: 'jwt', keyType: 'certificate', keyId: certificate.keyId },
    })
  })

  test('a bearer key identifies the caller', async () => {
    expect(await authenticated(signBearer(shop.bearer.key))).toMatchObject({
      authentication: { scheme: 'bearer', keyType: 'bearer', keyId: shop.bearer.keyId },
    })
  })
})

describe('dialects of HTTP Signature', () => {
  test.each([{ targetName: 'request-target' }, { targetName: '(request-target)' }, { dateName: 'v-c-date' }] as const)(
    '%j is accepted',
    async (dialect) => {
      await authenticated(signHttpSignature(shop.sharedSecret, me('shop'), new Date(), dialect))
    },
  )

  test('a date with a one-digit hour is accepted, as one existing client writes it', async () => {
    const date = new Date()
    const spelled = date.toUTCString().replace(/ 0(\d:)/, ' $1')
    const like = { toUTCString: () => spelled } as Date

    await authenticated(signHttpSignature(shop.sharedSecret, me('shop'), like))
  })
})

describe('a portfolio’s key', () => {
  test('a portfolio’s key signs for a merchant below it, with the portfolio’s id in the signed text', async () => {
    const headers = signHttpSignature(portfolio.sharedSecret, me('shop'), new Date(), {
      portfolioId: 'portfolio',
    })

    expect(await authenticated(headers)).toMatchObject({
      organization: { organizationId: 'portfolio' },
      actingFor: { organizationId: 'shop' },
      totalOrganizations: 2,
    })
  })

  test('a portfolio’s key signs a token for a merchant below it, as its issuer', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = {
      iat: seconds,
      exp: seconds + 120,
      iss: 'portfolio',
      'v-c-jwt-version': '2',
      'v-c-merchant-id': 'shop',
    }
    const { keyId, secret } = portfolio.sharedSecret
    const token = (given: object) =>
      bearerToken({ alg: 'HS256', kid: keyId }, { ...claims, ...given }, Buffer.from(secret, 'base64'))

    expect(await authenticated(await token({}))).toMatchObject({
      actingFor: { organizationId: 'shop' },
    })
    await refused(await token({ iss: 'stranger' }), 'foreign-merchant')
    await refused(await token({ 'v-c-merchant-id': 'stranger' }), 'foreign-merchant')
    await refused(await token({ 'v-c-merchant-id': 'nobody' }), 'foreign-merchant')
    await refused(await token({ 'v-c-merchant-id': 'no\u0000body' }), 'foreign-merchant')
  })

  test('a portfolio’s key cannot sign for a stranger, nor a merchant’s key for its portfolio', async () => {
    const meta = { portfolioId: 'portfolio' }
    const stranger = signHttpSignature(portfolio.sharedSecret, me('stranger'), new Date(), meta)

    await refused(stranger, 'foreign-merchant')
    await refused(signHttpSignature(shop.sharedSecret, me('portfolio')), 'foreign-merchant')
    await refused(await signJwtSharedSecret(shop.sharedSecret, me('portfolio')), 'foreign-merchant')
  })
})

describe('a token of version 1', () => {
  const header = () => ({
    alg: 'RS256',
    'v-c-merchant-id': 'shop',
    x5c: [new X509Certificate(certificate.pem).raw.toString('base64')],
  })

  test.each([
    ['an HTTP date', () => new Date().toUTCString()],
    ['an ISO time', () => new Date().toISOString()],
    ['seconds', () => Math.floor(Date.now() / 1000)],
  ])('a version 1 token with %s and its registered certificate is accepted', async (_, iat) => {
    const claims = { iat: iat() as number }

    await authenticated(await bearerToken(header(), claims, certificate.privateKey))
  })

  test('a version 1 token with a key id in place of the certificate is accepted', async () => {
    const { x5c: _, ...rest } = header()
    const claims = { iat: new Date().toUTCString() as unknown as number }

    await authenticated(await bearerToken({ ...rest, kid: certificate.keyId }, claims, certificate.privateKey))
  })

  test('a version 1 token with an unregistered certificate is refused, even with a valid signature', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const made = forge.pki.createCertificate()
    const pem = other.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    made.publicKey = forge.pki.publicKeyFromPem(pem)
    made.setSubject([{ name: 'serialNumber', value: certificate.keyId }])
    made.setIssuer([{ name: 'commonName', value: 'shop' }])
    const key = other.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    made.sign(forge.pki.privateKeyFromPem(key))
    const x5c = [new X509Certificate(forge.pki.certificateToPem(made)).raw.toString('base64')]
    const claims = { iat: new Date().toUTCString() as unknown as number }

    await refused(await bearerToken({ ...header(), x5c }, claims, other.privateKey), 'unknown-key')
  })
})

describe('a key works only in its own scheme', () => {
  const claims = () => ({ iat: Math.floor(Date.now() / 1000) })
  const header = { 'v-c-merchant-id': 'shop' }
  const secret = () => Buffer.from(shop.sharedSecret.secret, 'base64')

  test('a token without a signature is refused', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = encode({ ...header, alg: 'none', kid: shop.sharedSecret.keyId })

    await refused({ authorization: `Bearer ${unsigned}.${encode(claims())}.` }, 'wrong-algorithm')
  })

  test('the public key of a certificate is not accepted as a shared secret', async () => {
    const publicKey = createPublicKey(certificate.pem)
    const forms = [
      Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })),
      publicKey.export({ type: 'spki', format: 'der' }),
      Buffer.from(certificate.pem),
    ]
    for (const form of forms) {
      const token = { ...header, alg: 'HS256', kid: certificate.keyId }
      await refused(await bearerToken(token, claims(), form), 'wrong-algorithm')
    }
  })

  test('a token of a certificate may not name a shared secret, nor the other way round', async () => {
    const { keyId } = shop.sharedSecret
    const rsa = await bearerToken({ ...header, alg: 'RS256', kid: keyId }, claims(), certificate.privateKey)
    const mac = await bearerToken({ ...header, alg: 'HS256', kid: certificate.keyId }, claims(), secret())

    await refused(rsa, 'wrong-algorithm')
    await refused(mac, 'wrong-algorithm')
  })

  test.each(['HS384', 'HS512'])('%s is not a supported algorithm', async (alg) => {
    const token = { ...header, alg, kid: shop.sharedSecret.keyId }
    const long = Buffer.concat([secret(), secret()])

    await refused(await bearerToken(token, claims(), long), 'wrong-algorithm')
  })

  test('a bearer key cannot sign, and a shared secret is not a bearer key', async () => {
    const hash = {
      keyId: shop.bearer.keyId,
      secret: Buffer.from(shop.bearer.key).toString('base64'),
    }

    await refused(signHttpSignature(hash, me('shop')), 'wrong-algorithm')
    await refused(await signJwtSharedSecret(hash, me('shop')), 'wrong-algorithm')
    await refused(signBearer(shop.sharedSecret.secret), 'malformed')
  })

  test.each([
    ['no header at all', {}, 'no-credentials'],
    ['another scheme', { authorization: 'Basic c2hvcDpzaG9w' }, 'malformed'],
    ['a word that is not a key', { authorization: 'Bearer sesame' }, 'malformed'],
    ['dots that are no token', { authorization: 'Bearer a.b.c' }, 'malformed'],
    ['a header that is not a signature', { signature: 'sesame' }, 'malformed'],
    ['an unknown bearer key', signBearer(`qk_${'0'.repeat(16)}_${'a'.repeat(43)}`), 'unknown-key'],
  ])('%s is refused', async (_, headers: SignedHeaders, reason) => {
    await refused(headers, reason)
  })

  test('two proofs in one request are refused', async () => {
    const both = {
      ...signHttpSignature(shop.sharedSecret, me('shop')),
      ...signBearer(shop.bearer.key),
    }

    await refused(both, 'malformed')
  })

  test('an unknown key is refused in every scheme', async () => {
    const unknown = { ...shop.sharedSecret, keyId: 'unknown' }

    await refused(signHttpSignature(unknown, me('shop')), 'unknown-key')
    await refused(await signJwtSharedSecret(unknown, me('shop')), 'unknown-key')
    await refused(await signJwtCertificate({ ...certificate, keyId: 'unknown' }, me('shop')), 'unknown-key')
  })
})

describe('the life of a key', () => {
  test('old and new keys are both valid until the old one is revoked', async () => {
    const { sharedSecret, bearer } = await anOrganization(app, 'rotating')
    const second = await createSharedSecret(deps(), as('rotating'), terms)

    await authenticated(signHttpSignature(sharedSecret, me('rotating')))
    await authenticated(signHttpSignature(second, me('rotating')))
    await revokeKey(deps(), as('rotating'), { keyId: sharedSecret.keyId })
    await revokeKey(deps(), as('rotating'), { keyId: bearer.keyId })

    await refused(signHttpSignature(sharedSecret, me('rotating')), 'revoked')
    await refused(await signJwtSharedSecret(sharedSecret, me('rotating')), 'revoked')
    await refused(signBearer(bearer.key), 'revoked')
    await authenticated(signHttpSignature(second, me('rotating')))
  })

  test('an expired key is refused, and its expiry is shown before', async () => {
    await anOrganization(app, 'ending')
    const expiresAt = systemClock.now().add({ hours: 1 })
    const { key, keyId } = await createBearerKey(deps(), as('ending'), { ...terms, expiresAt })

    expect(await authenticated(signBearer(key))).toMatchObject({
      authentication: { expiresAt: expiresAt.toString() },
    })
    await app.database.pool.query(`update credentials set expires_at = now() where key_id = $1`, [keyId])
    await forgetCallers(app)
    await refused(signBearer(key), 'expired')
  })

  test('the last use of a key is recorded', async () => {
    const { bearer } = await anOrganization(app, 'using')
    const startedAt = systemClock.now()
    await Promise.all(Array.from({ length: 5 }, () => authenticated(signBearer(bearer.key))))

    const usedAt = await waitUntil(
      async () => {
        const keys = await listCredentials(app.database.db, 'using', { limit: 10 })
        return keys.find(({ keyId }) => keyId === bearer.keyId)?.lastUsedAt
      },
      { withinMs: 5_000 },
    )

    expect(usedAt?.epochMilliseconds).toBeGreaterThanOrEqual(startedAt.epochMilliseconds)
  })
})

test('no secret, token or signature reaches the log, and failures are counted by reason', async () => {
  await refused(signHttpSignature({ ...shop.sharedSecret, keyId: 'unknown' }, me('shop')), 'unknown-key')
  const { keyId, secret } = shop.sharedSecret
  await refused(signHttpSignature({ keyId: secret, secret: keyId }, me('shop')), 'unknown-key')
  const mistaken = { keyId: shop.bearer.key, secret }
  await refused(await signJwtSharedSecret(mistaken, me('shop')), 'unknown-key')
  await authenticated(signBearer(shop.bearer.key))

  const log = app.logText()
  for (const each of [secret, shop.bearer.key]) expect(log).not.toContain(each)
  expect(log).not.toMatch(/eyJ|signature="/)
  expect(await app.metrics.registry.metrics()).toMatch(/^authentication_failures_total\{reason="unknown-key"\} \d+$/m)
})
