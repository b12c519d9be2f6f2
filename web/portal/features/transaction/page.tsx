import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useApi } from '../../api/api.ts'
import { TransactionBadge } from '../../transactions/transaction-badge.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { Actions } from './actions.tsx'
import { Facts } from './facts.tsx'
import { Life } from './life.tsx'
import { transactionQuery } from './queries.ts'
import { Related } from './related.tsx'
import { StoredAccount } from './stored-account.tsx'
import { Summary } from './summary.tsx'

/** One transaction: the amount and what can be done, its facts, and its life from authorization to funding. */
export function TransactionPage() {
  const words = useWords('transactions')
  const shell = useWords('shell')
  const { organizationId, id } = useParams({ from: '/o/$organizationId/transactions/$id' })
  const { data } = useSuspenseQuery(transactionQuery(useApi(), id))
  const { transaction } = data
  const title = words.pageTitles[transaction.type]({ reference: transaction.reference ?? transaction.id })
  return (
    <Page
      title={title}
      heading={
        <>
          <span className="value">{title}</span> <TransactionBadge state={transaction.state} />
        </>
      }
      back={
        <Link to="/o/$organizationId/transactions" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {shell.transactions}
        </Link>
      }
      action={<Actions detail={data} />}
    >
      <div className="invoice-page">
        <Summary detail={data} />
        <div className="aside">
          <Facts detail={data} />
          <Related detail={data} />
          <StoredAccount detail={data} />
        </div>
        <Life entries={data.life} id={transaction.id} />
      </div>
    </Page>
  )
}
