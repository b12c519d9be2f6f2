import type { Engine } from '../../platform/engine/engine.ts'
import { type LifeEntry, lifeOf } from '../transaction-life/life.ts'
import { loadLife } from '../transaction-life/life-store.ts'
import { findTransactionPage } from '../transaction-list/list-page-store.ts'
import { sumTransactions, type TransactionSum } from '../transaction-list/list-sum-store.ts'
import { type ListedTransaction, NEWEST_FIRST, NO_FILTERS } from '../transaction-list/transaction-list.ts'

type EarlierTransactions = {
  readonly transactions: readonly ListedTransaction[]
  readonly sums: readonly TransactionSum[]
  readonly disputes: readonly LifeEntry[]
}

/** More are in the list of transactions. */
const SHOWN_MAX = 20

type Payer = { readonly merchantId: string; readonly email: string | undefined; readonly exceptId: string }

/** Loads the other transactions of the payer's address, with their disputes. */
export async function loadEarlier(
  engine: Engine,
  { merchantId, email, exceptId }: Payer,
): Promise<EarlierTransactions> {
  if (email === undefined) return { transactions: [], sums: [], disputes: [] }
  const listing = { merchantIds: [merchantId], filters: { ...NO_FILTERS, email } }
  const query = { ...listing, sort: NEWEST_FIRST, after: undefined, limit: SHOWN_MAX + 1 }
  const [page, sums] = await Promise.all([findTransactionPage(engine, query), sumTransactions(engine, listing)])
  const transactions = page.transactions.filter(({ id }) => id !== exceptId).slice(0, SHOWN_MAX)
  const records = await loadLife(engine, { merchantId, requestIds: transactions.map(({ id }) => id) }, DISPUTES)
  return { transactions, sums, disputes: lifeOf(records) }
}

const DISPUTES = ['chargeback-or-retrieval', 'exception'] as const
