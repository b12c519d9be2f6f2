// pure
import { members, optional, required, together, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES } from '../reports/report.ts'
import { REPORT_STATUSES } from '../reports/report-status.ts'
import { timeWindow } from '../terms/time-window.ts'
import { type ReportListQuery, TIME_QUERY_TYPES } from './report-list.ts'

export const LIMIT_MAX = 2_000
export const NAME_LENGTH_MAX = 250
/** 32 bits: no definition has a larger number. */
const DEFINITION_ID_MAX = 2_147_483_647

const QUERY = together({
  window: timeWindow,
  list: members({
    timeQueryType: required(given(oneOf(TIME_QUERY_TYPES))),
    offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
    limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_MAX),
    reportMimeType: optional(given(oneOf(REPORT_MIME_TYPES))),
    reportFrequency: optional(given(oneOf(REPORT_FREQUENCIES))),
    reportName: optional(given(plainText(NAME_LENGTH_MAX))),
    reportDefinitionId: optional(given(wholeNumber(0, DEFINITION_ID_MAX))),
    reportStatus: optional(given(oneOf(REPORT_STATUSES))),
  }),
})

/** Reads what a client asks for and refuses all that is wrong with it at once. */
export function readReportListQuery(query: unknown): ReportListQuery {
  const { window, list } = valueOrThrow(QUERY(query, ''))
  return {
    from: window.from,
    to: window.to,
    timeQueryType: list.timeQueryType,
    offset: list.offset,
    limit: list.limit,
    filters: {
      mimeType: list.reportMimeType,
      frequency: list.reportFrequency,
      reportName: list.reportName,
      definitionId: list.reportDefinitionId,
      status: list.reportStatus,
    },
  }
}
