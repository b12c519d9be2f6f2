import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Report, ReportProgress } from '../reports/report.ts'
import { saveProgress } from '../reports/report-store.ts'

type WatchDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Logger
}

const WATCH_DELAY_MS = 1_000

export type RunWatch = {
  readonly setProgress: (progress: ReportProgress) => void
  /** Counts the rows of this query from now on. */
  readonly follow: (queryId: string, progress: ReportProgress) => void
  readonly end: () => Promise<void>
}

/** Saves the progress of the run every second, and aborts the run if it has lost the report. */
export function watchRun({ database, engine, log }: WatchDeps, report: Report, stopping: AbortController): RunWatch {
  let progress = report.progress
  let followed: string | undefined

  const update = async (): Promise<number> => {
    if (progress === undefined || stopping.signal.aborted) return WATCH_DELAY_MS
    const { rowsEstimated = 0 } = progress
    const rows = followed === undefined ? undefined : await engine.rowsRead(followed)
    if (rows !== undefined && progress.phase === 'writing') {
      progress = { ...progress, rowsDone: Math.min(rows, rowsEstimated) }
    }
    if (!(await saveProgress(database.db, report, progress))) stopping.abort()
    return WATCH_DELAY_MS
  }
  // A failure says nothing about the report: the store may be unavailable for a moment.
  const watching = repeat({
    work: update,
    delayAfterFailureMs: WATCH_DELAY_MS,
    failureMessage: 'could not update report progress',
    log,
  })
  return {
    setProgress: (current) => {
      progress = current
      followed = undefined
    },
    follow: (queryId, current) => {
      progress = current
      followed = queryId
    },
    end: watching.stop,
  }
}
