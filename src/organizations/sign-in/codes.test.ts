import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { codeUri, newCodeSecret, stepOfCode } from './one-time-code.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const secret = newCodeSecret()
const at = Temporal.Instant.from('2026-03-01T12:00:10Z')
const codeAt = (instant: Temporal.Instant) => generateSync({ secret, epoch: instant.epochMilliseconds / 1000 })
const step = BigInt(Math.floor(at.epochMilliseconds / 30_000))

test.each([
  ['now', 0, step],
  ['of the step before', -30, step - 1n],
  ['of the next step', 30, step + 1n],
  ['of two steps before', -60, undefined],
  ['of two steps later', 60, undefined],
])('a code %s has its step', (_, seconds, expected) => {
  expect(stepOfCode({ secret, code: codeAt(at.add({ seconds })), lastStep: undefined, at })).toBe(expected)
})

test('a code counts once, and older ones no longer count after it', () => {
  const code = codeAt(at)
  const before = codeAt(at.subtract({ seconds: 30 }))

  expect(stepOfCode({ secret, code, lastStep: step - 1n, at })).toBe(step)
  expect(stepOfCode({ secret, code, lastStep: step, at })).toBeUndefined()
  expect(stepOfCode({ secret, code: before, lastStep: step, at })).toBeUndefined()
})

test.each(['', '12345', '1234567', 'abcdef', '12345６'])('the code %j is refused without being computed', (code) => {
  expect(stepOfCode({ secret, code, lastStep: undefined, at })).toBeUndefined()
})

test('the address in the QR code names the product and the account', () => {
  const uri = new URL(codeUri({ email: 'ada@example.com', secret }))

  expect(decodeURIComponent(uri.pathname)).toContain('Quittance:ada@example.com')
  expect(uri.searchParams.get('secret')).toBe(secret)
})

test('ten recovery codes differ, and their hashes depend on the person but not on how they are typed', () => {
  const codes = newRecoveryCodes()
  const [code = ''] = codes
  const hash = hashOfRecoveryCode(testSecrets, 'ada', code)

  expect(new Set(codes).size).toBe(10)
  for (const each of codes) expect(each).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  expect(hashOfRecoveryCode(testSecrets, 'ada', ` ${code.toUpperCase().replace('-', ' ')} `)).toEqual(hash)
  expect(hashOfRecoveryCode(testSecrets, 'bob', code)).not.toEqual(hash)
})
