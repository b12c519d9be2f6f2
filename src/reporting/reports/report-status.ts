// pure
export const REPORT_STATUSES = ['PENDING', 'QUEUED', 'RUNNING', 'COMPLETED', 'NO_DATA', 'ERROR', 'RERUN'] as const
/**
 * PENDING: its job waits for a worker. QUEUED: its user has as many at work as are allowed. RERUN: another
 * run has taken its place.
 */
export type ReportStatus = (typeof REPORT_STATUSES)[number]
