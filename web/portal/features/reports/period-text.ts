// pure
import type { Language } from '../../../../src/kernel/language.ts'
import { calendarDateText } from '../../format/dates.ts'

/** A local time with its offset, as the API writes the ends of periods: 2026-03-09T00:00:00+01:00. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/
const DAY_MS = 86_400_000

/**
 * A period in its own zone, as people say it: its days if it begins and ends at midnight, otherwise with the times. No
 * zone of the reader moves its days.
 */
export function periodText(startTime: string, endTime: string, language: Language): string {
  const [, startDay = '', startAt = ''] = LOCAL.exec(startTime) ?? []
  const [, endDay = '', endAt = ''] = LOCAL.exec(endTime) ?? []
  const day = (date: string): string => calendarDateText(date, language)
  if (startAt === '00:00' && endAt === '00:00') {
    const lastDay = dayBefore(endDay)
    return lastDay === startDay ? day(startDay) : `${day(startDay)} – ${day(lastDay)}`
  }
  const end = endDay === startDay ? endAt : `${day(endDay)} ${endAt}`
  return `${day(startDay)} ${startAt} – ${end}`
}

export function dayBefore(date: string): string {
  return dayAfter(date, -1)
}

export function dayAfter(date: string, days = 1): string {
  const at = Date.parse(`${date}T00:00:00Z`) + days * DAY_MS
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
}

/** How the clock changes within a period: the later offset is larger in spring. */
export function clockChange(startTime: string, endTime: string): 'forward' | 'back' | undefined {
  const [start, end] = [offsetMinutes(startTime), offsetMinutes(endTime)]
  if (start === end) return undefined
  return end > start ? 'forward' : 'back'
}

function offsetMinutes(time: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})$/.exec(time) ?? []
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

/** 2026-03-09T06:00:00+01:00 as date and time of its zone. */
export function localTimeText(time: string, language: Language): string {
  const [, day = '', at = ''] = LOCAL.exec(time) ?? []
  return `${calendarDateText(day, language)} ${at}`
}
