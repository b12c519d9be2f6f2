import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { FORMAT_NAMES } from '../format-names.ts'
import { periodText } from '../period-text.ts'
import { type ListedReport, reportPath } from '../queries.ts'
import { ReportBadge } from '../status-badge.tsx'
import { useDefinitionName } from '../use-definition-name.ts'

type Props = { readonly reports: readonly ListedReport[]; readonly isStale: boolean }

export function ReportTable({ reports, isStale }: Props) {
  const words = useWords('reports')
  return (
    <table className="table reports-table" aria-label={words.available} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.period}</th>
          <th scope="col">{words.status}</th>
          <th scope="col" className="made">
            {words.made}
          </th>
          <th scope="col" className="money">
            {words.rows}
          </th>
          <th scope="col">
            <span className="hidden-text">{words.download}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <ReportRow key={report.reportId} report={report} />
        ))}
      </tbody>
    </table>
  )
}

function ReportRow({ report }: { readonly report: ListedReport }) {
  const language = useLanguage()
  const format = useFormat()
  const definitionName = useDefinitionName()
  const { reportId, reportName, rows, reportCompletedTime } = report
  return (
    <tr>
      <td className="main">
        <Link
          className="row-link value"
          to="/o/$organizationId/reports/$reportId"
          from="/o/$organizationId"
          params={{ reportId }}
        >
          {reportName}
        </Link>
        <p className="quiet small">
          {definitionName(report.reportDefinitionName)} · {FORMAT_NAMES[report.reportMimeType]}
        </p>
      </td>
      <td className="period">{periodText(report.reportStartTime, report.reportEndTime, language)}</td>
      <td className="status">
        <ReportBadge status={report.status} reason={report.reason} /> <RowProgress report={report} />
      </td>
      <td className="made">{reportCompletedTime === undefined ? '–' : format.instant(reportCompletedTime)}</td>
      <td className="money">{rows === undefined ? '–' : format.count(rows)}</td>
      <td className="row-actions">
        <DownloadLink report={report} />
      </td>
    </tr>
  )
}

function RowProgress({ report: { progress, isEarly, status } }: { readonly report: ListedReport }) {
  const words = useWords('reports')
  const format = useFormat()
  if (status === 'COMPLETED' && isEarly) return <span className="quiet small">{words.early}</span>
  if (progress?.rowsEstimated === undefined) return null
  const { rowsDone, rowsEstimated } = progress
  const text = words.rowsOf({ done: format.count(rowsDone), total: format.count(rowsEstimated) })
  return <ProgressBar label={words.progress} value={rowsDone} max={Math.max(1, rowsEstimated)} text={text} />
}

function DownloadLink({ report: { _link, reportId, reportName } }: { readonly report: ListedReport }) {
  const words = useWords('reports')
  const api = useApi()
  if (_link === undefined) return null
  return (
    <a
      className="button plain compact"
      href={api.link(reportPath(reportId), { download: true })}
      aria-label={words.downloadNamed({ name: reportName })}
      download
    >
      <Download size={16} aria-hidden="true" />
      <span className="wide-only">{words.download}</span>
    </a>
  )
}
