import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import {
  calendarDateIn,
  calendarDateText,
  daysBetween,
  instantText,
  relativeDaysText,
  timeText,
  zoneText,
} from './dates.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['de-DE', '11.07.2026', '11. Juli 2026'],
  ['en-US', 'Jul 11, 2026', 'July 11, 2026'],
  ['fr-FR', '11 juil. 2026', '11 juillet 2026'],
  ['ja-JP', '2026/07/11', '2026年7月11日'],
] as const)('a calendar date in %s', (language, medium, long) => {
  expect([calendarDateText('2026-07-11', language), calendarDateText('2026-07-11', language, 'long')]).toEqual([
    medium,
    long,
  ])
})

test('the first of a month has its ordinal in French', () => {
  expect(calendarDateText('2026-07-01', 'fr-FR', 'long')).toBe('1er juillet 2026')
})

test('a text that is not a date stays as it is', () => {
  expect(calendarDateText('soon', 'en-US')).toBe('soon')
})

test('a calendar date names the same day for every reader, whatever the zone of the machine', () => {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.constantFrom(...LANGUAGES), (date, language) => {
      const text = calendarDateText(date.toISOString().slice(0, 10), language, 'long')

      expect(text).toMatch(new RegExp(`(^|\\D)${date.getUTCDate()}(\\D|$)`))
    }),
  )
})

test('an instant is shown in the zone of the organization', () => {
  const instant = '2026-07-11T22:30:00Z'

  expect(plain(instantText(instant, 'en-US', 'Pacific/Kiritimati'))).toBe('Jul 12, 2026, 12:30 PM')
  expect(plain(instantText(instant, 'de-DE', 'Pacific/Pago_Pago'))).toBe('11.07.2026, 11:30')
  expect(plain(timeText(instant, 'en-US', 'Asia/Tokyo'))).toBe('7:30 AM')
  expect([calendarDateIn(instant, 'Pacific/Kiritimati'), calendarDateIn(instant, 'Pacific/Pago_Pago')]).toEqual([
    '2026-07-12',
    '2026-07-11',
  ])
})

test.each([
  ['Europe/Berlin', 'en-US', 'Central European Time (Berlin)'],
  ['Europe/Berlin', 'de-DE', 'Mitteleuropäische Zeit (Berlin)'],
  ['America/New_York', 'en-US', 'Eastern Time (New York)'],
  ['UTC', 'en-US', 'UTC'],
] as const)('%s has a name in %s', (zone, language, name) => {
  expect(zoneText(zone, language)).toBe(name)
})

test('days are counted by the calendar, also where clocks change', () => {
  expect([daysBetween('2026-03-28', '2026-03-30'), daysBetween('2026-03-01', '2026-02-28')]).toEqual([2, -1])
  expect([relativeDaysText(0, 'en-US'), relativeDaysText(-3, 'de-DE')]).toEqual(['today', 'vor 3 Tagen'])
})
