// pure
import type { TransactionType } from '../../../../src/payments/transaction-list/transaction-list.ts'

export type MovedPayments = {
  readonly type: TransactionType
  readonly currency: string
  /** The first and the last day. */
  readonly period: { readonly from: string; readonly to: string }
}

/**
 * The address of the list with what Home counts: by the day on which the money moved, since a payment that was held for
 * review counts when it is captured.
 */
export function searchOfMoved({ type, currency, period: { from, to } }: MovedPayments) {
  return { type, state: 'COMPLETED', movedFrom: from, movedTo: to, currency }
}
