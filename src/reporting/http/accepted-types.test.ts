import { expect, test } from 'vitest'
import { acceptedTypes } from './accepted-types.ts'

test.each([
  [undefined, ['*/*']],
  ['', ['*/*']],
  [' , ', ['*/*']],
  ['*/*', ['*/*']],
  ['application/XML', ['application/xml']],
  ['application/hal+json;charset=utf-8', ['application/hal+json']],
  ['text/csv, application/xml;q=0.5', ['text/csv', 'application/xml']],
  ['application/json;q=0, application/xml ; q=0.0', []],
  ['application/json; q=0.01', ['application/json']],
])('%j takes %j', (accept, types) => {
  expect(acceptedTypes(accept)).toEqual(types)
})
