import { useFormat } from '../../../format/use-format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { NewReportLink } from '../new-report-link.tsx'
import { useSubscriptions } from '../queries.ts'
import { ReportTabs } from '../tabs.tsx'
import { SubscriptionRow } from './subscription-row.tsx'

/** The reports that are made repeatedly, and how many more there can be. */
export function SubscriptionsPage() {
  const words = useWords('reports')
  return (
    <Page title={words.subscriptions} action={<NewReportLink />}>
      <ReportTabs />
      <Subscriptions />
    </Page>
  )
}

function Subscriptions() {
  const words = useWords('reports')
  const shell = useWords('shell')
  const format = useFormat()
  const { data, isPending, isError, refetch } = useSubscriptions()
  if (isPending) return <SkeletonLines count={6} />
  if (isError) return <Failed title={words.subscriptionsFailed} onRetry={refetch} />
  const { subscriptions, totalSubscriptions: count, subscriptionsMax: max } = data
  if (count === 0) return <Empty title={words.noSubscriptions}>{words.noSubscriptionsText}</Empty>
  return (
    <>
      <p className="quiet small">
        {words.subscriptionsOf({ count: format.count(count), max: format.count(max) })} · {shell.timesIn(format.zone)}
      </p>
      <ul className="subscription-list" aria-label={words.subscriptions}>
        {subscriptions.map((subscription) => (
          <SubscriptionRow key={subscription.reportName} subscription={subscription} />
        ))}
      </ul>
    </>
  )
}
