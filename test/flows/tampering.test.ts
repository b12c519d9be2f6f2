import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatedApp, startAuthenticatedApp } from '../support/apps/authenticated-app.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aCertificate, type IssuedCertificate } from '../support/http/certificates.ts'
import { RawConnection } from '../support/http/raw-connection.ts'
import { type SentRequest, sendRequest } from '../support/http/send-request.ts'
import {
  type SharedSecret,
  type SignedHeaders,
  signBearer,
  signHttpSignature,
  signJwtCertificate,
  signJwtSharedSecret,
  type UnsignedRequest,
} from '../support/http/signers.ts'

const REFUSED = '{"response":{"rmsg":"Authentication Failed"}}'
const json = { 'content-type': 'application/json' }
const get: UnsignedRequest = {
  method: 'GET',
  host: 'api.example',
  path: '/test/v1/echo?a=b%3Ac&d=e%20f',
  merchantId: 'shop',
}
const post: UnsignedRequest = { ...get, method: 'POST', body: '{"total":"ünï 10.00"}' }
const minute = 60_000

let app: AuthenticatedApp
let secret: SharedSecret
let bearer: string
let certificate: IssuedCertificate
beforeAll(async () => {
  app = await startAuthenticatedApp()
  await anOrganization(app, 'portfolio', { type: 'partner' })
  const shop = await anOrganization(app, 'shop', { parentId: 'portfolio' })
  await anOrganization(app, 'shop2', { parentId: 'portfolio' })
  secret = shop.sharedSecret
  bearer = shop.bearer.key
  certificate = await aCertificate(app, 'shop')
})

type Sign = (request: UnsignedRequest, date?: Date) => SignedHeaders | Promise<SignedHeaders>
const schemes: readonly (readonly [string, Sign])[] = [
  ['HTTP Signature', (request, date) => signHttpSignature(secret, request, date)],
  ['a token of a shared secret', (request, date) => signJwtSharedSecret(secret, request, date)],
  ['a token of a certificate', (request, date) => signJwtCertificate(certificate, request, date)],
]

async function send(request: UnsignedRequest, signed: SignedHeaders, altered: Partial<SentRequest> = {}) {
  const { method, path, host, body } = request
  const headers = { host, ...json, ...signed, ...altered.headers }
  return sendRequest(app.port, { method, path, body, ...altered, headers })
}

describe.each(schemes)('%s', (_, sign) => {
  test('a request is accepted as it was signed, with and without a body', async () => {
    expect(await send(get, await sign(get))).toMatchObject({ status: 200 })
    const response = await send(post, await sign(post))
    expect(response).toMatchObject({ status: 200 })
    expect(JSON.parse(response.text)).toMatchObject({
      body: { total: 'ünï 10.00' },
      actor: { organizationId: 'shop', by: { kind: 'key', organizationId: 'shop' } },
    })
  })

  test.each([
    ['an altered body of the same length', { body: '{"total":"ünï 99.00"}' }],
    ['a longer body', { body: '{"total":"ünï 10.00"} ' }],
    ['no body', { body: '' }],
    ['another method', { method: 'PUT' }],
    ['another path', { path: '/test/v1/invoices?a=b%3Ac&d=e%20f' }],
    ['another query', { path: '/test/v1/echo?a=x&d=e%20f' }],
    ['one more parameter', { path: `${post.path}&organizationId=shop` }],
    ['the same query in another encoding', { path: '/test/v1/echo?a=b:c&d=e%20f' }],
  ])('a request with %s is refused', async (_name, altered) => {
    const response = await send(post, await sign(post), altered)

    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })

  test('a request with an unsigned body is refused', async () => {
    const signed = await sign({ ...get, method: 'POST' })

    expect(await send(post, signed)).toMatchObject({ status: 401, text: REFUSED })
  })

  test('a request with the digest of a missing body is refused immediately', async () => {
    const { body: _body, ...bodiless } = post

    expect(await send(bodiless, await sign(post))).toMatchObject({ status: 401, text: REFUSED })
  })

  test('a request with the digest of the empty body and no body is accepted', async () => {
    const signed = await sign({ ...get, method: 'DELETE', body: '' })

    expect(await send({ ...get, method: 'DELETE' }, signed)).toMatchObject({ status: 200 })
  })

  test('a request whose date is outside the tolerance is refused, and inside it accepted', async () => {
    const now = Date.now()
    const at = async (ms: number) => send(get, await sign(get, new Date(now + ms)))

    expect(await at(-8 * minute)).toMatchObject({ status: 401, text: REFUSED })
    expect(await at(8 * minute)).toMatchObject({ status: 401, text: REFUSED })
    expect(await at(-4 * minute)).toMatchObject({ status: 200 })
    expect(await at(4 * minute)).toMatchObject({ status: 200 })
  })
})

