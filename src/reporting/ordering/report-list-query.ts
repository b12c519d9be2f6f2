// pure

import { pageReaders } from '../../kernel/reading/page-query.ts'
import { members, optional, required, together, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES, REPORT_STATUSES, type ReportStatus } from '../reports/report.ts'
import { timeWindow } from '../reports/terms/time-window.ts'

export const TIME_QUERY_TYPES = ['reportTimeFrame', 'executedTime'] as const
/** Which time of a report must lie in the window. */
export type TimeQueryType = (typeof TIME_QUERY_TYPES)[number]

export const LIMIT_MAX = 2_000
export const NAME_LENGTH_MAX = 250
/** A 32-bit integer: no definition has a larger number. */
export const DEFINITION_ID_MAX = 2_147_483_647

const QUERY = together({
  window: timeWindow,
  list: members({
    timeQueryType: required(given(oneOf(TIME_QUERY_TYPES))),
    ...pageReaders(LIMIT_MAX),
    reportMimeType: optional(given(oneOf(REPORT_MIME_TYPES))),
    reportFrequency: optional(given(oneOf(REPORT_FREQUENCIES))),
    reportName: optional(given(plainText(NAME_LENGTH_MAX))),
    reportDefinitionId: optional(given(wholeNumber(0, DEFINITION_ID_MAX))),
    reportStatus: optional(given(oneOf(REPORT_STATUSES))),
  }),
})

export type ReportListQuery = ReturnType<typeof readReportListQuery> & {
  /** Part of the name, in any letter case. */
  readonly search?: string | undefined
  /** Any of them. */
  readonly statuses?: readonly ReportStatus[] | undefined
  /** One-time reports, or those of subscriptions. */
  readonly isOneTime?: boolean | undefined
}

/** Reads the query of a list request; throws a refusal that names every problem. */
export function readReportListQuery(query: unknown) {
  const { window, list } = valueOrThrow(QUERY(query, ''))
  return { ...list, from: window.from, to: window.to }
}
