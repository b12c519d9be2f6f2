import type { Write } from '../../../../platform/postgres/write-together.ts'
import { scheduleUnlessScheduled } from '../../../../platform/queue/agenda.ts'
import { RECORD_WRITING } from '../../../../records/index.ts'

export const SANDBOX = 'sandbox'

/** Puts what was charged and refunded into batches, when the merchant's day has ended. */
export const CLOSE_SANDBOX_DAY = `${RECORD_WRITING}of-sandbox-day`

/** The agenda's key of a merchant's days; there is one row at most. */
export function sandboxDayOf(organizationId: string) {
  return { organizationId, kind: CLOSE_SANDBOX_DAY, subject: 'day' }
}

type Movement = { readonly organizationId: string; readonly processor: string }

/**
 * Makes the write that lets the sandbox look after a charge or refund, in the transaction that records it. Other
 * processors settle by themselves.
 */
export function sandboxDayWrites({ organizationId, processor }: Movement, at: Temporal.Instant): readonly Write[] {
  if (processor !== SANDBOX) return []
  return [scheduleUnlessScheduled({ ...sandboxDayOf(organizationId), dueAt: at })]
}
