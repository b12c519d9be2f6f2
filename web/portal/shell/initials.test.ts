import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Tanya Lee', 'TL'],
  ['  Ana María de la Cruz ', 'AC'],
  ['owner@shop.example', 'O'],
  ['山田 太郎', '山太'],
  ['🦊 Fox', '🦊F'],
  ['', ''],
])('%j is %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
