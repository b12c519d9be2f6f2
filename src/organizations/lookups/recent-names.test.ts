import { expect, onTestFinished, test, vi } from 'vitest'
import { RecentNames } from './recent-names.ts'

test('a name is remembered for its time, and forgotten when there are too many', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const names = new RecentNames({ lifeMs: 1_000, max: 2 })

  names.add('a')
  names.add('b')
  vi.advanceTimersByTime(999)
  names.add('a')
  names.add('c')
  const early = ['a', 'b', 'c', 'd'].filter((name) => names.has(name))
  vi.advanceTimersByTime(1_000)

  expect(early).toEqual(['a', 'c'])
  expect(['a', 'b', 'c'].filter((name) => names.has(name))).toEqual([])
})
