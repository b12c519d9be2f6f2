import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideBlocks } from './divide-blocks.ts'

test('consecutive blocks are joined up to the limit', () => {
  const blocks = [40, 40, 20, 1, 200, 30].map((bytes) => ({ rows: 10, bytes }))

  expect(divideBlocks(blocks, 100)).toEqual([
    { first: 0, next: 30 },
    { first: 30, next: 40 },
    { first: 40, next: 50 },
    { first: 50, next: 60 },
  ])
})

test('no blocks give no slices', () => {
  expect(divideBlocks([], 100)).toEqual([])
})

test('every row is in one slice, in order, and only a single block exceeds the limit', () => {
  const block = fc.record({ rows: fc.integer({ min: 1, max: 256 }), bytes: fc.integer({ min: 0, max: 1_000 }) })
  fc.assert(
    fc.property(fc.array(block), fc.integer({ min: 1, max: 2_000 }), (blocks, bytesMax) => {
      const turns = divideBlocks(blocks, bytesMax)

      expect(turns.map(({ first }) => first)).toEqual([0, ...turns.map(({ next }) => next)].slice(0, turns.length))
      expect(turns.at(-1)?.next ?? 0).toBe(blocks.reduce((sum, { rows }) => sum + rows, 0))
      for (const { first, next } of turns) {
        const own = blocksFrom(blocks, first, next)
        if (own.length > 1) expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(bytesMax)
      }
    }),
  )
})

type Block = { readonly rows: number; readonly bytes: number }

function blocksFrom(blocks: readonly Block[], first: number, next: number): readonly Block[] {
  let before = 0
  return blocks.filter(({ rows }) => {
    const start = before
    before += rows
    return start >= first && start < next
  })
}
