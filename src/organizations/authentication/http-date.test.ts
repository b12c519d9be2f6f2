import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHttpDate } from './http-date.ts'

test.each([
  ['Sun, 15 Nov 2026 00:33:45 GMT', '2026-11-15T00:33:45Z'],
  ['Sun, 1 Nov 2026 00:33:45 GMT', '2026-11-01T00:33:45Z'],
  ['Sun, 15 Nov 2026 7:33:45 GMT', '2026-11-15T07:33:45Z'],
  ['Thu, 29 Feb 2024 23:59:59 GMT', '2024-02-29T23:59:59Z'],
])('%s is accepted', (text, instant) => {
  expect(parseHttpDate(text)?.toString()).toBe(instant)
})

test.each([
  '',
  '2026-11-15T00:33:45Z',
  'Sun, 15 Nov 2026 00:33:45',
  'Sun, 15 Nov 2026 00:33:45 +0100',
  'Sun, 15 Now 2026 00:33:45 GMT',
  'Sun, 31 Feb 2026 00:33:45 GMT',
  'Sun, 15 Nov 2026 25:33:45 GMT',
  'Sun, 15 Nov 2026 00:33:45 GMT, Sun, 15 Nov 2026 00:33:45 GMT',
])('%j is not an HTTP date', (text) => {
  expect(parseHttpDate(text)).toBeUndefined()
})

test('every formatted HTTP date is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
      const text = new Date(seconds * 1000).toUTCString()
      expect(parseHttpDate(text)?.epochMilliseconds).toBe(seconds * 1000)
    }),
  )
})
