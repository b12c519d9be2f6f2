import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'

/** The three views of reports. */
export function ReportTabs() {
  const words = useWords('reports')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const params = { organizationId }
  const exact = { exact: true, includeSearch: false } as const
  return (
    <Tabs label={words.views} current={path}>
      <Link to="/o/$organizationId/reports" params={params} activeOptions={exact}>
        {words.available}
      </Link>
      <Link to="/o/$organizationId/reports/-/subscriptions" params={params} activeOptions={exact}>
        {words.subscriptions}
      </Link>
      <Link to="/o/$organizationId/reports/-/on-demand" params={params}>
        {words.onDemand}
      </Link>
    </Tabs>
  )
}
