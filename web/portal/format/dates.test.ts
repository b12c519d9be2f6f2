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
  ['es-419', '11 jul 2026', '11 de julio de 2026'],
  ['fr-FR', '11 juil. 2026', '11 juillet 2026'],
  ['ja-JP', '2026/07/11', '2026年7月11日'],
  ['pt-BR', '11 de jul. de 2026', '11 de julho de 2026'],
  ['ru-RU', '11 июл. 2026 г.', '11 июля 2026 г.'],
  ['zh-CN', '2026年7月11日', '2026年7月11日'],
  ['zh-TW', '2026年7月11日', '2026年7月11日'],
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
  ['de-DE', '12.07.2026, 00:05', '16:05'],
  ['en-US', 'Jul 12, 2026, 12:05 AM', '4:05 PM'],
  ['es-419', '12 jul 2026, 12:05 a.m.', '4:05 p.m.'],
  ['fr-FR', '12 juil. 2026, 00:05', '16:05'],
  ['ja-JP', '2026/07/12 0:05', '16:05'],
  ['pt-BR', '12 de jul. de 2026, 00:05', '16:05'],
  ['ru-RU', '12 июл. 2026 г., 00:05', '16:05'],
  ['zh-CN', '2026年7月12日 00:05', '16:05'],
  ['zh-TW', '2026年7月12日 凌晨12:05', '下午4:05'],
] as const)('an instant in %s', (language, instant, time) => {
  expect(plain(instantText('2026-07-11T22:05:00Z', language, 'Europe/Berlin'))).toBe(instant)
  expect(plain(timeText('2026-07-11T14:05:00Z', language, 'Europe/Berlin'))).toBe(time)
})

test.each([
  ['de-DE', 'Mitteleuropäische Zeit (Berlin)', 'Vereinigtes Königreich (London)', 'Japanische Normalzeit (Tokyo)'],
  ['en-US', 'Central European Time (Berlin)', 'United Kingdom Time (London)', 'Japan Standard Time (Tokyo)'],
  ['es-419', 'hora de Europa central (Berlin)', 'hora de Reino Unido (London)', 'hora estándar de Japón (Tokyo)'],
  ['fr-FR', 'heure d’Europe centrale (Berlin)', 'Royaume-Uni (London)', 'heure normale du Japon (Tokyo)'],
  ['ja-JP', '中央ヨーロッパ時間（Berlin）', 'イギリス時間（London）', '日本標準時（Tokyo）'],
  ['pt-BR', 'Horário da Europa Central (Berlin)', 'Horário Reino Unido (London)', 'Horário Padrão do Japão (Tokyo)'],
  ['ru-RU', 'Центральная Европа (Berlin)', 'Великобритания (London)', 'Япония, стандартное время (Tokyo)'],
  ['zh-CN', '中欧时间（Berlin）', '英国时间（London）', '日本标准时间（Tokyo）'],
  ['zh-TW', '中歐時間（Berlin）', '英國時間（London）', '日本標準時間（Tokyo）'],
] as const)('zones have names in %s', (language, ...names) => {
  expect(['Europe/Berlin', 'Europe/London', 'Asia/Tokyo'].map((zone) => zoneText(zone, language))).toEqual(names)
  expect(['UTC', 'Etc/UTC', 'Etc/GMT+5'].map((zone) => zoneText(zone, language))).toEqual(['UTC', 'UTC', 'Etc/GMT+5'])
})

test('a zone has several words in its city, or its city in its name', () => {
  expect(zoneText('America/Argentina/Buenos_Aires', 'en-US')).toBe('Argentina Standard Time (Buenos Aires)')
  expect(zoneText('Europe/Moscow', 'en-US')).toBe('Moscow Standard Time')
})

test('days are counted by the calendar, also where clocks change', () => {
  expect([daysBetween('2026-03-28', '2026-03-30'), daysBetween('2026-03-01', '2026-02-28')]).toEqual([2, -1])
  expect([relativeDaysText(0, 'en-US'), relativeDaysText(-3, 'de-DE')]).toEqual(['today', 'vor 3 Tagen'])
})
