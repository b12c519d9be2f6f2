import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { useTransactionAddress } from './list/address.tsx'
import { TransactionList } from './list/list.tsx'
import { TransactionViews } from './list/saved-views.tsx'

/** The payments and refunds of an organization. Everything that is shown is in the address. */
export function TransactionsPage() {
  const words = useWords('transactions')
  const list = useTransactionAddress()
  return (
    <Page title={words.title}>
      <TransactionList list={list} tools={<TransactionViews list={list} />} />
    </Page>
  )
}
