// pure
import type { ReportStatus } from '../../../../src/reporting/reports/report.ts'

type Stated = { readonly status: ReportStatus }

const UNFINISHED: ReadonlySet<ReportStatus> = new Set(['PENDING', 'QUEUED', 'RUNNING'])

export function isUnfinished(status: ReportStatus): boolean {
  return UNFINISHED.has(status)
}

export function hasUnfinished(reports: readonly Stated[]): boolean {
  return reports.some(({ status }) => isUnfinished(status))
}

/** How a report stands, as its badge says it: a canceled one is a failed one for the API. */
export type ShownState = 'waiting' | 'queued' | 'running' | 'ready' | 'noData' | 'failed' | 'canceled' | 'replaced'

const STATES: Readonly<Record<ReportStatus, ShownState>> = {
  PENDING: 'waiting',
  QUEUED: 'queued',
  RUNNING: 'running',
  COMPLETED: 'ready',
  NO_DATA: 'noData',
  ERROR: 'failed',
  RERUN: 'replaced',
}

export function stateOf({ status, reason }: Stated & { readonly reason?: string | undefined }): ShownState {
  return status === 'ERROR' && reason === 'canceled' ? 'canceled' : STATES[status]
}

/** The filter of the list: several states together are one choice. */
export const STATE_CHOICES = {
  ready: 'COMPLETED',
  noData: 'NO_DATA',
  running: 'PENDING,QUEUED,RUNNING',
  failed: 'ERROR',
  replaced: 'RERUN',
} as const
export type StateChoice = keyof typeof STATE_CHOICES
