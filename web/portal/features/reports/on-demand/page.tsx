import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useApi } from '../../../api/api.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { calendarDateIn } from '../../../format/dates.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { ReportTabs } from '../tabs.tsx'
import { BatchSummaries } from './batch-summaries.tsx'
import { DisputeSummaries } from './dispute-summaries.tsx'
import { Lists } from './lists.tsx'
import { NetFundings } from './net-fundings.tsx'
import { OnDemandForm } from './on-demand-form.tsx'
import { type OnDemandName, WITHOUT_FILE } from './on-demand-search.ts'
import { type Asked, askedOf, fileAddress, useOnDemand } from './queries.ts'

/** Reports from the records of now, as tables. */
export function OnDemandPage() {
  const words = useWords('reports')
  const shell = useWords('shell')
  const { zone } = useFormat()
  const search = useSearch({ from: '/o/$organizationId/reports/-/on-demand' })
  const { timeZone } = useOrganization()
  const asked = askedOf(search, { timeZone, today: calendarDateIn(new Date().toISOString(), timeZone) })
  const isInOrder = asked.from <= asked.to
  return (
    <Page title={words.onDemand}>
      <ReportTabs />
      <OnDemandForm search={search} asked={asked} />
      <p className="quiet small">{words.onDemandTexts[asked.report]}</p>
      <p className="quiet small">{shell.timesIn(zone)}</p>
      {isInOrder ? (
        <Result asked={asked} days={{ ...asked, rollUp: search.rollUp ?? 'day' }} />
      ) : (
        <p className="notice warning">{words.problems.dateOrder}</p>
      )}
    </Page>
  )
}

type Days = ComponentProps<typeof BatchSummaries>['asked']

function Result({ asked, days }: { readonly asked: Asked; readonly days: Days }) {
  const words = useWords('reports')
  const api = useApi()
  const { data, error, isPending, isPlaceholderData, refetch } = useOnDemand(asked, { isEnabled: true })
  if (isPending) return <SkeletonLines count={6} />
  if (error !== null) {
    const isTooLarge = error instanceof ApiProblem && error.status === 413
    if (isTooLarge) return <p className="notice warning">{words.tooLarge}</p>
    return <Failed title={words.onDemandFailed} onRetry={refetch} />
  }
  if (Object.values(data).every((value) => !Array.isArray(value) || value.length === 0)) {
    return <Empty title={words.nothingInPeriod}>{words.nothingInPeriodText}</Empty>
  }
  return (
    <div className="on-demand-result" aria-busy={isPlaceholderData}>
      {!WITHOUT_FILE.has(asked.report) && (
        <div>
          <a className={buttonClass({ kind: 'plain', isCompact: true })} href={fileAddress(api, asked)} download>
            <Download size={16} aria-hidden="true" />
            {words.downloadCsv}
          </a>
        </div>
      )}
      <Content asked={asked} days={days} data={data} />
    </div>
  )
}

const SUMMARIES: ReadonlySet<OnDemandName> = new Set(['chargeback-summaries', 'retrieval-summaries'])

type ContentProps = {
  readonly asked: Asked
  readonly days: Days
  readonly data: Readonly<Record<string, unknown>>
}

function Content({ asked: { report }, days, data }: ContentProps) {
  if (report === 'net-fundings') return <NetFundings data={data} />
  if (report === 'payment-batch-summaries') return <BatchSummaries data={data} asked={days} />
  if (SUMMARIES.has(report)) return <DisputeSummaries report={report} data={data} asked={days} />
  return <Lists report={report} data={data} />
}
