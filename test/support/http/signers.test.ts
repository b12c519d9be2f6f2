import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { signBearer, signHttpSignature, signJwtCertificate, signJwtSharedSecret } from './signers.ts'

const sharedSecret = {
  keyId: '08c94330-f618-42a3-b09d-e1e43be5efda',
  secret: Buffer.from('a test secret of some thirty bytes').toString('base64'),
}
const now = new Date('2026-11-15T00:33:45Z')
const get = {
  method: 'GET',
  host: 'api.example',
  path: '/reporting/v3/reports?a=b%3Ac',
  merchantId: 'shop1',
}
const post = { ...get, method: 'POST', path: '/invoicing/v2/invoices', body: '{}' }

test('an HTTP signature covers host, date, target and merchant, in that order', () => {
  const headers = signHttpSignature(sharedSecret, get, now)

  const signed = [
    'host: api.example',
    'date: Sun, 15 Nov 2026 00:33:45 GMT',
    'request-target: get /reporting/v3/reports?a=b%3Ac',
    'v-c-merchant-id: shop1',
  ].join('\n')
  const mac = createHmac('sha256', Buffer.from(sharedSecret.secret, 'base64'))
  expect(headers).toEqual({
    host: 'api.example',
    date: 'Sun, 15 Nov 2026 00:33:45 GMT',
    'v-c-merchant-id': 'shop1',
    signature: `keyid="${sharedSecret.keyId}", algorithm="HmacSHA256", headers="host date request-target v-c-merchant-id", signature="${mac.update(signed).digest('base64')}"`,
  })
})

test('an HTTP signature with a body also covers its digest', () => {
  const headers = signHttpSignature(sharedSecret, post, now)

  // The SHA-256 of the two bytes {} is a known constant.
  expect(headers['digest']).toBe('SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=')
  expect(headers['signature']).toContain('headers="host date request-target digest v-c-merchant-id"')
})

test('a token of a shared secret verifies with that secret and carries the request', async () => {
  const { authorization = '' } = await signJwtSharedSecret(sharedSecret, post, now)

  const { payload, protectedHeader } = await jwtVerify(
    authorization.replace('Bearer ', ''),
    Buffer.from(sharedSecret.secret, 'base64'),
    { currentDate: now },
  )
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'HS256', kid: sharedSecret.keyId })
  expect(payload).toMatchObject({
    iss: 'shop1',
    'v-c-jwt-version': '2',
    'v-c-merchant-id': 'shop1',
    'request-host': 'api.example',
    'request-resource-path': '/invoicing/v2/invoices',
    'request-method': 'post',
    digest: 'RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
    'digest-algorithm': 'SHA-256',
    exp: (payload.iat ?? 0) + 120,
  })
})

test('a token of a certificate is RS256 and names the certificate', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { authorization = '' } = await signJwtCertificate({ keyId: '17', privateKey }, get, now)
  const token = authorization.replace('Bearer ', '')

  const { payload } = await jwtVerify(token, publicKey, { currentDate: now })
  expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'RS256', kid: '17' })
  expect(payload['digest']).toBeUndefined()
})

test('a bearer key is sent as it is', () => {
  expect(signBearer('qk_1')).toEqual({ authorization: 'Bearer qk_1' })
})
