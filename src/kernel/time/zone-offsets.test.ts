import { describe, expect, test } from 'vitest'
import { zoneOffsets } from './zone-offsets.ts'

const HOUR_MS = 3_600_000
const year = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2027, 0, 1) }

describe('offsets of a zone', () => {
  test('a zone without changes has one offset', () => {
    expect(zoneOffsets('Asia/Tokyo', year).map(({ offsetMs }) => offsetMs)).toEqual([9 * HOUR_MS])
  })

  test('a zone with summer time changes twice a year', () => {
    const [winter, summer, again] = zoneOffsets('Europe/Oslo', year)

    expect(winter?.offsetMs).toBe(HOUR_MS)
    expect(summer).toEqual({ fromMs: Date.UTC(2026, 2, 29, 1), offsetMs: 2 * HOUR_MS })
    expect(again).toEqual({ fromMs: Date.UTC(2026, 9, 25, 1), offsetMs: HOUR_MS })
  })

  test.each([
    'GMT',
    'America/St_Johns',
    'America/Vancouver',
    'Australia/Lord_Howe',
    'Asia/Katmandu',
    'Africa/Cairo',
    'Pacific/Auckland',
  ])('%s: the offset agrees with the calendar every six hours for twenty years', (timeZone) => {
    const span = { fromMs: Date.UTC(2016, 0, 1), toMs: Date.UTC(2036, 0, 1) }
    const offsets = zoneOffsets(timeZone, span)

    for (let atMs = span.fromMs; atMs < span.toMs; atMs += 6 * HOUR_MS) {
      const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
      const offset = offsets.findLast(({ fromMs }) => fromMs <= atMs)
      if (offset?.offsetMs !== local.offsetNanoseconds / 1_000_000) {
        expect.fail(`${timeZone} at ${atMs}`)
      }
    }
  })
})
