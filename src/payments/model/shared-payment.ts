// pure
import type { ReceivedPayment } from '../../invoicing/pure.ts'

/**
 * A payment as everyone sees it who has the link of its invoice. Neither the account nor the payer is part of it: the
 * mail that brought the link to the customer said nothing about them, and the link may have been passed on.
 */
export type SharedPayment = Omit<ReceivedPayment, 'scheme' | 'suffix' | 'paidSoFar'> & {
  readonly status: 'COMPLETED' | 'REVIEW'
}
