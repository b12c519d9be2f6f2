import Type from 'typebox'
import { pageParameters, totalOf } from '../../platform/http/server/page-contract.ts'
import { PHASES, REPORT_FREQUENCIES, REPORT_MIME_TYPES, REPORT_STATUSES } from '../reports/report.ts'
import { ReadGroup, Warnings } from '../reports/terms/order-contract.ts'
import { LIMIT_MAX, NAME_LENGTH_MAX, TIME_QUERY_TYPES } from './report-list-query.ts'

export const ReportId = Type.Object({ reportId: Type.String({ description: 'Id of the report.' }) })

const Link = Type.Object({ href: Type.String(), method: Type.String({ examples: ['GET'] }) })

const DownloadLink = Type.Optional(
  Type.Object({ reportDownload: Link }, { description: 'Link to the file; absent while there is none.' }),
)

const instant = (description: string) => Type.String({ format: 'date-time', description })

/** Properties shared by the list entry and the metadata of a report. */
export const LISTED_PROPERTIES = {
  organizationId: Type.String(),
  reportId: Type.String(),
  reportDefinitionId: Type.Optional(
    Type.String({ description: 'Number of the report definition, as a string.', examples: ['210'] }),
  ),
  reportName: Type.String(),
  reportMimeType: Type.Enum([...REPORT_MIME_TYPES]),
  reportFrequency: Type.Enum([...REPORT_FREQUENCIES]),
  status: Type.Enum([...REPORT_STATUSES]),
  reportStartTime: instant('Start of the period, inclusive, with the offset of the report’s time zone.'),
  reportEndTime: instant('End of the period, exclusive, with the offset of the report’s time zone.'),
  timezone: Type.String({ description: 'As given in the request.' }),
  queuedTime: instant('When the report was ordered.'),
  reportGeneratingTime: Type.Optional(instant('When generation started.')),
  reportCompletedTime: Type.Optional(instant('When the report finished, successfully or not.')),
  subscriptionType: Type.Literal('CUSTOM'),
  groupName: Type.Optional(Type.String({ description: 'Merchant group that the report is limited to.' })),
  groupId: ReadGroup,
}

const Progress = Type.Object(
  {
    phase: Type.Enum([...PHASES]),
    rowsDone: Type.Integer(),
    rowsEstimated: Type.Optional(Type.Integer()),
  },
  { description: 'Progress of the report while it is RUNNING.' },
)

const Manifest = Type.Object(
  {
    rows: Type.Integer(),
    erased: Type.Integer({ description: 'Rows from which personal data had been erased.' }),
    totals: Type.Array(
      Type.Object({
        field: Type.String(),
        currency: Type.String({ description: 'Empty if the records have no currency.' }),
        amount: Type.String({ description: 'Exact sum of the column.' }),
      }),
    ),
    sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
    bytes: Type.Integer(),
    cutOff: instant('When the records were read. Records received later are not in the file.'),
    definitionName: Type.String(),
    definitionVersion: Type.String(),
    fingerprint: Type.String({ description: 'Changes whenever the records of the report change.' }),
    renderingVersion: Type.Integer({ description: 'Version of the rules by which the file was written.' }),
  },
  { description: 'Data to verify the file with; only if there is a file.' },
)

export const ReportContract = Type.Object(
  {
    _link: DownloadLink,
    _links: Type.Object({ self: Link }),
    ...LISTED_PROPERTIES,
    reportDefinitionName: Type.String(),
    reportDefintionName: Type.String({
      description: 'Same as reportDefinitionName, under the misspelled name that existing clients read.',
    }),
    reportStatus: Type.Enum([...REPORT_STATUSES], { description: 'Same as status.' }),
    reason: Type.Optional(Type.String({ description: 'Why the report, or its last attempt, failed.' })),
    reportFields: Type.Array(Type.String()),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({
      signedAmounts: Type.Boolean(),
      fieldNameConvention: Type.Optional(Type.Enum(['SOAPI', 'SCMP'])),
    }),
    deliverTo: Type.Array(Type.String(), {
      description: 'Recipients of an email with a link once the report is finished.',
    }),
    progress: Type.Optional(Progress),
    manifest: Type.Optional(Manifest),
    lateRecords: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Number of matching records received after the report was generated; running it again would include them. Only for COMPLETED and NO_DATA reports, and absent if the number is temporarily unavailable.',
      }),
    ),
    rerunOf: Type.Optional(Type.String({ description: 'reportId of the version that this report replaces.' })),
    warnings: Warnings,
  },
  { description: 'A report: its order, its status and its file.' },
)

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
  ...pageParameters('reports', LIMIT_MAX),
})

export const ReportListContract = Type.Object(
  {
    reportSearchResults: Type.Array(Type.Object({ _link: DownloadLink, ...LISTED_PROPERTIES })),
    totalReports: totalOf('reports'),
  },
  {
    description:
      'The matching reports, newest first: by the end of their periods (reportTimeFrame) or by when they were generated (executedTime).',
  },
)
