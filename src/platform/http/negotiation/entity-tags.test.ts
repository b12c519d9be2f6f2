import { expect, test } from 'vitest'
import { encodedTag, knownTag, plainTag } from './entity-tags.ts'

test.each([
  ['"7"', 'gzip', '"7-gzip"'],
  ['"7"', 'zstd', '"7-zstd"'],
  ['"7-gzip"', 'gzip', '"7-gzip"'],
  ['W/"7"', 'br', 'W/"7"'],
])('the form of %s in %s has the tag %s', (tag, encoding, encoded) => {
  expect(encodedTag(tag, encoding)).toBe(encoded)
})

test.each(['"7"', '"7-gzip"', '"7-br"', '"7-zstd"', 'W/"7"', ' "7" '])('%s is a form of "7"', (tag) => {
  expect(plainTag(tag)).toBe('"7"')
})

test.each([
  ['"7"', '"7"'],
  ['"7-gzip"', '"7-gzip"'],
  ['W/"7-br"', '"7-br"'],
  ['"6", "7-zstd"', '"7-zstd"'],
  ['*', '"7"'],
  ['"8"', undefined],
  ['"7-deflate"', undefined],
  ['7', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that names %s has "7" as %s', (ifNoneMatch, known) => {
  expect(knownTag('"7"', ifNoneMatch)).toBe(known)
})
