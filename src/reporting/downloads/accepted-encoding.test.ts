import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prefersGzip } from './accepted-encoding.ts'

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['gzip, deflate, br', true],
  ['deflate, br', false],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0, *', false],
  ['gzip; q=0.5', true],
  ['gzip;q=0.5, identity;q=0.8', false],
  ['gzip;q=0.5, identity;q=0.5', true],
  ['identity', false],
  ['identity, *;q=0.1', false],
  ['identity;q=0, gzip', true],
  ['*;q=0', false],
  ['gzip;q=much', false],
  ['gzip;q=1.5', false],
  ['gzipped', false],
] as const)('%j: %j', (header, isPreferred) => {
  expect(prefersGzip(header)).toBe(isPreferred)
})

test('any header has an answer', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(typeof prefersGzip(header)).toBe('boolean')
    }),
  )
})
