import { expect, test } from 'vitest'
import { REPORT_TIME_ZONES } from './report-time-zones.ts'

test('there are 90 zones, each once', () => {
  expect(new Set(REPORT_TIME_ZONES).size).toBe(90)
  expect(REPORT_TIME_ZONES).toHaveLength(90)
})

test.each(REPORT_TIME_ZONES)('%s has a local time', (timeZone) => {
  const local = Temporal.Instant.from('2026-03-09T10:00:00Z').toZonedDateTimeISO(timeZone)

  expect(local.epochMilliseconds).toBe(Date.UTC(2026, 2, 9, 10))
})
