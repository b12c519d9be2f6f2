import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { useApi } from '../../../api/api.ts'
import { useMay } from '../../../session/organization.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { type Report, reportPath, reportQuery, useReportAction } from '../queries.ts'
import { isUnfinished } from '../report-states.ts'
import { ReportBadge } from '../status-badge.tsx'
import { Facts } from './facts.tsx'
import { FileFacts } from './file-facts.tsx'
import { Notices } from './notices.tsx'
import { Progress } from './progress.tsx'
import { Totals } from './totals.tsx'
import { VerificationPart } from './verification.tsx'

/** One report: how far it is, what its file has, and its order. */
export function ReportPage() {
  const words = useWords('reports')
  const { organizationId, reportId } = useParams({ from: '/o/$organizationId/reports/$reportId' })
  const { data: report } = useSuspenseQuery(reportQuery(useApi(), reportId))
  return (
    <Page
      title={report.reportName}
      heading={
        <>
          <span className="value">{report.reportName}</span>{' '}
          <ReportBadge status={report.status} reason={report.reason} />
        </>
      }
      back={
        <Link to="/o/$organizationId/reports" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {words.title}
        </Link>
      }
      action={<Actions report={report} />}
    >
      <div className="report-page">
        <Notices report={report} />
        {isUnfinished(report.status) && <Progress report={report} />}
        <Totals report={report} />
        <FileFacts report={report} />
        <Facts report={report} />
        <VerificationPart report={report} />
      </div>
    </Page>
  )
}

function Actions({ report }: { readonly report: Report }) {
  const words = useWords('reports')
  const api = useApi()
  const may = useMay()
  const { reportId, _link } = report
  return (
    <div className="actions">
      {may('reports:manage') && (
        <Link
          className={buttonClass({ kind: 'plain' })}
          to="/o/$organizationId/reports/-/new"
          from="/o/$organizationId"
          search={{ from: reportId }}
        >
          {words.orderAgain}
        </Link>
      )}
      {may('reports:manage') && isUnfinished(report.status) && <CancelButton reportId={reportId} />}
      {_link !== undefined && (
        <a className={buttonClass()} href={api.link(reportPath(reportId), { download: true })} download>
          <Download size={16} aria-hidden="true" />
          {words.download}
        </a>
      )}
    </div>
  )
}

function CancelButton({ reportId }: { readonly reportId: string }) {
  const words = useWords('reports')
  const { mutate, isPending } = useReportAction(reportId)
  const cancel = () =>
    mutate('cancel', { onSuccess: () => showToast(words.canceled), onError: () => showToast(words.cancelFailed) })
  return (
    <Button kind="plain" onClick={cancel} isBusy={isPending}>
      {words.cancelReport}
    </Button>
  )
}
