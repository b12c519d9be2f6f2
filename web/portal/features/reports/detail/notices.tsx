import { Link, useNavigate } from '@tanstack/react-router'
import { useFormat } from '../../../format/use-format.ts'
import { useMay } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useProblemText } from '../builder/use-problem-text.ts'
import { type Report, useReportAction } from '../queries.ts'
import { stateOf } from '../report-states.ts'

/** Facts to know before the file is used: it is empty, failed, replaced or early, or records came later. */
export function Notices({ report }: { readonly report: Report }) {
  const words = useWords('reports')
  const format = useFormat()
  const { lateRecords = 0, reason = '', warnings = [] } = report
  const state = stateOf(report)
  const isEarly = warnings.some((warning) => warning.reason === 'PERIOD_NOT_OVER')
  const late = { count: lateRecords, text: format.count(lateRecords) }
  return (
    <>
      {state === 'noData' && <p className="notice plain">{words.noDataText}</p>}
      {state === 'failed' && <p className="notice value">{words.failedBecause({ reason })}</p>}
      {state === 'replaced' && <p className="notice plain">{words.replacedText}</p>}
      {report.rerunOf !== undefined && <Replaces reportId={report.rerunOf} />}
      {isEarly && <p className="notice warning">{words.earlyText}</p>}
      {lateRecords > 0 && <p className="notice warning">{words.lateRecords(late)}</p>}
      <Rerun report={report} />
    </>
  )
}

function Replaces({ reportId }: { readonly reportId: string }) {
  const words = useWords('reports')
  return (
    <p className="quiet small">
      <Link
        className="former-version"
        to="/o/$organizationId/reports/$reportId"
        from="/o/$organizationId"
        params={{ reportId }}
      >
        {words.formerVersion}
      </Link>
    </p>
  )
}

const CAN_RUN_AGAIN: ReadonlySet<Report['status']> = new Set(['COMPLETED', 'NO_DATA', 'ERROR'])

/** Makes the report from the records of today; the former version is kept. */
function Rerun({ report: { status, reportId } }: { readonly report: Report }) {
  const words = useWords('reports')
  const may = useMay()
  const navigate = useNavigate({ from: '/o/$organizationId' })
  const { mutate, isPending, error } = useReportAction(reportId)
  const problem = useProblemText(error)
  if (!CAN_RUN_AGAIN.has(status) || !may('reports:manage')) return null
  const rerun = () =>
    mutate('rerun', {
      onSuccess: (made) => {
        showToast(words.rerunOrdered)
        void navigate({ to: '/o/$organizationId/reports/$reportId', params: { reportId: made.reportId } })
      },
    })
  return (
    <div className="rerun">
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      <Button kind="plain" isCompact onClick={rerun} isBusy={isPending}>
        {words.rerun}
      </Button>{' '}
      <span className="quiet small">{words.rerunText}</span>
    </div>
  )
}