describe('HTTP Signature', () => {
  const other = `${'A'.repeat(43)}=`
  test.each([
    ['another digest', { digest: `SHA-256=${other}` }],
    ['no digest', { digest: '' }],
    ['another date', { date: new Date(Date.now() + minute).toUTCString() }],
    ['another host', { host: 'evil.example' }],
    ['another merchant', { 'v-c-merchant-id': 'shop2' }],
    ['its own key’s parent as the merchant', { 'v-c-merchant-id': 'portfolio' }],
  ])('a request with %s is refused', async (_, headers) => {
    const response = await send(post, signHttpSignature(secret, post), { headers })

    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })

  test.each([
    ['another signature', /signature="[^"]+"/, `signature="${other}"`],
    ['another key', /keyid="[^"]+"/, 'keyid="other"'],
    ['another algorithm', 'HmacSHA256', 'HmacSHA512'],
    ['fewer signed headers', 'host date request-target digest', 'date request-target digest'],
    ['the digest not signed', ' digest', ''],
    ['the other spelling of the target', ' request-target', ' (request-target)'],
    ['another order', 'host date', 'date host'],
  ])('a request with %s is refused', async (_, part, replaced) => {
    const signed = signHttpSignature(secret, post)
    const signature = (signed['signature'] ?? '').replace(part, replaced)

    const response = await send(post, { ...signed, signature })

    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })
})

describe.each(schemes.slice(1))('%s', (_, sign) => {
  test.each([
    ['its signature altered', (token: string) => token.replace(/\.[^.]{6}(?=[^.]*$)/, '.AAAAAA')],
    ['its signature cut off', (token: string) => token.replace(/[^.]+$/, '')],
    ['its claims altered', (token: string) => token.replace(/\.ey[^.]{4}/, '.eyJhbG')],
  ])('a request with %s is refused', async (_name, alter) => {
    const { authorization = '' } = await sign(get)

    const response = await send(get, { authorization: alter(authorization) })

    expect(alter(authorization)).not.toBe(authorization)
    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })

  test('a token may arrive over another host than it names', async () => {
    const response = await send(get, await sign(get), { headers: { host: 'proxy.example' } })

    expect(response).toMatchObject({ status: 200 })
  })
})

test.each(['first', 'last'])('a request with two keys is refused, even if the %s is valid', async (place) => {
  const connection = await RawConnection.open(app.port)
  const mine = `authorization: Bearer ${bearer}\r\n`
  const other = 'authorization: Bearer of-somebody-else\r\n'
  const lines = place === 'first' ? `${mine}${other}` : `${other}${mine}`

  connection.send(`GET /test/v1/echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines}\r\n`)

  expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 401 /)
})

describe('a body', () => {
  test('a body with a wrong digest is refused before it is read as JSON', async () => {
    const response = await send(post, signHttpSignature(secret, post), {
      body: '{"total":"ünï 10.00"',
    })

    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })

  test('a body with the right digest that is not JSON is refused as invalid JSON', async () => {
    const broken = { ...post, body: '{"total":' }

    expect(await send(broken, signHttpSignature(secret, broken))).toMatchObject({ status: 400 })
  })

  test('a body under a bearer key needs no digest', async () => {
    expect(await send(post, signBearer(bearer))).toMatchObject({ status: 200 })
  })

  test('a body in many chunks is checked as a whole', async () => {
    const large = { ...post, body: JSON.stringify({ text: 'ü'.repeat(400_000) }) }

    expect(await send(large, signHttpSignature(secret, large))).toMatchObject({ status: 200 })
    expect(await send(large, signHttpSignature(secret, large), { body: large.body.replace('ü"', 'u"') })).toMatchObject(
      { status: 401 },
    )
  })

  test('a body of another type is refused, and the connection stays usable', async () => {
    const large = { ...post, path: '/test/v1/echo', body: 'x'.repeat(200_000) }
    const signed = signHttpSignature(secret, large)
    const headers = { ...signed, 'content-type': 'text/plain', 'content-length': '200000' }
    const connection = await RawConnection.open(app.port)

    connection.send(`${head('POST', large.path, headers)}${large.body}`)
    connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

    expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 415 [\s\S]+HTTP\/1\.1 200 /)
  })

  test('a body from a stranger is not awaited, and the connection stays usable', async () => {
    const connection = await RawConnection.open(app.port)
    const headers = { host: 'x', ...json, 'content-length': '200000' }

    connection.send(head('POST', '/test/v1/echo', headers))
    await connection.receivedUntil(REFUSED)
    connection.send('x'.repeat(200_000))
    connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

    expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 401 [\s\S]+HTTP\/1\.1 200 /)
  })

  test.each([{ 'content-length': '2000000000' }, { 'transfer-encoding': 'chunked' }])(
    'a body from a stranger with %j ends the connection',
    async (length) => {
      const connection = await RawConnection.open(app.port)

      connection.send(head('POST', '/test/v1/echo', { host: 'x', ...json, ...length } as SignedHeaders))

      expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 401 [\s\S]+connection: close/)
    },
  )

  test('a missing body leaves the connection open', async () => {
    const response = await sendRequest(app.port, { method: 'GET', path: get.path, headers: {} })

    expect(response.status).toBe(401)
    expect(response.headers.connection).toBe('keep-alive')
  })

  test('a body that breaks off half-way is not logged as a failure of the service', async () => {
    const signed = signHttpSignature(secret, post)
    const connection = await RawConnection.open(app.port)

    connection.send(`${head('POST', post.path, { ...signed, ...json, 'content-length': '20' })}{"`)
    connection.destroy()

    const line = await app.logLine(({ msg }) => msg === 'the client went away')
    expect(line).toMatchObject({ status: 499 })
    expect(app.logLines().filter(({ level }) => level === 'error')).toEqual([])
  })
})

function head(method: string, path: string, headers: SignedHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
