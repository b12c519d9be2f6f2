import type { TransactionState } from '../../../src/payments/transaction-list/transaction-list.ts'
import { useWords } from '../words/use-words.ts'

/** The colors of the statuses of invoices that mean the same. */
const COLORS: Readonly<Record<TransactionState, string>> = {
  ...{ AUTHORIZED: 'open', REVIEW: 'pending', COMPLETED: 'paid', REVERSED: 'canceled', DECLINED: 'overdue' },
}

/** A state as a word on its color, never a color alone. */
export function TransactionBadge({ state }: { readonly state: TransactionState }) {
  const words = useWords('transactions')
  return <span className={`badge ${COLORS[state]}`}>{words.states[state]}</span>
}
