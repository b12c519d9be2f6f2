import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStartTime } from './start-time.ts'

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60]
  return `${String(hour).padStart(2, '0')}${String(rest).padStart(2, '0')}`
})

describe('a start time', () => {
  test('any time of day survives a client that keeps it as a Date', () => {
    const sentBack = MINUTES.map((startTime) => JSON.parse(JSON.stringify(new Date(startTime))) as string)

    expect(sentBack[9 * 60]).toBe('0900-01-01T00:00:00.000Z')
    expect(sentBack.map(parseStartTime)).toEqual(MINUTES)
  })

  test.each([
    ['0900', '0900'],
    ['2359-01-01T00:00:00.000Z', '2359'],
    // Not a time of day as a year, so the time that is written.
    ['2360-01-01T00:00:00.000Z', '0000'],
    ['2400-01-01T00:00:00.000Z', '0000'],
    ['0900-01-01T00:00:00Z', '0000'],
    ['0900-01-02T00:00:00.000Z', '0000'],
    ['0900-01-01T07:30:00.000Z', '0730'],
    ['2017-10-01T10:10:10+05:00', '1010'],
    ['2017-10-01T10:10:10+0500', '1010'],
    ['2026-03-29T02:30:00.123456Z', '0230'],
    ['2026-03-09t23:59:59z', '2359'],
  ])('%s is %s', (text, startTime) => {
    expect(parseStartTime(text)).toBe(startTime)
  })

  test.each([
    ...['', '9', '900', '09:00', '2400', '0960', '0900 ', '0900-01-01', '2026-03-09', '2026-03-09T10:00'],
    ...['2026-03-09T10:00:00', '2026-03-09T24:00:00Z', '2026-02-30T10:00:00Z', '2026-03-09T10:00:00Z '],
  ])('%j is not a start time', (text) => {
    expect(parseStartTime(text)).toBeUndefined()
  })

  test('any other date-time gives the time that it writes, whatever its offset', () => {
    const time = fc.tuple(fc.constantFrom(...MINUTES), fc.constantFrom('Z', '+05:30', '-0800'), fc.nat({ max: 3000 }))
    fc.assert(
      fc.property(time, ([startTime, offset, days]) => {
        const on = Temporal.PlainDate.from('2020-02-02').add({ days }).toString()
        const text = `${on}T${startTime.slice(0, 2)}:${startTime.slice(2)}:30${offset}`
        expect(parseStartTime(text)).toBe(startTime)
      }),
    )
  })
})
