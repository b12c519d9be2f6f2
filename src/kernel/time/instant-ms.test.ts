import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDays, parseInstantMs } from './instant-ms.ts'
import { parseInstant } from './time-text.ts'

describe('an instant', () => {
  test.each([
    ['2026-03-09T10:00:00Z', '2026-03-09T10:00:00Z'],
    ['2026-03-09T10:00:00z', '2026-03-09T10:00:00Z'],
    ['2026-03-09t10:00:00Z', '2026-03-09T10:00:00Z'],
    ['2026-03-09T10:00:00.1Z', '2026-03-09T10:00:00.1Z'],
    ['2026-03-09T10:00:00.123456789+01:00', '2026-03-09T09:00:00.123Z'],
    ['2026-03-09T10:00:00-0530', '2026-03-09T15:30:00Z'],
    ['2024-02-29T23:59:60Z', '2024-02-29T23:59:59Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseInstantMs(text)).toBe(Temporal.Instant.from(expected).epochMilliseconds)
  })

  test.each([
    '',
    '2026-03-09',
    '2026-03-09T10:00:00',
    '2026-03-09 10:00:00Z',
    '2026-03-09T10:00Z',
    '2026-3-9T10:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-03-09T24:00:00Z',
    '2026-03-09T10:60:00Z',
    '2026-03-09T10:00:61Z',
    '2026-03-09T10:00:00.Z',
    '2026-03-09T10:00:00.1234567890Z',
    '2026-03-09T10:00:00ZZ',
    '2026-03-09T10:00:00+1:00',
    '2026-03-09T10:00:00+24:00',
    '2026-03-09T10:00:00+01:60',
    '2026-03-09T10:00:00+01:000',
    '2026-03-09T10:00:00 01:00',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+00:01',
    '2200-01-01T00:00:00Z',
    '2199-12-31T23:59:59-00:01',
    'aaaa-aa-aaTaa:aa:aaZ',
  ])('%j is not an instant', (text) => {
    expect(parseInstantMs(text)).toBeUndefined()
  })

  test('an instant is the same as in Temporal, whatever the offset', () => {
    const ms = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2199, 0) })
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59), fc.boolean())

    fc.assert(
      fc.property(ms, offset, (epochMs, [sign, hours, minutes, hasColon]) => {
        const two = (value: number): string => String(value).padStart(2, '0')
        const zone = `${sign}${two(hours)}${hasColon ? ':' : ''}${two(minutes)}`
        const text = new Date(epochMs).toISOString().replace('Z', zone)

        expect(parseInstantMs(text)).toBe(Temporal.Instant.from(text).epochMilliseconds)
      }),
    )
  })
})

test('a date is counted in days, and no other text is a date', () => {
  expect(parseDays('1970-01-02')).toBe(1)
  expect(parseDays('2024-02-29')).toBe(Date.UTC(2024, 1, 29) / 86_400_000)
  for (const text of ['2026-03-09T', '2026-02-30', '20260309', '2026/03/09', '']) {
    expect(parseDays(text), text).toBeUndefined()
  }
})

test('a text that resembles an instant is parsed as parseInstant does', () => {
  const near = fc
    .tuple(
      fc.date({ min: new Date('1970-01-03'), max: new Date('2199-12-29'), noInvalidDate: true }),
      fc.nat(29),
      fc.string(),
    )
    .map(([date, at, other]) => {
      const text = date.toISOString().replace('Z', at % 2 === 0 ? 'Z' : '+01:00')
      return at % 3 === 0 ? text : `${text.slice(0, at)}${other.slice(0, 1)}${text.slice(at + 1)}`
    })
  fc.assert(
    fc.property(near, (text) => {
      const ms = parseInstant(text)?.epochMilliseconds
      const isInRange = ms !== undefined && ms >= 0 && ms < Date.UTC(2200, 0)
      expect(parseInstantMs(text)).toBe(isInRange && /^(?:19[7-9]|20|21)/.test(text) ? ms : undefined)
    }),
  )
})
