import { disputeReasonsOf } from '../../../../catalogue/codes/dispute-reasons.ts'
import type { Database } from '../../../../platform/postgres/database.ts'
import type { Outcome, ProcessorEvent } from '../../../port/port.ts'
import { leftOfCharge } from '../left-of-charge.ts'
import { bookFollowUp, findLaterEvents } from '../sandbox-store.ts'

/** Insufficient funds, as banks write it. */
const RETURN_REASON = 'R01'

type Place = { readonly organizationId: string; readonly key: string; readonly at: Temporal.Instant }

/**
 * Books a dispute about what is left of a charge, by its cardholder or its bank, and makes the event that reports it. It is booked once; undefined if everything was refunded before.
 */
export async function openDispute(database: Database, place: Place): Promise<ProcessorEvent | undefined> {
  const { organizationId, key, at } = place
  const [found] = await findLaterEvents(database.db, { organizationId, keys: [key] })
  if (found === undefined) return undefined
  const { later: type } = found
  const eventId = `${type}-${key}`
  const { amount, outcome } = await bookFollowUp(
    database,
    { organizationId, key: eventId, kind: type, of: key },
    (charge, earlier) => {
      const left = leftOfCharge(charge, earlier)
      const facts = charge !== undefined && 'facts' in charge.outcome ? charge.outcome.facts : undefined
      const refused: Outcome = { status: 'declined', reason: 'notAllowed', facts: undefined }
      const isLeft = left !== undefined && left.minor > 0n && facts !== undefined
      return { amount: left, outcome: isLeft ? { status: 'approved', facts } : refused }
    },
  )
  if (outcome.status !== 'approved' || amount === undefined) return undefined
  const scheme = outcome.facts.account.scheme
  const reasonCode = type === 'chargeback' ? disputeReasonsOf(scheme)[0]?.code : RETURN_REASON
  return { eventId, key, organizationId, at, happened: { type, amount, reasonCode: reasonCode ?? '' } }
}
