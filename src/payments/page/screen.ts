// pure
import type { Invoice, Payable } from '../../invoicing/pure.ts'

/** Pages that say why nothing can be paid here, and what happens next. */
export type ScreenName =
  | 'paid'
  | 'canceled'
  | 'expired'
  | 'underReview'
  | 'suspended'
  | 'nothingToPay'
  | 'held'
  | 'noMethod'
  | 'working'

export type ScreenFacts = {
  readonly status: Invoice['status']
  readonly payable: Payable
  readonly isLinkEnded: boolean
  readonly isSuspended: boolean
  readonly hasMethod: boolean
}

/** The screen that a link leads to; undefined if the invoice can be paid. */
export function screenOf({
  status,
  payable,
  isLinkEnded,
  isSuspended,
  hasMethod,
}: ScreenFacts): ScreenName | undefined {
  if (status === 'CANCELED') return 'canceled'
  if (status === 'PAID') return 'paid'
  if (status === 'PENDING') return 'underReview'
  if (payable.kind === 'nothing') return 'nothingToPay'
  if (isLinkEnded) return 'expired'
  if (isSuspended) return 'suspended'
  if (!hasMethod) return 'noMethod'
  return payable.kind === 'held' ? 'held' : undefined
}
