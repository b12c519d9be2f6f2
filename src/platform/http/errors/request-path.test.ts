import { expect, test } from 'vitest'
import { pathOf, queryOf } from './request-path.ts'

test.each([
  ['/a/b?c=/d', '/a/b', '?c=/d'],
  ['/%61%2d%5F%7e/b', '/a-_~/b', ''],
  ['/a%2fb%2F%25%00%c3%a9?%61', '/a%2Fb%2F%25%00%C3%A9', '?%61'],
  ['/a%zz?b?c', '/a%zz', '?b?c'],
  ['http://user@api.example:80/a?b', '/a', '?b'],
  ['HTTPS://api.example?b', '', '?b'],
  ['/http://api.example/a', '/http://api.example/a', ''],
  ['*', '*', ''],
])('%s has the path %s and the query %s', (url, path, query) => {
  expect([pathOf({ url }), queryOf({ url })]).toEqual([path, query])
})
