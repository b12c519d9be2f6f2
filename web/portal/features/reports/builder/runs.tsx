import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { clockChange, localTimeText, periodText } from '../period-text.ts'
import type { Run } from '../queries.ts'
import type { ReportForm } from './form.ts'
import { useRuns } from './preview-queries.ts'

/** The next ten runs, with a mark where the clock changes. */
export function NextRuns({ form, isEdit }: { readonly form: ReportForm; readonly isEdit: boolean }) {
  const words = useWords('reports')
  const { data, isError, refetch } = useRuns(form, { isEdit })
  if (form.isOnce) return null
  return (
    <section className="next-runs" aria-labelledby="next-runs">
      <h2 id="next-runs">{words.nextRuns}</h2>
      {data === undefined && (isError ? <Failed title={words.runsFailed} onRetry={refetch} /> : <SkeletonLines />)}
      <ol>
        {data?.nextRunTimes.map((run) => (
          <NextRun key={run.runTime} run={run} />
        ))}
      </ol>
    </section>
  )
}

function NextRun({ run }: { readonly run: Run }) {
  const words = useWords('reports')
  const language = useLanguage()
  const change = clockChange(run.reportStartTime, run.reportEndTime)
  const marks = [
    ...(change === undefined ? [] : [words.clockChanges[change]]),
    ...run.movedBy.map((reason) => words.movedBy[reason]),
  ]
  return (
    <li>
      <span className="run-time">{localTimeText(run.localRunTime, language)}</span>
      <span className="quiet small">{periodText(run.reportStartTime, run.reportEndTime, language)}</span>
      {marks.map((mark) => (
        <span key={mark} className="badge partial">
          {mark}
        </span>
      ))}
    </li>
  )
}
