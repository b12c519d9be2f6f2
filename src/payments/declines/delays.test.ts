import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../test/support/run/test-run.ts'
import {
  attackedDelaySeconds,
  linkDelaySeconds,
  networkDelaySeconds,
  ownDelaySeconds,
  rangeDelaySeconds,
} from './delays.ts'

describe('the delay', () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [2.5, 0],
    [3, 10],
    [4, 20],
    [5, 40],
    [6, 80],
    [7, 160],
    [8, 320],
    [9, 640],
    [10, 1280],
    [11, 2560],
    [12, 3600],
    [1000, 3600],
    [1_000_000, 3600],
  ])('of an address with %f declines is %i seconds', (count, seconds) => {
    expect(ownDelaySeconds(count)).toBe(seconds)
  })

  test.each([
    [0, 0],
    [0.5, 0],
    [1, 60],
    [2, 120],
    [6, 1920],
    [7, 3600],
    [1_000_000, 3600],
  ])('of an address with %f declines on a link under attack is %i seconds', (count, seconds) => {
    expect(attackedDelaySeconds(count)).toBe(seconds)
  })

  test.each([
    [0, 0],
    [9.5, 0],
    [10, 2],
    [19, 2],
    [20, 4],
    [40, 8],
    [80, 16],
    [159, 16],
    [160, 30],
    [1_000_000, 30],
  ])('of everybody on a link with %f declines is %i seconds', (count, seconds) => {
    expect(linkDelaySeconds(count)).toBe(seconds)
    expect(rangeDelaySeconds({ load: 0, declines: count, approvals: 2 * count })).toBe(seconds)
    expect(rangeDelaySeconds({ load: 0, declines: count, approvals: 2 * count + 1 })).toBe(0)
  })

  test.each([
    [0, 0],
    [9, 0],
    [9.01, 1],
    [9.5, 30],
    [10, 60],
    [12, 180],
    [19, 600],
    [1_000_000, 600],
  ])('of a network with a load of %f is %i seconds', (load, seconds) => {
    expect(networkDelaySeconds({ load })).toBe(seconds)
  })
})

test('the delays grow with every decline and are bounded', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (count) => {
      expect(ownDelaySeconds(count + 1)).toBeGreaterThanOrEqual(ownDelaySeconds(count))
      expect(attackedDelaySeconds(count)).toBeGreaterThanOrEqual(ownDelaySeconds(count))
      expect(linkDelaySeconds(count + 1)).toBeGreaterThanOrEqual(linkDelaySeconds(count))
      expect(linkDelaySeconds(count)).toBeLessThanOrEqual(ownDelaySeconds(count + 3))
    }),
    { seed, numRuns: 1_000 },
  )
})
