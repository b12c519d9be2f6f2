import { useSearch } from '@tanstack/react-router'
import { calendarDateIn } from '../../../format/dates.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useDefinitions } from '../definitions.ts'
import { NewReportLink } from '../new-report-link.tsx'
import { useReports } from '../queries.ts'
import { ReportTabs } from '../tabs.tsx'
import { filtersOf, isFiltered, limitOf, type ReportSearch } from './list-search.ts'
import { MoreReports } from './more-reports.tsx'
import { ReadyMade } from './ready-made.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportTable } from './report-table.tsx'

/** All reports, those in progress too, and ready-made ones to begin with. */
export function ReportsPage() {
  const words = useWords('reports')
  const search = useSearch({ from: '/o/$organizationId/reports' })
  return (
    <Page title={words.title} action={<NewReportLink />}>
      <ReportTabs />
      <ReadyMade />
      <section className="reports-list" aria-labelledby="reports">
        <h2 id="reports">{words.available}</h2>
        <ReportFilters search={search} />
        <Reports search={search} />
      </section>
    </Page>
  )
}

function Reports({ search }: { readonly search: ReportSearch }) {
  const words = useWords('reports')
  const shell = useWords('shell')
  const format = useFormat()
  const definitions = useDefinitions()
  const definitionIds = Object.fromEntries(
    (definitions.data ?? []).map((one) => [one.reportDefinitionName, one.reportDefinitionId]),
  )
  const today = calendarDateIn(new Date().toISOString(), 'UTC')
  const reports = useReports(filtersOf(search, { definitionIds, today }), limitOf(search))
  if (reports.isPending) return <SkeletonLines count={6} />
  if (reports.isError) return <Failed title={words.failed} onRetry={reports.refetch} />
  const { data } = reports
  if (data.reports.length === 0) {
    const [title, text] = isFiltered(search) ? [words.noMatch, words.noMatchText] : [words.none, words.noneText]
    return <Empty title={title}>{text}</Empty>
  }
  return (
    <>
      <p className="quiet small" role="status">
        {words.count({ count: data.totalReports, text: format.count(data.totalReports) })} ·{' '}
        {shell.timesIn(format.zone)}
      </p>
      <ReportTable reports={data.reports} isStale={reports.isPlaceholderData} />
      <MoreReports search={search} total={data.totalReports} />
    </>
  )
}
