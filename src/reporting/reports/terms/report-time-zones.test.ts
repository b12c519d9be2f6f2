import { expect, test } from 'vitest'
import { PRESENT_ZONE_NAMES, REPORT_TIME_ZONES } from './report-time-zones.ts'

test('the list has 90 different zones', () => {
  expect(new Set(REPORT_TIME_ZONES).size).toBe(90)
  expect(REPORT_TIME_ZONES).toHaveLength(90)
})

test('each current name except UTC is a listed zone under its new name', () => {
  const inZone = (zone: string) => Temporal.Instant.from('2026-03-09T10:00:00Z').toZonedDateTimeISO(zone)
  const renamed = PRESENT_ZONE_NAMES.map((present) => [
    present,
    REPORT_TIME_ZONES.filter((listed) => inZone(listed).equals(inZone(present))),
  ])

  expect(Object.fromEntries(renamed)).toEqual({
    'America/Argentina/Buenos_Aires': ['America/Buenos_Aires'],
    'America/Indiana/Indianapolis': ['America/Indianapolis'],
    'America/Nuuk': ['America/Godthab'],
    'Asia/Dhaka': ['Asia/Dacca'],
    'Asia/Ho_Chi_Minh': ['Asia/Saigon'],
    'Asia/Kathmandu': ['Asia/Katmandu'],
    'Asia/Kolkata': ['Asia/Calcutta'],
    'Asia/Macau': ['Asia/Macao'],
    'Asia/Yangon': ['Asia/Rangoon'],
    UTC: ['GMT'],
  })
})

test.each(REPORT_TIME_ZONES)('%s has a local time', (timeZone) => {
  const local = Temporal.Instant.from('2026-03-09T10:00:00Z').toZonedDateTimeISO(timeZone)

  expect(local.epochMilliseconds).toBe(Date.UTC(2026, 2, 9, 10))
})
