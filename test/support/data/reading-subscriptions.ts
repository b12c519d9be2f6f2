import { AppError } from '../../../src/kernel/errors.ts'
import type { ContentRefusal } from '../../../src/kernel/reading/reading.ts'
import { readSubscription } from '../../../src/reporting/subscriptions/read-subscription.ts'
import { aSubscription } from './report-orders.ts'

type Changes = Readonly<Record<string, unknown>>

/** The organization's own zone is not one of the listed ones. */
const ASKING = { timeZone: 'Africa/Lagos', groupName: 'north' }

/** Reads the body of a daily subscription with these changes. */
export const read = (changes: Changes = {}) => readSubscription(aSubscription(changes), ASKING)

export function refusalOf(body: unknown): AppError {
  try {
    readSubscription(body, ASKING)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('The subscription was not refused.')
}

/** Whether it is refused rather than read; a bug is neither. */
export function isRefused(body: unknown): boolean {
  try {
    readSubscription(body, ASKING)
    return false
  } catch (error) {
    if (error instanceof AppError && ['invalid', 'not-found'].includes(error.kind)) return true
    throw error
  }
}

export const problemsOf = (changes: Changes) => refusalOf(aSubscription(changes)).details as ContentRefusal['details']

/** As `startDay INVALID_DATA`. */
export const refusedFields = (changes: Changes) => problemsOf(changes).map(({ field, reason }) => `${field} ${reason}`)
