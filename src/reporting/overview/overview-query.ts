import { pageReaders } from '../../kernel/reading/page-query.ts'
import { checked, invalid, members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, instant, isTrue, oneOf, plainText, someOf, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { DEFINITION_ID_MAX, NAME_LENGTH_MAX, type ReportListQuery } from '../ordering/report-list-query.ts'
import { REPORT_MIME_TYPES, REPORT_STATUSES } from '../reports/report.ts'

export const OVERVIEW_LIMIT_MAX = 200
export const OVERVIEW_LIMIT_USUAL = 50

/** Every report was ordered between them. */
const EVER = { from: Temporal.Instant.from('1970-01-01T00:00:00Z'), to: Temporal.Instant.from('2200-01-01T00:00:00Z') }

const QUERY = checked(
  members({
    ...pageReaders(OVERVIEW_LIMIT_MAX, OVERVIEW_LIMIT_USUAL),
    search: optional(given(plainText(NAME_LENGTH_MAX))),
    status: optional(given(someOf(oneOf(REPORT_STATUSES)))),
    reportDefinitionId: optional(given(wholeNumber(0, DEFINITION_ID_MAX))),
    reportMimeType: optional(given(oneOf(REPORT_MIME_TYPES))),
    isOneTime: optional(given(isTrue)),
    startTime: optional(given(instant)),
    endTime: optional(given(instant)),
  }),
  ({ startTime = EVER.from, endTime = EVER.to }) =>
    Temporal.Instant.compare(startTime, endTime) < 0 ? [] : [invalid('endTime', 'must be later than startTime')],
)

/** Reads the query of the overview; throws a refusal that names every problem. */
export function readOverviewQuery(query: unknown): ReportListQuery {
  const { status, startTime = EVER.from, endTime = EVER.to, ...rest } = valueOrThrow(QUERY(query, ''))
  return {
    ...rest,
    statuses: status,
    timeQueryType: 'executedTime',
    from: startTime,
    to: endTime,
    reportFrequency: undefined,
    reportName: undefined,
    reportStatus: undefined,
  }
}
