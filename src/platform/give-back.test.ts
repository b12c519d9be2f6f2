import { expect, test } from 'vitest'
import { giveBack } from './give-back.ts'

test('large bytes are gone, and those that share their memory with others stay', () => {
  const large = Buffer.alloc(1024 * 1024)
  const small = Buffer.from('small')
  const part = Buffer.alloc(1024 * 1024, 'a').subarray(0, 1024 * 512)

  for (const bytes of [large, small, part]) giveBack(bytes)

  expect(large.length).toBe(0)
  expect(small.toString()).toBe('small')
  expect(part.at(-1)).toBe(0x61)
})
