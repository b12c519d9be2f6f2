import {
  combined,
  hasNoValue,
  member,
  members,
  type Read,
  type Reader,
  refused,
  required,
  valueOrThrow,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { text } from '../../kernel/reading/text-readers.ts'
import { REPORT_FREQUENCIES, type ReportTerms } from '../reports/report.ts'
import { noEffect, type OrderWarning, termsWarnings } from '../reports/terms/order-warnings.ts'
import { bodyObject, readTerms, type TermsContext } from '../reports/terms/read-terms.ts'
import { parseStartTime } from './start-time.ts'
import type { Timing } from './subscription.ts'

export type SubscriptionInput = {
  readonly terms: ReportTerms
  readonly timing: Timing
  /** Undefined if the request does not say so; it then stays as it is. */
  readonly isPaused?: boolean
  /** Whether the body says who gets mails: existing clients do not know the field. */
  readonly namesRecipients: boolean
  readonly warnings: readonly OrderWarning[]
}

const FREQUENCIES = REPORT_FREQUENCIES.filter((frequency) => frequency !== 'ADHOC')
const INTERVAL =
  /^PT((([1-9]|1[0-9]|2[0-3])H(([1-9]|[1-4][0-9]|5[0-9])M)?)|((([1-9]|1[0-9]|2[0-3])H)?([1-9]|[1-4][0-9]|5[0-9])M))$/
const DAYS_MAX = { DAILY: 31, WEEKLY: 7, MONTHLY: 31, USER_DEFINED: 31 } as const

/** Reads the body of a subscription; throws a refusal that names every problem. */
export function readSubscription(raw: unknown, context: TermsContext): SubscriptionInput {
  const body = bodyObject(raw)
  const terms = readTerms(body, { ...context, isTimeZoneOptional: false })
  const input = valueOrThrow(combined({ terms, timing: readTiming(body) }))
  const warnings = [...intervalWarnings(body, input.timing), ...termsWarnings(body, input.terms)]
  return { ...input, namesRecipients: !hasNoValue(body['deliverTo']), warnings }
}

/** Reads when reports are generated. */
export function readTiming(body: unknown): Read<Timing> {
  const read = member('reportFrequency', withDefault(frequency, 'DAILY'))(body, '')
  const reportFrequency = 'value' in read ? read.value : 'DAILY'
  const others = members({
    startDay: withDefault(startDay(reportFrequency), 1),
    startTime: withDefault(startTime, '0000'),
    reportInterval: interval(reportFrequency),
  })(body, '')
  const timing = combined({ frequency: read, others })
  if ('problems' in timing) return timing
  const { startDay: day, startTime: time, reportInterval } = timing.value.others
  // Existing clients send a day with every frequency.
  const isOnADay = reportFrequency === 'WEEKLY' || reportFrequency === 'MONTHLY'
  return {
    value: {
      frequency: reportFrequency,
      startTime: time,
      startDay: isOnADay ? day : undefined,
      interval: reportInterval,
    },
  }
}

type Frequency = Timing['frequency']

const frequency: Reader<Frequency> = (raw, field) => {
  const folded = typeof raw === 'string' ? raw.toUpperCase() : undefined
  const value = FREQUENCIES.find((known) => known === folded)
  return value === undefined ? refused(field, `must be one of ${FREQUENCIES.join(', ')}`) : { value }
}

const startTime: Reader<string> = (raw, field) => {
  const value = typeof raw === 'string' ? parseStartTime(raw) : undefined
  return value === undefined ? refused(field, 'must be a time of day (HHMM) from 0000 to 2359') : { value }
}

/** A number, or a string of digits. */
function startDay(reportFrequency: Frequency): Reader<number> {
  return (raw, field) => {
    const day = typeof raw === 'string' && /^\d{1,2}$/.test(raw) ? Number(raw) : raw
    const max = DAYS_MAX[reportFrequency]
    if (typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= max) {
      return { value: day }
    }
    const meaning = reportFrequency === 'WEEKLY' ? ' (1 is Sunday, 7 is Saturday)' : ''
    return refused(field, `must be a whole number from 1 to ${max}${meaning}`)
  }
}

function interval(reportFrequency: Frequency): Reader<string | undefined> {
  if (reportFrequency === 'USER_DEFINED') {
    const sentence = 'must be a duration of 1 minute to 23 hours and 59 minutes, such as PT2H30M'
    return required(text(sentence, (duration) => INTERVAL.test(duration)))
  }
  return () => ({ value: undefined })
}

/** A client that changes the frequency sends the interval along, as it does the day. */
function intervalWarnings(body: Readonly<Record<string, unknown>>, { frequency: reportFrequency }: Timing) {
  if (reportFrequency === 'USER_DEFINED' || hasNoValue(body['reportInterval'])) return []
  return [noEffect('reportInterval', `the reportFrequency is ${reportFrequency}, not USER_DEFINED`)]
}
