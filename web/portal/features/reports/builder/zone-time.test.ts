import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REPORT_TIME_ZONES } from '../../../../../src/reporting/reports/terms/report-time-zones.ts'
import { midnight } from './zone-time.ts'

test.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00+01:00'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-30T00:00:00+02:00'],
  ['2026-11-02', 'America/New_York', '2026-11-02T00:00:00-05:00'],
  ['2026-03-09', 'UTC', '2026-03-09T00:00:00+00:00'],
  ['2026-03-09', 'Asia/Kolkata', '2026-03-09T00:00:00+05:30'],
  ['2026-03-09', 'Pacific/Pago_Pago', '2026-03-09T00:00:00-11:00'],
])('%s begins in %s at %s', (date, zone, time) => {
  expect(midnight(date, zone)).toBe(time)
})

test('a day whose midnight the clock skips begins after the gap', () => {
  expect(midnight('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T01:00:00-02:00')
  expect(midnight('', 'UTC')).toBe('')
})

test('a day begins where the calendar of its zone says so', () => {
  const days = fc.integer({ min: 0, max: 16_000 })
  fc.assert(
    fc.property(days, fc.constantFrom(...REPORT_TIME_ZONES), (day, zone) => {
      const date = Temporal.PlainDate.from('1995-01-01').add({ days: day })

      const begins = date.toZonedDateTime(zone).startOfDay()
      expect(Temporal.Instant.from(midnight(date.toString(), zone)).toString()).toBe(begins.toInstant().toString())
    }),
  )
})
