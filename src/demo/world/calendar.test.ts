import { describe, expect, test } from 'vitest'
import { aDemoPlan, demoRecordsOf } from '../../../test/support/data/demo-records.ts'
import { daysOf, monthEndsOf, yearFrom } from './calendar.ts'

const year = yearFrom('2025-01-01')

function dayOf(timeZone: string, month: number, dayOfMonth: number) {
  const found = daysOf(timeZone, year).find((day) => day.month === month && day.dayOfMonth === dayOfMonth)
  if (found === undefined) throw new Error('There is no such day.')
  return found
}

describe('a merchant’s days', () => {
  test('days with a change of summer time have 23 or 25 hours, with the skipped or repeated hour', () => {
    const hours = (zone: string, month: number, day: number): readonly number[] =>
      dayOf(zone, month, day).hours.map(({ hourOfDay }) => hourOfDay)

    expect(hours('Europe/Berlin', 3, 30)).toHaveLength(23)
    expect(hours('Europe/Berlin', 3, 30)).not.toContain(2)
    expect(hours('Europe/Berlin', 10, 26).filter((hour) => hour === 2)).toHaveLength(2)
    expect(hours('America/New_York', 3, 9)).toHaveLength(23)
    expect(hours('America/New_York', 11, 2)).toHaveLength(25)
    expect(hours('Asia/Tokyo', 3, 30)).toHaveLength(24)
  })

  test.each(['UTC', 'America/Los_Angeles', 'Asia/Calcutta', 'Pacific/Auckland'])(
    'cover the year without a gap and end with it, in %s',
    (timeZone) => {
      const days = daysOf(timeZone, year)
      const hours = days.flatMap((day) => day.hours.map(({ startMs }) => startMs))

      const gaps = hours.slice(1).filter((startMs, index) => startMs - (hours[index] ?? 0) !== 3_600_000)

      expect(gaps).toEqual([])
      expect(hours[0]).toBeGreaterThanOrEqual(year.fromMs)
      expect((hours.at(-1) ?? 0) + 3_600_000).toBeLessThanOrEqual(year.endMs)
      // In a zone with half hours the first and the last one do not fit.
      expect(hours.length).toBeGreaterThanOrEqual(365 * 24 - 1)
      expect(days.map(({ index }) => index)).toEqual([...days.keys()])
    },
  )

  test('the months of a merchant’s days end with the year', () => {
    const ends = monthEndsOf(yearFrom('2025-03-10'))

    expect(ends).toHaveLength(13)
    expect(new Date(ends[0] ?? 0).toISOString()).toBe('2025-04-01T00:00:00.000Z')
    expect(ends.at(-1)).toBe(yearFrom('2025-03-10').endMs)
  })
})

describe('the time of purchases', () => {
  // A shop on the web and one on a street.
  const records = demoRecordsOf(aDemoPlan({ transactions: 20_000, merchants: 3 }))
  const ordersOf = (merchantId: string, timeZone: string): readonly Temporal.ZonedDateTime[] =>
    records('transaction')
      .filter((record) => record.merchantId === merchantId)
      .filter(({ fields }) => fields['Application.Name'] === 'ics_auth')
      .map(({ occurredAtMs }) => Temporal.Instant.fromEpochMilliseconds(occurredAtMs).toZonedDateTimeISO(timeZone))
  const countWhere = (
    orders: readonly Temporal.ZonedDateTime[],
    holds: (at: Temporal.ZonedDateTime) => boolean,
  ): number => orders.filter(holds).length

  test('weekends have many orders on the web and few in shops', () => {
    const [web, street] = [ordersOf('shop-2', 'Europe/Berlin'), ordersOf('shop-3', 'Europe/London')]

    expect(countWhere(web, (at) => at.dayOfWeek === 7)).toBeGreaterThan(
      countWhere(web, (at) => at.dayOfWeek === 2) * 1.15,
    )
    expect(countWhere(street, (at) => at.dayOfWeek === 7)).toBeLessThan(
      countWhere(street, (at) => at.dayOfWeek === 6) / 2,
    )
  })

  test('the number of purchases follows holidays, the summer and the time of day', () => {
    const web = ordersOf('shop-2', 'Europe/Berlin')
    const inMonth = (month: number): number => countWhere(web, (at) => at.month === month)
    const atHours = (from: number): number => countWhere(web, (at) => at.hour >= from && at.hour < from + 3)

    expect(inMonth(12)).toBeGreaterThan(inMonth(8) * 1.4)
    expect(inMonth(8)).toBeLessThan(inMonth(5))
    expect(atHours(19)).toBeGreaterThan(atHours(2) * 8)
    // Black Friday.
    const onDay = (day: string): number => countWhere(web, (at) => at.toPlainDate().toString() === day)
    expect(onDay('2025-11-28')).toBeGreaterThan(onDay('2025-11-21'))
  })
})
