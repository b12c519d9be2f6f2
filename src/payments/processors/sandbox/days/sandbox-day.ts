import { RECORD_WRITING } from '../../../../records/index.ts'

/** Puts what was charged and refunded into batches, when the merchant's day has ended. */
export const CLOSE_SANDBOX_DAY = `${RECORD_WRITING}of-sandbox-day`

/** The agenda's key of a merchant's days; there is one row at most. */
export function sandboxDayOf(organizationId: string) {
  return { organizationId, kind: CLOSE_SANDBOX_DAY, subject: 'day' }
}
