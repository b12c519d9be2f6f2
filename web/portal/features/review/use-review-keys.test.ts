import { expect, test } from 'vitest'
import { stepped } from './use-review-keys.ts'

const QUEUE = ['a', 'b', 'c']

test('a key moves to the next payment of the queue and stops at its ends', () => {
  expect(stepped(QUEUE, undefined, 1)).toBe('a')
  expect(stepped(QUEUE, undefined, -1)).toBe('c')
  expect([stepped(QUEUE, 'a', 1), stepped(QUEUE, 'c', 1), stepped(QUEUE, 'a', -1)]).toEqual(['b', 'c', 'a'])
  expect(stepped([], undefined, 1)).toBeUndefined()
})
