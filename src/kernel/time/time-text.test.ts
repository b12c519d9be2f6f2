import { expect, test } from 'vitest'
import { addInUtc, parseDuration, parseInstant } from './time-text.ts'

test.each([
  ['2026-03-09T10:00:00Z', '2026-03-09T10:00:00Z'],
  ['2026-03-09T10:00:00.25Z', '2026-03-09T10:00:00.25Z'],
  ['2026-03-09T10:00:00+01:00', '2026-03-09T09:00:00Z'],
  ['2026-03-09T10:00:00-0530', '2026-03-09T15:30:00Z'],
  ['2026-03-09t10:00:00z', '2026-03-09T10:00:00Z'],
])('%s is the instant %s', (text, expected) => {
  expect(parseInstant(text)?.toString()).toBe(expected)
})

test.each([
  '',
  'now',
  '2026-03-09',
  '2026-03-09T10:00:00',
  '2026-03-09T10:00Z',
  '2026-02-30T10:00:00Z',
  '2026-03-09T25:00:00Z',
  '2026-03-09T10:00:00+99:00',
  '2026-03-09T10:00:00Z[Europe/Berlin]',
  ' 2026-03-09T10:00:00Z',
])('"%s" is not an instant', (text) => {
  expect(parseInstant(text)).toBeUndefined()
})

test.each([
  ['P1Y2M3DT4H', '2027-05-12T14:00:00Z'],
  ['-PT1H', '2026-03-09T09:00:00Z'],
  ['P1W', '2026-03-16T10:00:00Z'],
  ['PT0.5S', '2026-03-09T10:00:00.5Z'],
  // Not an hour less, as it would be on a wall in Berlin.
  ['P1M', '2026-04-09T10:00:00Z'],
  ['-P10D', '2026-02-27T10:00:00Z'],
])('%s after a moment is %s', (text, expected) => {
  const duration = parseDuration(text) ?? new Temporal.Duration()

  const moved = addInUtc(Temporal.Instant.from('2026-03-09T10:00:00Z'), duration)

  expect(moved?.toString()).toBe(expected)
})

test.each(['', 'P', 'PT', '1h', 'P1H', 'P0.5D', '--PT1H', 'P99999999999999Y'])('"%s" is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('a sum beyond the range of instants is undefined', () => {
  const far = parseDuration('P999999999Y') ?? new Temporal.Duration()

  expect(addInUtc(Temporal.Instant.fromEpochMilliseconds(0), far)).toBeUndefined()
})
