// pure
import type { Language } from '../../../src/kernel/language.ts'

type DateStyle = 'short' | 'medium' | 'long'

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** A calendar date, `2026-07-11`, as people write it. It has no zone: it is the same day for every reader. */
export function calendarDateText(date: string, language: Language, style: DateStyle = 'medium'): string {
  const [, year, month, day] = CALENDAR_DATE.exec(date) ?? []
  if (year === undefined) return date
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return withOrdinal(formatOf(language, { dateStyle: style, timeZone: 'UTC' }).format(midnight), language)
}

/** A day without its year, for axes: Jul 11. */
export function dayMonthText(date: string, language: Language): string {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return formatOf(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(midnight)
}

/** An instant as date and time in the organization's zone. */
export function instantText(
  instant: string,
  language: Language,
  timeZone: string,
  style: DateStyle = 'medium',
): string {
  const format = formatOf(language, { dateStyle: style, timeStyle: 'short', timeZone })
  return withOrdinal(format.format(new Date(instant)), language)
}

/** The time of day of an instant in the organization's zone. */
export function timeText(instant: string, language: Language, timeZone: string): string {
  return formatOf(language, { timeStyle: 'short', timeZone }).format(new Date(instant))
}

/** The calendar date on which an instant falls in the zone: `2026-07-11`. */
export function calendarDateIn(instant: string, timeZone: string): string {
  const parts = formatOf('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).formatToParts(
    new Date(instant),
  )
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The zone by its name in the language, with its city: Central European Time (Berlin). */
export function zoneText(timeZone: string, language: Language): string {
  const parts = formatOf(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(OF_OUR_TIME)
  const written = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  if (WITHOUT_NAME.test(written)) return timeZone.replace(/^Etc\/(?=UTC$)/, '')
  const name = written.replace(OF_A_COUNTRY, '')
  const city = timeZone.split('/').slice(1).at(-1)?.replaceAll('_', ' ')
  if (city === undefined || name.includes(city)) return name
  return WIDE_PARENTHESES.has(language) ? `${name}（${city}）` : `${name} (${city})`
}

const WIDE_PARENTHESES: ReadonlySet<Language> = new Set(['ja-JP', 'zh-CN', 'zh-TW'])
/** Zones without a name of their own are named after their country, with what a label says already. */
const OF_A_COUNTRY = /^heure\s: | \(Ortszeit\)$/u

/** Names of zones depend on the time: many had no summer time in 1970. */
const OF_OUR_TIME = Date.UTC(2026, 6, 1)
/** UTC and zones for which the language has no name. */
const WITHOUT_NAME = /^(?:GMT|UTC)[\d+:−-]*$/

/** How many days after `from` the other date is; negative for one before it. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

const DAY_MS = 86_400_000

/** Today, yesterday, in 3 days. */
export function relativeDaysText(days: number, language: Language): string {
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}

/** The formats do not know that French says "1er juillet". */
function withOrdinal(text: string, language: Language): string {
  return language === 'fr-FR' ? text.replace(/^1(?= \p{L})/u, '1er') : text
}

/** Formatters are slow to make, and a list writes thousands of dates. */
const made = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(language, options)
  made.set(key, known)
  return known
}
