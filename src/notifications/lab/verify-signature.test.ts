import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifySignature } from './verify-signature.ts'

const secret = Buffer.from('c2VjcmV0IG9mIHRoZSB0ZXN0', 'base64')
const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const keyId = '2f7b4a0e-3a53-4c6e-9e29-1f0a7c2d9b11'
const key = { secret, expiresAt: at.add({ hours: 1 }) }
const findKey = async (asked: string) => (asked === keyId ? key : undefined)

function signed(body: Buffer, { t = at.epochMilliseconds, by = secret } = {}): string {
  const sig = createHmac('sha256', by).update(`${t}.`).update(body).digest('base64')
  return `t=${t};keyId=${keyId};sig=${sig}`
}

test('a signature over the time and any bytes verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      const body = Buffer.from(bytes)
      expect(await verifySignature({ signature: signed(body), body, at }, findKey)).toEqual({ isVerified: true })
    }),
    { numRuns: 50 },
  )
})

describe('the verdict on an invalid signature has the reason', () => {
  const body = Buffer.from('{"a":1}')
  const MINUTES_6 = 6 * 60_000

  test.each([
    ['missing', undefined, 'The header v-c-signature is missing.'],
    ['of another form', 'sig=abc', 'The header v-c-signature does not have the form t=…;keyId=…;sig=….'],
    ['of another body', signed(Buffer.from('{"a": 1}')), 'The signature does not match the body and the time.'],
    ['of another key', signed(body, { by: Buffer.from('x') }), 'The signature does not match the body and the time.'],
    [
      'too old',
      signed(body, { t: at.epochMilliseconds - MINUTES_6 }),
      'The signature is more than five minutes old or in the future.',
    ],
    [
      'in the future',
      signed(body, { t: at.epochMilliseconds + MINUTES_6 }),
      'The signature is more than five minutes old or in the future.',
    ],
  ])('%s', async (_what, signature, reason) => {
    expect(await verifySignature({ signature, body, at }, findKey)).toEqual({ isVerified: false, reason })
  })

  test.each([
    ['unknown', undefined, 'The organization has no signing key with this keyId.'],
    ['replaced', { ...key, secret: undefined }, 'Another signing key has replaced this one.'],
    ['expired', { ...key, expiresAt: at }, 'The signing key has expired.'],
  ])('a signature by a key that is %s', async (_what, found, reason) => {
    const verdict = await verifySignature({ signature: signed(body), body, at }, async () => found)
    expect(verdict).toEqual({ isVerified: false, reason })
  })
})
