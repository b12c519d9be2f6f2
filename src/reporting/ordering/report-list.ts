// pure
import type { ReportFrequency, ReportMimeType } from '../reports/report.ts'
import type { ReportStatus } from '../reports/report-status.ts'

export const TIME_QUERY_TYPES = ['reportTimeFrame', 'executedTime'] as const
/** Which time of a report has to lie in the window. */
export type TimeQueryType = (typeof TIME_QUERY_TYPES)[number]

export type ReportListQuery = {
  readonly timeQueryType: TimeQueryType
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  readonly offset: number
  readonly limit: number
  readonly filters: {
    readonly mimeType: ReportMimeType | undefined
    readonly frequency: ReportFrequency | undefined
    readonly reportName: string | undefined
    readonly definitionId: number | undefined
    readonly status: ReportStatus | undefined
  }
}
