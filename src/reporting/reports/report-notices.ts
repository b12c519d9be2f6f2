// pure
import { assert } from '../../kernel/assert.ts'
import type { Report } from './report.ts'

type Notice = {
  readonly organizationId: string
  readonly occurredAt: Temporal.Instant
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
}

const EVENT_TYPES = {
  COMPLETED: 'reporting.report.completed',
  NO_DATA: 'reporting.report.no-data',
  ERROR: 'reporting.report.failed',
} as const

/** The event for webhooks when a report has finished. */
export function reportEvent(report: Report): Notice & { readonly type: string } {
  const { status } = report
  assert(status === 'COMPLETED' || status === 'NO_DATA' || status === 'ERROR', 'Only a finished report has an event.')
  return { ...noticeOf(report), type: EVENT_TYPES[status] }
}

export function reportMails(report: Report) {
  const { occurredAt, organizationId, subject, payload } = noticeOf(report)
  return report.terms.deliverTo.map((address) => ({
    organizationId,
    kind: 'report' as const,
    subject,
    cause: `${subject} ready ${address.toLowerCase()}`,
    recipient: { name: undefined, address },
    payload,
    createdAt: occurredAt,
  }))
}

function noticeOf(report: Report): Notice {
  const { terms, period, manifest, completedAt } = report
  assert(completedAt !== undefined, 'A finished report has a completedAt.')
  return {
    organizationId: report.organizationId,
    occurredAt: completedAt,
    subject: `report:${report.reportId}`,
    payload: {
      organizationId: report.organizationId,
      reportId: report.reportId,
      reportName: terms.reportName,
      reportDefinitionName: terms.definitionName,
      reportMimeType: terms.mimeType,
      reportFrequency: report.frequency,
      reportStatus: report.status,
      reportStartTime: period.startsAt.toString(),
      reportEndTime: period.endsAt.toString(),
      timezone: terms.timeZone,
      reportDate: report.reportOn.toString(),
      ...(manifest === undefined ? {} : { rows: manifest.rows, sha256: manifest.sha256 }),
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      href: `/reporting/v3/reports/${report.reportId}?download=true`,
    },
  }
}
