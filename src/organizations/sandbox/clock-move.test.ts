import { expect, test } from 'vitest'
import { movedFrom, readClockMove } from './clock-move.ts'

const now = Temporal.Instant.from('2026-01-31T12:00:00Z')
const moved = (asked: Parameters<typeof readClockMove>[0]) => movedFrom(now, readClockMove(asked)).toString()

test.each([
  [{ set: '2030-01-01T00:00:00+01:00' }, '2029-12-31T23:00:00Z'],
  [{ set: '2000-01-01T00:00:00Z' }, '2000-01-01T00:00:00Z'],
  [{ advance: 'P1M' }, '2026-02-28T12:00:00Z'],
  [{ advance: '-P1Y2M3DT4H' }, '2024-11-27T08:00:00Z'],
  [{ advance: 'PT0S' }, '2026-01-31T12:00:00Z'],
])('%j leads to %s', (asked, expected) => {
  expect(moved(asked)).toBe(expected)
})

test.each([
  [{}, ['set', 'advance']],
  [{ set: '2030-01-01T00:00:00Z', advance: 'P1D' }, ['set', 'advance']],
  [{ set: 'tomorrow' }, ['set']],
  [{ set: '1999-12-31T23:59:59Z' }, ['set']],
  [{ set: '2200-01-01T00:00:01Z' }, ['set']],
  [{ advance: '1 day' }, ['advance']],
  [{ advance: 'P200Y' }, ['advance']],
  [{ advance: '-P999999999Y' }, ['advance']],
])('%j is refused and names %j', (asked, fields) => {
  expect(() => moved(asked)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      details: fields.map((field) => expect.objectContaining({ field })),
    }),
  )
})
