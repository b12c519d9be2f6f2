import { RECORD_WRITING } from '../../../../records/index.ts'

/** Puts charges and refunds into batches, when the merchant's day has ended. */
export const CLOSE_SANDBOX_DAY = `${RECORD_WRITING}of-sandbox-day`

/** Reports something that happened at the sandbox without a call of ours. */
export const REPORT_SANDBOX_EVENT = `${RECORD_WRITING}of-sandbox-event`

/** The subject of the agenda's row for the end of a dispute about a charge. */
export function endOfDispute(key: string): string {
  return `${key} ended`
}

/** The key that a subject is about, and whether it is the end of a dispute. */
export function readSubject(subject: string): { readonly key: string; readonly isEnd: boolean } {
  const [key = '', end] = subject.split(' ')
  return { key, isEnd: end !== undefined }
}

/** The agenda's key of a merchant's days; there is one row at most. */
export function sandboxDayOf(organizationId: string) {
  return { organizationId, kind: CLOSE_SANDBOX_DAY, subject: 'day' }
}
