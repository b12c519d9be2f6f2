// pure
import type { Language } from '../../../../../src/kernel/language.ts'

/** 4 January 1970 was a Sunday, which is day 1. */
const FIRST_SUNDAY = 4

/** The name of a weekday; 1 is Sunday, 7 Saturday. */
export function weekdayName(day: number, language: Language): string {
  const date = Date.UTC(1970, 0, FIRST_SUNDAY + day - 1)
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)
}

/** The part of a zone's name that people know: Berlin, Buenos Aires, UTC. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
