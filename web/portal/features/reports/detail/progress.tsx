import { useFormat } from '../../../format/use-format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { Report } from '../queries.ts'

/** How far a report is that is being made, or why it waits. */
export function Progress({ report: { status, progress, reason } }: { readonly report: Report }) {
  const words = useWords('reports')
  const format = useFormat()
  const { rowsDone = 0, rowsEstimated } = progress ?? {}
  const rows =
    rowsEstimated === undefined
      ? undefined
      : words.rowsOf({ done: format.count(rowsDone), total: format.count(rowsEstimated) })
  const waiting = status === 'QUEUED' ? words.queuedText : words.waitingText
  return (
    <section className="card job-progress" aria-label={words.progress}>
      <p className="job-share" role="status">
        {progress === undefined ? waiting : words.phases[progress.phase]}
      </p>
      {rows !== undefined && (
        <>
          <ProgressBar label={words.progress} value={rowsDone} max={Math.max(1, rowsEstimated ?? 1)} text={rows} />
          <p className="quiet small">{rows}</p>
        </>
      )}
      {reason !== undefined && <p className="notice warning value">{words.retried({ reason })}</p>}
      <p className="quiet small">{words.goesOn}</p>
    </section>
  )
}
