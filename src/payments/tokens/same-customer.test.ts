import { expect, test } from 'vitest'
import { isSameCustomer } from './same-customer.ts'

const ada = { email: 'ada@example.com', merchantCustomerId: 'C-1' }

test.each([
  ['both numbers are equal, whatever the addresses', ada, { ...ada, email: 'other@example.com' }, true],
  ['the numbers differ, although the addresses are equal', ada, { ...ada, merchantCustomerId: 'C-2' }, false],
  ['one has no number, and the addresses are equal', ada, { email: ' Ada@Example.com' }, true],
  ['one has no number, and the addresses differ', ada, { email: 'other@example.com' }, false],
  ['neither has a number, and the addresses are equal', { email: ada.email }, { email: ada.email }, true],
  ['one has a number only, the other an address only', { merchantCustomerId: 'C-1' }, { email: ada.email }, false],
  ['neither says who it is', {}, {}, false],
])('if %s, it is the same customer: %o and %o', (_, one, other, isSame) => {
  expect([isSameCustomer(one, other), isSameCustomer(other, one)]).toEqual([isSame, isSame])
})
