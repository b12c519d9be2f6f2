import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from './range-header.ts'

test.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['BYTES = 10 - 19 ', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-99', { start: 1, end: 99 }],
  ['bytes=-100', 'whole'],
  ['bytes=-1000', 'whole'],
  ['bytes=-0', 'nothing'],
  ['bytes=100-', 'nothing'],
  ['bytes=100-200', 'nothing'],
  [`bytes=${'9'.repeat(400)}-`, 'nothing'],
  [`bytes=5-${'9'.repeat(400)}`, { start: 5, end: 99 }],
  ['bytes=9-5', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=a-b', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes 0-1', 'whole'],
])('the Range header %j on 100 bytes means %j', (header, wanted) => {
  expect(readRange(header, 100)).toEqual(wanted)
})

test('an empty file has no first byte', () => {
  expect(readRange('bytes=0-', 0)).toBe('nothing')
  expect(readRange('bytes=-5', 0)).toBe('whole')
})

test('a requested part is always within the file', () => {
  const asked = fc.oneof(
    fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
    fc.nat().map((first) => `bytes=${first}-`),
    fc.nat().map((length) => `bytes=-${length}`),
    fc.string(),
  )
  fc.assert(
    fc.property(asked, fc.nat(), (header, size) => {
      const part = readRange(header, size)

      if (typeof part === 'string') return
      expect(part.start).toBeGreaterThanOrEqual(0)
      expect(part.end).toBeGreaterThanOrEqual(part.start)
      expect(part.end).toBeLessThan(size)
    }),
  )
})
