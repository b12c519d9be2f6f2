import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useApi } from '../../api/api.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { Actions } from './actions.tsx'
import { DocumentFrame } from './document-frame.tsx'
import { PaymentLink } from './payment-link.tsx'
import { activityQuery, invoiceQuery } from './queries.ts'
import { shownStatusOf } from './shown-status.ts'
import { Facts, Summary } from './summary.tsx'
import { Timeline } from './timeline.tsx'

/** One invoice: the amount due and the next action, the document as the payer sees it, and all that happened. */
export function InvoicePage() {
  const words = useWords('detail')
  const shell = useWords('shell')
  const { organizationId, number } = useParams({ from: '/o/$organizationId/invoices/$number' })
  const api = useApi()
  const [{ data: invoice }, { data: activity }] = useSuspenseQueries({
    queries: [invoiceQuery(api, number), activityQuery(api, number)],
  })
  const status = shownStatusOf(invoice.status, invoice.invoiceInformation.dueDate, activity.today)
  return (
    <Page
      title={words.title({ number })}
      heading={
        <>
          <span className="value">{words.title({ number })}</span> <StatusBadge status={status} />
        </>
      }
      back={
        <Link to="/o/$organizationId/invoices" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {shell.invoices}
        </Link>
      }
      action={<Actions invoice={invoice} activity={activity} />}
    >
      <div className="invoice-page">
        <Summary invoice={invoice} status={status} today={activity.today} />
        <div className="aside">
          <PaymentLink invoice={invoice} />
          <Facts invoice={invoice} />
        </div>
        <Timeline activity={activity} />
        <DocumentFrame number={number} version={`${invoice.status} ${activity.entries.length}`} />
      </div>
    </Page>
  )
}
