// pure
import { AppError } from '../../kernel/errors.ts'
import { REPORT_STATUSES, type Report, type ReportFile, type ReportManifest, type ReportStatus } from './report.ts'

const MOVES: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  QUEUED: ['PENDING', 'ERROR'],
  PENDING: ['RUNNING', 'ERROR'],
  // A lost run starts again; a failed one waits for its next attempt.
  RUNNING: ['RUNNING', 'PENDING', 'COMPLETED', 'NO_DATA', 'ERROR'],
  COMPLETED: ['RERUN'],
  NO_DATA: ['RERUN'],
  ERROR: ['RERUN'],
  RERUN: [],
}

const CANCELED = 'canceled'

function canMove(from: ReportStatus, to: ReportStatus): boolean {
  return MOVES[from].includes(to)
}

export function isFinished(status: ReportStatus): boolean {
  return !canMove(status, 'ERROR')
}

export const FINISHED_STATUSES: readonly ReportStatus[] = REPORT_STATUSES.filter(isFinished)

/** Its user has room for it now. */
export function admitted(report: Report): Report {
  return moved(report, 'PENDING')
}

export function running(
  report: Report,
  { at, runId }: { readonly at: Temporal.Instant; readonly runId: string },
): Report {
  const progress = { phase: 'waiting for records', rowsDone: 0, rowsEstimated: undefined } as const
  return { ...moved(report, 'RUNNING'), generatingAt: report.generatingAt ?? at, runId, progress }
}

export function completed(
  report: Report,
  result: {
    readonly at: Temporal.Instant
    readonly file: ReportFile
    readonly manifest: ReportManifest
  },
): Report {
  const { at, file, manifest } = result
  return { ...ended(report, 'COMPLETED', at), file, manifest }
}

export function withoutData(report: Report, { at }: { readonly at: Temporal.Instant }): Report {
  return ended(report, 'NO_DATA', at)
}

export function failed(
  report: Report,
  { at, reason }: { readonly at: Temporal.Instant; readonly reason: string },
): Report {
  return { ...ended(report, 'ERROR', at), reason }
}

export function canceled(report: Report, { at }: { readonly at: Temporal.Instant }): Report {
  return failed(report, { at, reason: CANCELED })
}

/** The attempt failed; another one follows. */
export function postponed(
  report: Report,
  { reason, isCounted = true }: { readonly reason: string; readonly isCounted?: boolean },
): Report {
  const before = { ...moved(report, 'PENDING'), runId: undefined, progress: undefined }
  return { ...before, reason, failures: report.failures + (isCounted ? 1 : 0) }
}

/** Another report has replaced this one, whose file is kept. */
export function replaced(report: Report): Report {
  return moved(report, 'RERUN')
}

/** The refusal of an action that the status of a report does not allow. */
export function invalidStatus(message: string): AppError {
  return new AppError('conflict', 'INVALID_STATUS', message, [{ field: 'reportId', reason: 'INVALID_STATUS' }])
}

function ended(report: Report, status: ReportStatus, at: Temporal.Instant): Report {
  return {
    ...moved(report, status),
    reason: undefined,
    completedAt: at,
    runId: undefined,
    progress: undefined,
  }
}

function moved(report: Report, status: ReportStatus): Report {
  if (!canMove(report.status, status)) {
    throw new AppError('conflict', 'INVALID_STATUS', `The report is ${report.status} and cannot become ${status}.`)
  }
  return { ...report, status }
}
