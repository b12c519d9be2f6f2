import { hasNoValue, invalid, missing, refuseContent } from '../../kernel/reading/reading.ts'
import { REPORT_FREQUENCIES, type ReportTerms } from '../reports/report.ts'
import { bodyObject, type Problems } from '../terms/content-problem.ts'
import { type Asking, type Body, readTerms } from '../terms/read-terms.ts'
import type { ScheduleWords } from './subscription.ts'

export type AskedSubscription = { readonly terms: ReportTerms; readonly words: ScheduleWords }

const FREQUENCIES = REPORT_FREQUENCIES.filter((frequency) => frequency !== 'ADHOC')
const START_TIME = /^([01][0-9]|2[0-3])[0-5][0-9]$/
const INTERVAL =
  /^PT((([1-9]|1[0-9]|2[0-3])H(([1-9]|[1-4][0-9]|5[0-9])M)?)|((([1-9]|1[0-9]|2[0-3])H)?([1-9]|[1-4][0-9]|5[0-9])M))$/
const DAYS_MAX = { DAILY: 31, WEEKLY: 7, MONTHLY: 31, USER_DEFINED: 31 } as const

/** Reads what a client subscribes to and refuses all that is wrong with it at once. */
export function readSubscription(
  raw: unknown,
  asking: Omit<Asking, 'isTimeZoneOptional'>,
): AskedSubscription {
  const body = bodyObject(raw)
  const problems: Problems = []
  const terms = readTerms(body, { ...asking, isTimeZoneOptional: false }, problems)
  const words = readWords(body, problems)
  refuseContent(problems)
  return { terms, words }
}

function readWords(body: Body, problems: Problems): ScheduleWords {
  const frequency = readFrequency(body['reportFrequency'], problems)
  const startDay = readStartDay(body['startDay'], frequency, problems)
  return {
    frequency,
    startTime: readStartTime(body['startTime'], problems),
    // Existing programs send a day along with every frequency.
    startDay: frequency === 'WEEKLY' || frequency === 'MONTHLY' ? startDay : undefined,
    interval: readInterval(body['reportInterval'], frequency, problems),
  }
}

function readFrequency(raw: unknown, problems: Problems): ScheduleWords['frequency'] {
  if (hasNoValue(raw)) return 'DAILY'
  const folded = typeof raw === 'string' ? raw.toUpperCase() : undefined
  const frequency = FREQUENCIES.find((known) => known === folded)
  if (frequency !== undefined) return frequency
  problems.push(invalid('reportFrequency', `must be one of ${FREQUENCIES.join(', ')}`))
  return 'DAILY'
}

function readStartTime(raw: unknown, problems: Problems): string {
  if (hasNoValue(raw)) return '0000'
  if (typeof raw === 'string' && START_TIME.test(raw)) return raw
  problems.push(invalid('startTime', 'must be a time of day as HHMM, from 0000 to 2359'))
  return '0000'
}

/** A number, or a text of one. */
function readStartDay(
  raw: unknown,
  frequency: ScheduleWords['frequency'],
  problems: Problems,
): number {
  if (hasNoValue(raw)) return 1
  const day = typeof raw === 'string' && /^\d{1,2}$/.test(raw) ? Number(raw) : raw
  const max = DAYS_MAX[frequency]
  if (typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= max) return day
  const meaning = frequency === 'WEEKLY' ? ', with 1 for Sunday and 7 for Saturday' : ''
  problems.push(invalid('startDay', `must be a whole number from 1 to ${max}${meaning}`))
  return 1
}

function readInterval(
  raw: unknown,
  frequency: ScheduleWords['frequency'],
  problems: Problems,
): string | undefined {
  const isNeeded = frequency === 'USER_DEFINED'
  if (hasNoValue(raw)) {
    if (isNeeded) problems.push(missing('reportInterval'))
    return undefined
  }
  if (!isNeeded) {
    problems.push(invalid('reportInterval', 'is for the reportFrequency USER_DEFINED alone'))
  } else if (typeof raw === 'string' && INTERVAL.test(raw)) return raw
  else {
    const sentence = 'must be a duration of 1 minute to 23 hours and 59 minutes, such as PT2H30M'
    problems.push(invalid('reportInterval', sentence))
  }
  return undefined
}
