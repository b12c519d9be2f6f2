import { defaultMinimumOf } from '../../invoicing/pure.ts'
import { compareMoney, type Money } from '../../kernel/money.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Attempt } from '../model/attempt.ts'
import { declineWrite, linkApprovalWrite } from './decline-store.ts'
import { networkApprovalWrite, networkDeclineWrite } from './network-store.ts'

type Counted = Pick<Attempt, 'organizationId' | 'attemptId' | 'invoiceNumber' | 'amount' | 'tokenId'>

type Approval = {
  /** Of the invoice, after the payment. */
  readonly balance: Money
  /** Whether there is anything to make up for. */
  readonly hasDeclines: boolean
}

const TINY_WEIGHT = 0.5

/** Counts a declined attempt: for its network on the link, the link, the network on all links and the range around it. */
export function countDecline(attempt: Counted): readonly Write[] {
  return declineWrites(attempt, 1)
}

/**
 * Counts an approved payment. A tiny part counts as half a decline; any other payment makes up for one. The merchant's
 * own charges of a token say nothing about payers.
 */
export function countApproval(attempt: Counted, { balance, hasDeclines }: Approval): readonly Write[] {
  if (attempt.tokenId !== undefined) return []
  if (isTinyPart(attempt.amount, balance)) return declineWrites(attempt, TINY_WEIGHT)
  return hasDeclines ? [linkApprovalWrite(attempt), networkApprovalWrite(attempt)] : []
}

/**
 * Whether a payment is a part below the default minimum, which only an invoice with a lower minimum of its own takes. The
 * payment of the whole rest is not a part, even if the rest is small.
 */
function isTinyPart(amount: Money, rest: Money): boolean {
  return rest.minor > 0n && compareMoney(amount, defaultMinimumOf(amount.currency)) < 0
}

function declineWrites(attempt: Counted, weight: number): readonly Write[] {
  return [declineWrite(attempt, weight), networkDeclineWrite(attempt, weight)]
}
