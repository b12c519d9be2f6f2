import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCardNumber, redactLine, redactText, redactValue } from './redaction.ts'

describe('text', () => {
  test.each([
    ['paid with 4111111111111111 today', 'paid with [card number] today'],
    ['4111 1111 1111 1111', '[card number]'],
    ['4111-1111-1111-1111', '[card number]'],
    ['amex 3782 822463 10005.', 'amex [card number].'],
    ['4111 1111 1111 1111 12 27 123', '[card number] 12 27 123'],
    ['line 43 4111111111111111 5500005555555559', 'line 43 [card number] [card number]'],
    ['pan4222222222222x', 'pan[card number]x'],
    ['postgres://app:s3cr3t@db.example:5432/app', 'postgres://app:[redacted]@db.example:5432/app'],
    ['smtp://u:p%40ss@mail', 'smtp://u:[redacted]@mail'],
    ['Authorization: Bearer abc.def.ghi-123', 'Authorization: Bearer [redacted]'],
    ['invalid input syntax for type integer: "Jane "D" Doe"', 'invalid input syntax for type integer: [redacted]'],
    ['invalid input value for enum mood: "Jane"\n    at x', 'invalid input value for enum mood: [redacted]\n    at x'],
    ['date/time field value out of range: "Jane"', 'date/time field value out of range: [redacted]'],
    ['malformed array literal: "Jane"', 'malformed array literal: [redacted]'],
    ['value "Jane" is out of range for type bigint', 'value [redacted] is out of range for type bigint'],
    ['Failing row contains (Jane Doe, jane@example.com)', 'Failing row contains [redacted]'],
    ['Key (email)=(jane@example.com) already exists.', 'Key (email)=[redacted]'],
  ])('%s is written as %s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  test.each([
    '2026-11-15T00:33:45.123Z',
    '1700000000005',
    '1700000000000000009',
    '00000000-0000-4000-8000-000000000000',
    '41111111-1111-4111-8111-111111111111',
    '5520424090516341303098',
    'http://127.0.0.1:8080/docs',
    'mailto://a@b.example',
    'took 0.4111111111111111 s',
    'invoice 2026-0001 over 1200.50 EUR',
  ])('%s stays as it is', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('a long run of digits and spaces is handled quickly', () => {
    const redacted = redactText('4111111111111111 2 '.repeat(50_000))

    expect(redacted.includes('4111')).toBe(false)
  })
})

describe('values', () => {
  test('a secret is hidden by its key at any depth', () => {
    const value = {
      headers: { Authorization: 'x', cookie: ['a', 'b'], 'set-cookie': 'c', digest: 'SHA-256=abc' },
      a: { b: [{ clientSecret: 'x', 'x-api-key': 'y', private_key: { d: 'z' } }] },
      rawHeaders: ['Host', 'h', 'Signature', 'keyid="k"'],
      password: null,
      tokenCount: 3,
    }

    expect(redactValue(value)).toEqual({
      headers: {
        Authorization: '[redacted]',
        cookie: '[redacted]',
        'set-cookie': '[redacted]',
        digest: 'SHA-256=abc',
      },
      a: {
        b: [{ clientSecret: '[redacted]', 'x-api-key': '[redacted]', private_key: '[redacted]' }],
      },
      rawHeaders: ['Host', 'h', 'Signature', '[redacted]'],
      password: null,
      tokenCount: 3,
    })
  })

  test('a card number sent as a number is hidden and the line stays JSON', () => {
    const line = redactLine('{"level":"info","amount":12.5,"n":4111111111111111}\n')

    expect(JSON.parse(line)).toEqual({ level: 'info', amount: 12.5, n: '[card number]' })
    expect(line.endsWith('\n')).toBe(true)
  })

  test('an ordinary line is returned as the same string', () => {
    const line = '{"level":"info","requestId":"0b3c2f6e-6c1e-4f53-9a43-aa4b7e2f1c11","msg":"ok"}\n'

    expect(redactLine(line)).toBe(line)
  })
})

describe('properties', () => {
  const cardNumber = fc
    .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
    .map(([first, rest]) => withCheckDigit(first + rest))
  const separator = fc.constantFrom('', ' ', '-')
  const words = fc.stringMatching(/^[a-z:,=("]{0,12}$/)

  test('a card number never survives, in one piece or in groups, in text or in nested values', () => {
    fc.assert(
      fc.property(cardNumber, separator, words, words, (digits, between, before, after) => {
        const written = (digits.match(/\d{1,4}/g) ?? []).join(between)
        const line = `${JSON.stringify({ msg: before + written + after, deep: [{ a: written }] })}\n`

        expect(redactLine(line)).not.toContain(written)
        expect(redactText(before + written + after)).not.toContain(written)
      }),
    )
  })

  test('a card number beside other figures does not survive', () => {
    fc.assert(
      fc.property(cardNumber, fc.nat(9999), fc.nat(9999), (digits, before, after) => {
        expect(redactText(`${before} ${digits} ${after}`)).not.toContain(digits)
      }),
    )
  })

  test('UUIDs, ISO times and times in milliseconds survive untouched', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.date({ min: new Date('2001-09-10'), max: new Date('2033-01-01'), noInvalidDate: true }),
        (uuid, date) => {
          const text = `${uuid} at ${date.toISOString()} or ${date.getTime()}`
          expect(redactText(text)).toBe(text)
        },
      ),
    )
  })
})

function withCheckDigit(start: string): string {
  const digit = [...'0123456789'].find((candidate) => isCardNumber(start + candidate))
  return start + (digit ?? '0')
}
