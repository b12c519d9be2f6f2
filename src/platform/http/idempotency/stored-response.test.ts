import { expect, test } from 'vitest'
import { decodeResponse, encodeResponse, isStoredStatus } from './stored-response.ts'

test.each([
  ['a body with line ends', Buffer.from('a\nb\n')],
  ['an empty body', Buffer.alloc(0)],
  ['bytes that are no text', Buffer.from([0, 255, 10, 128])],
  ['no body', undefined],
])('%s is the same after it was stored', (_, body) => {
  const response = { status: 201, headers: { location: '/things/1', 'x-é': 'line\nend' }, body }

  expect(decodeResponse(encodeResponse(response))).toEqual(response)
})

test.each([
  [200, true],
  [304, true],
  [400, true],
  [401, false],
  [409, true],
  [429, false],
  [500, false],
  [503, false],
])('whether %i is stored: %s', (status, isKept) => {
  expect(isStoredStatus(status)).toBe(isKept)
})
