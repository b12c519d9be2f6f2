import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signatureOf } from './signature.ts'

const keyId = '0b9b9a3e-6b60-4f25-9d7e-1c8d1f0e5003'
const at = Temporal.Instant.fromEpochMilliseconds(1_684_000_000_123)

test('a signature is computed from time, body and the decoded secret', () => {
  // Made with: printf '1684000000123.{"a":1}' | openssl dgst -sha256 -hmac key -binary | base64
  const secret = Buffer.from('a2V5', 'base64')

  expect(signatureOf({ key: { keyId, secret }, at, body: '{"a":1}' })).toBe(
    `t=1684000000123;keyId=${keyId};sig=Fb6FzqYwgAek7b2MyfOPH0SoYeIsJJFr1d0konP14Y4=`,
  )
})

test('another body, time or key gives another signature', () => {
  const anything = fc.record({ body: fc.string(), time: fc.nat(), secret: fc.uint8Array({ minLength: 1 }) })
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      const [first, second] = [one, other].map(({ body, time, secret }) =>
        signatureOf({
          key: { keyId, secret: Buffer.from(secret) },
          at: Temporal.Instant.fromEpochMilliseconds(time),
          body,
        }),
      )
      const isSame =
        one.body === other.body && one.time === other.time && Buffer.compare(one.secret, other.secret) === 0
      expect(first === second).toBe(isSame)
      const code = createHmac('sha256', one.secret).update(`${one.time}.${one.body}`).digest('base64')
      expect(first).toBe(`t=${one.time};keyId=${keyId};sig=${code}`)
    }),
  )
})
