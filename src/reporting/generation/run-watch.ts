import { setTimeout as sleep } from 'node:timers/promises'
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
  /** From now on the rows of this query are counted. */
  readonly follow: (queryId: string, progress: ReportProgress) => void
  readonly end: () => Promise<void>
}

/** Tells how far the run is, every second, and stops it when the report is no longer its own. */
export function watchRun({ database, engine, log }: WatchDeps, report: Report, stopping: AbortController): RunWatch {
  const ended = new AbortController()
  let progress = report.progress
  let followed: string | undefined

  const look = async (): Promise<void> => {
    if (progress === undefined) return
    const { rowsEstimated = 0 } = progress
    const rows = followed === undefined ? undefined : await engine.rowsRead(followed)
    if (rows !== undefined && progress.phase === 'writing') {
      progress = { ...progress, rowsDone: Math.min(rows, rowsEstimated) }
    }
    if (!(await saveProgress(database.db, report, progress))) stopping.abort()
  }
  const watching = (async () => {
    while (!ended.signal.aborted && !stopping.signal.aborted) {
      await sleep(WATCH_DELAY_MS, undefined, { signal: ended.signal }).catch(() => undefined)
      if (ended.signal.aborted) return
      // A store that is away for a moment says nothing about the report.
      await look().catch((error: unknown) => log.debug({ err: error }, 'could not update report progress'))
    }
  })()
  return {
    setProgress: (noted) => {
      progress = noted
      followed = undefined
    },
    follow: (queryId, noted) => {
      progress = noted
      followed = queryId
    },
    end: async () => {
      ended.abort()
      await watching
    },
  }
}
