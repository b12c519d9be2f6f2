import { expect, test } from 'vitest'
import { clockChange, dayAfter, localTimeText, periodText } from './period-text.ts'

test.each([
  ['2026-03-08T00:00:00+01:00', '2026-03-09T00:00:00+01:00', 'Mar 8, 2026'],
  ['2026-03-02T00:00:00+01:00', '2026-03-09T00:00:00+01:00', 'Mar 2, 2026 – Mar 8, 2026'],
  ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 'Mar 29, 2026'],
  ['2026-03-08T06:00:00-08:00', '2026-03-09T06:00:00-07:00', 'Mar 8, 2026 06:00 – Mar 9, 2026 06:00'],
  ['2026-03-08T06:00:00Z', '2026-03-08T08:30:00Z', 'Mar 8, 2026 06:00 – 08:30'],
])('the period from %s to %s is %s', (start, end, text) => {
  expect(periodText(start, end, 'en-US')).toBe(text)
})

test('a period over a change of the clock says which', () => {
  expect(clockChange('2026-03-28T06:00:00+01:00', '2026-03-29T06:00:00+02:00')).toBe('forward')
  expect(clockChange('2026-10-24T06:00:00+02:00', '2026-10-25T06:00:00+01:00')).toBe('back')
  expect(clockChange('2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00')).toBe('back')
  expect(clockChange('2026-03-09T00:00:00+00:00', '2026-03-10T00:00:00Z')).toBeUndefined()
})

test('days follow each other on the calendar', () => {
  expect([dayAfter('2026-02-28'), dayAfter('2026-03-01', -1), dayAfter('nothing')]).toEqual([
    '2026-03-01',
    '2026-02-28',
    '',
  ])
})

test('a run is shown in its own zone', () => {
  expect(localTimeText('2026-03-09T06:00:00+13:00', 'de-DE')).toBe('09.03.2026 06:00')
})
