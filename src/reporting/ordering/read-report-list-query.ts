// pure
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES } from '../reports/report.ts'
import { REPORT_STATUSES } from '../reports/report-status.ts'
import { readWindow } from '../terms/asked-window.ts'
import { nameUpTo, oneOf, QueryReader, wholeNumber } from '../terms/query-reader.ts'
import { type ReportListQuery, TIME_QUERY_TYPES } from './report-list.ts'

export const LIMIT_MAX = 2_000
export const NAME_LENGTH_MAX = 250
/** 32 bits: no definition has a larger number. */
const DEFINITION_ID_MAX = 2_147_483_647

/** Reads what a client asks for and refuses all that is wrong with it at once. */
export function readReportListQuery(query: unknown): ReportListQuery {
  const reader = new QueryReader(query)
  const { from, to } = readWindow(reader)
  const asked: ReportListQuery = {
    from,
    to,
    timeQueryType: reader.required('timeQueryType', oneOf(TIME_QUERY_TYPES), 'reportTimeFrame'),
    offset: reader.optional('offset', wholeNumber(0, Number.MAX_SAFE_INTEGER)) ?? 0,
    limit: reader.optional('limit', wholeNumber(1, LIMIT_MAX)) ?? LIMIT_MAX,
    filters: {
      mimeType: reader.optional('reportMimeType', oneOf(REPORT_MIME_TYPES)),
      frequency: reader.optional('reportFrequency', oneOf(REPORT_FREQUENCIES)),
      reportName: reader.optional('reportName', nameUpTo(NAME_LENGTH_MAX)),
      definitionId: reader.optional('reportDefinitionId', wholeNumber(0, DEFINITION_ID_MAX)),
      status: reader.optional('reportStatus', oneOf(REPORT_STATUSES)),
    },
  }
  reader.end()
  return asked
}
