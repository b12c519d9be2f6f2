import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReportDate, readReportTime } from './report-times.ts'

describe('the date of a report', () => {
  test.each([
    ['2026-03-09', '2026-03-09'],
    ['20260309', '2026-03-09'],
    ['20240229', '2024-02-29'],
    ['2026-02-29', undefined],
    ['20260230', undefined],
    ['2026-13-01', undefined],
    ['2026-0309', undefined],
    ['202603-09', undefined],
    ['09-03-2026', undefined],
    ['2026-3-9', undefined],
    ['2026-03-09T00:00:00Z', undefined],
    ['', undefined],
  ])('the date %j is read as %j', (text, date) => {
    expect(readReportDate(text)?.toString()).toBe(date)
  })

  test('both formats of a date are read alike', () => {
    const days = fc.integer({ min: 0, max: 3_000_000 })
    fc.assert(
      fc.property(days, (count) => {
        const date = Temporal.PlainDate.from('1000-01-01').add({ days: count })

        expect(readReportDate(date.toString())?.equals(date)).toBe(true)
        expect(readReportDate(date.toString().replaceAll('-', ''))?.equals(date)).toBe(true)
      }),
    )
  })
})

describe('the time of a report', () => {
  const on = Temporal.PlainDate.from('2026-03-09')

  test.each([
    ['10:00:00+05:00', '2026-03-09T05:00:00Z', '2026-03-09T05:00:01Z'],
    ['10:00:00 05:00', '2026-03-09T05:00:00Z', '2026-03-09T05:00:01Z'],
    ['10:00:00+0500', '2026-03-09T05:00:00Z', '2026-03-09T05:00:01Z'],
    ['10:00:00 0500', '2026-03-09T05:00:00Z', '2026-03-09T05:00:01Z'],
    ['10:00:00-03:30', '2026-03-09T13:30:00Z', '2026-03-09T13:30:01Z'],
    ['10:00:00Z', '2026-03-09T10:00:00Z', '2026-03-09T10:00:01Z'],
    ['10:00:00z', '2026-03-09T10:00:00Z', '2026-03-09T10:00:01Z'],
    ['10:00+05:00', '2026-03-09T05:00:00Z', '2026-03-09T05:01:00Z'],
    ['10:00Z', '2026-03-09T10:00:00Z', '2026-03-09T10:01:00Z'],
    ['23:59:59.5+00:00', '2026-03-09T23:59:59.5Z', '2026-03-09T23:59:59.6Z'],
    ['23:59:59.999999Z', '2026-03-09T23:59:59.999999Z', '2026-03-10T00:00:00Z'],
    ['10:00:00.123456000Z', '2026-03-09T10:00:00.123456Z', '2026-03-09T10:00:00.123457Z'],
    ['01:00:00+05:00', '2026-03-08T20:00:00Z', '2026-03-08T20:00:01Z'],
  ])('the time %j covers %s to %s', (text, from, until) => {
    const read = readReportTime(text, on)

    expect(read?.from.toString()).toBe(from)
    expect(read?.until.toString()).toBe(until)
  })

  test.each([
    '10:00:00',
    '10:00',
    '25:00:00Z',
    '10:60:00Z',
    '24:00:00Z',
    '10:00:00+24:00',
    '10:00:00+05:60',
    '10:00:00+5',
    '10:00:00  05:00',
    '10:00:00++05:00',
    '10.00Z',
    '2026-03-09T10:00:00Z',
    '10:00:00Z[UTC]',
    '',
  ])('%j is not a time', (text) => {
    expect(readReportTime(text, on)).toBeUndefined()
  })

  test('the local time of any zone is found again', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Katmandu', 'America/St_Johns', 'Europe/Berlin')
    const moments = fc.integer({ min: 0, max: 2_000_000_000_000_000 })
    fc.assert(
      fc.property(zones, moments, (zone, microseconds) => {
        const endsAt = Temporal.Instant.fromEpochNanoseconds(BigInt(microseconds) * 1000n)
        const local = endsAt.toZonedDateTimeISO(zone)
        const [, time = ''] = local.toString({ timeZoneName: 'never' }).split('T')

        for (const sent of [time, time.replace('+', ' ')]) {
          const read = readReportTime(sent, local.toPlainDate())
          expect(read?.from.equals(endsAt)).toBe(true)
        }
      }),
    )
  })
})
