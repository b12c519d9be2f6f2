import { useMemo } from 'react'
import { countText } from '../../../src/kernel/language.ts'
import { useOrganization } from '../session/organization.ts'
import { useLanguage } from '../words/use-words.ts'
import { amountText } from './amounts.ts'
import { calendarDateText, dayMonthText, instantText, timeText, zoneText } from './dates.ts'
import { intervalText } from './durations.ts'

/** Dates, amounts and counts in the reader's language; instants in the organization's zone, which a page names once. */
export function useFormat() {
  const language = useLanguage()
  const { timeZone } = useOrganization()
  return useMemo(
    () => ({
      amount: (amount: string, currency: string) => amountText(amount, currency, language),
      count: (count: number) => countText(count, language),
      /** A calendar date. */
      date: (date: string, style?: 'short' | 'medium' | 'long') => calendarDateText(date, language, style),
      /** A day without its year. */
      day: (date: string) => dayMonthText(date, language),
      /** How often something happens. */
      interval: (seconds: number) => intervalText(seconds, language),
      instant: (instant: string) => instantText(instant, language, timeZone),
      time: (instant: string) => timeText(instant, language, timeZone),
      zone: zoneText(timeZone, language),
      timeZone,
    }),
    [language, timeZone],
  )
}
