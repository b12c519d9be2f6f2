import { combined, isObject, valueOrThrow } from '../../kernel/reading/reading.ts'
import { readOrder } from '../ordering/read-order.ts'
import type { Period, ReportTerms } from '../reports/report.ts'
import { bodyObject, readTimeZone, type TermsContext } from '../reports/terms/read-terms.ts'
import { readSubscription, readTiming } from '../subscriptions/read-subscription.ts'
import { lastPeriod } from '../subscriptions/schedule.ts'
import { ruleFrom, type Timing } from '../subscriptions/subscription.ts'

/** The terms of a report, and the period that the rows of its sample are from. */
export type SampleInput = { readonly terms: ReportTerms; readonly period: Period }

/**
 * Reads the body of a one-time report, or of a subscription if it names no period: its sample is the last full period.
 * Throws the refusal that the order or the subscription would get.
 */
export function readSample(body: unknown, context: TermsContext, now: Temporal.Instant): SampleInput {
  if (isOneTime(body)) {
    const { terms, period } = readOrder(body, context)
    return { terms, period }
  }
  const { terms, timing } = readSubscription(body, context)
  return { terms, period: lastPeriod(ruleFrom(timing, terms.timeZone, now), now) }
}

/** Reads the schedule of a subscription; throws a refusal that names every problem. */
export function readRuns(
  raw: unknown,
  context: TermsContext,
): { readonly timing: Timing; readonly timeZone: string; readonly reportName: string | undefined } {
  const body = bodyObject(raw)
  const read = combined({ timing: readTiming(body), timeZone: readTimeZone(body, context) })
  const { reportName } = body
  return { ...valueOrThrow(read), reportName: typeof reportName === 'string' ? reportName : undefined }
}

function isOneTime(body: unknown): boolean {
  if (!isObject(body)) return false
  const { reportFrequency, reportStartTime, reportEndTime } = body
  const isAdhoc = typeof reportFrequency === 'string' && reportFrequency.toUpperCase() === 'ADHOC'
  return isAdhoc || reportStartTime !== undefined || reportEndTime !== undefined
}
