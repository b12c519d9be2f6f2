import Type from 'typebox'
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES } from '../reports/report.ts'
import { REPORT_STATUSES } from '../reports/report-status.ts'
import { DownloadLink, LISTED_PROPERTIES } from './contract.ts'
import { TIME_QUERY_TYPES } from './report-list.ts'
import { LIMIT_MAX, NAME_LENGTH_MAX } from './report-list-query.ts'

const TIME_FORM = 'A timestamp such as 2026-03-09T10:00:00Z; the offset is Z, +01:00 or +0100.'

export const ReportListQueryContract = Type.Object({
  startTime: Type.String({ description: `Start of the window. ${TIME_FORM}` }),
  endTime: Type.String({ description: `End of the window. ${TIME_FORM}` }),
  timeQueryType: Type.Enum([...TIME_QUERY_TYPES], {
    description:
      'reportTimeFrame: the period of the report lies within the window. executedTime: generation started (or, if it has not started, the report was ordered) within the window; start inclusive, end exclusive. Case-insensitive.',
  }),
  organizationId: Type.Optional(
    Type.String({
      description:
        'Only reports of this organization: your own or one below it. Default: your own and, for a partner or account, all organizations below it.',
    }),
  ),
  reportMimeType: Type.Optional(Type.Enum([...REPORT_MIME_TYPES])),
  reportFrequency: Type.Optional(Type.Enum([...REPORT_FREQUENCIES], { description: 'Case-insensitive.' })),
  reportName: Type.Optional(Type.String({ maxLength: NAME_LENGTH_MAX })),
  reportDefinitionId: Type.Optional(Type.Integer({ examples: [210] })),
  reportStatus: Type.Optional(Type.Enum([...REPORT_STATUSES], { description: 'Case-insensitive.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of reports to skip.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_MAX,
      description: 'Maximum number of reports to return; use offset to page.',
    }),
  ),
})

export const ReportListContract = Type.Object(
  {
    reportSearchResults: Type.Array(Type.Object({ _link: DownloadLink, ...LISTED_PROPERTIES })),
  },
  {
    description:
      'The matching reports, newest first: by the end of their periods (reportTimeFrame) or by when they were generated (executedTime).',
  },
)
