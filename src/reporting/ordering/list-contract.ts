import Type from 'typebox'
import { REPORT_FREQUENCIES, REPORT_MIME_TYPES } from '../reports/report.ts'
import { REPORT_STATUSES } from '../reports/report-status.ts'
import { DownloadLink, LISTED_PROPERTIES } from './contract.ts'
import { LIMIT_MAX, NAME_LENGTH_MAX } from './read-report-list-query.ts'
import { TIME_QUERY_TYPES } from './report-list.ts'

const TIME_FORM = 'An instant such as 2026-03-09T10:00:00Z; Z, +01:00 or +0100.'

export const ReportListQueryContract = Type.Object({
  startTime: Type.String({ description: `Where the window begins. ${TIME_FORM}` }),
  endTime: Type.String({ description: `Where the window ends. ${TIME_FORM}` }),
  timeQueryType: Type.Enum([...TIME_QUERY_TYPES], {
    description:
      'reportTimeFrame: the period of the report lies in the window. executedTime: work on it began in the window, or it was ordered in it where work has not begun; start included, end excluded. In any letter case.',
  }),
  organizationId: Type.Optional(
    Type.String({
      description:
        'Only reports of this organization: your own or one below it. Default: your own and, for a partner or account, those of all below it.',
    }),
  ),
  reportMimeType: Type.Optional(Type.Enum([...REPORT_MIME_TYPES])),
  reportFrequency: Type.Optional(Type.Enum([...REPORT_FREQUENCIES], { description: 'In any letter case.' })),
  reportName: Type.Optional(Type.String({ maxLength: NAME_LENGTH_MAX })),
  reportDefinitionId: Type.Optional(Type.Integer({ examples: [210] })),
  reportStatus: Type.Optional(Type.Enum([...REPORT_STATUSES], { description: 'In any letter case.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'How many reports to pass over.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_MAX,
      description: 'How many reports to answer at most; offset leads to further ones.',
    }),
  ),
})

export const ReportListContract = Type.Object(
  {
    reportSearchResults: Type.Array(Type.Object({ _link: DownloadLink, ...LISTED_PROPERTIES })),
  },
  {
    description:
      'The reports that fit all that is asked for, the newest first: by the end of their periods, or by when they were made.',
  },
)
