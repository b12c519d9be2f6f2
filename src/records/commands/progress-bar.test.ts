import { expect, test } from 'vitest'
import { progressLine } from './progress-bar.ts'

test('progress shows a bar, bytes, speed and the remaining time', () => {
  const done = { bytes: 12_000_000, ofBytes: 48_000_000, rows: 92_000 }

  expect(progressLine(done, 4_000)).toBe('[######··················]  25 %  12.0 of 48.0 MB  23,000 rows/s  0:12 left')
  expect(progressLine({ ...done, bytes: 0 }, 4_000)).toBe(
    '[························]   0 %  0.0 of 48.0 MB  23,000 rows/s',
  )
  expect(progressLine({ ...done, bytes: 48_000_000 }, 100_000)).toMatch(/^\[#{24}\] 100 % .* 0:00 left$/)
  expect(progressLine({ ...done, ofBytes: undefined }, 4_000)).toBe('12.0 MB  23,000 rows/s')
})
