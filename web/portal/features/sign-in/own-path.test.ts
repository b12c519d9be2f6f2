import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each([
  ['/o/shop/invoices?view=open', '/o/shop/invoices?view=open'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?to=/sign-in', '/'],
])('after signing in, %j opens %j', (to, path) => {
  expect(ownPath(to)).toBe(path)
})
