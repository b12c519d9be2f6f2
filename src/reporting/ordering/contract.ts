import Type from 'typebox'
import { PHASES, REPORT_FREQUENCIES, REPORT_MIME_TYPES } from '../reports/report.ts'
import { REPORT_STATUSES } from '../reports/report-status.ts'

export const ReportId = Type.Object({ reportId: Type.String({ description: 'Of the report.' }) })

const Link = Type.Object({ href: Type.String(), method: Type.String({ examples: ['GET'] }) })

export const DownloadLink = Type.Optional(
  Type.Object({ reportDownload: Link }, { description: 'Where its file is; absent as long as it has none.' }),
)

const instant = (description: string) => Type.String({ format: 'date-time', description })

/** What the list and the metadata of a report have in common. */
export const LISTED_PROPERTIES = {
  organizationId: Type.String(),
  reportId: Type.String(),
  reportDefinitionId: Type.Optional(
    Type.String({ description: 'The number of its definition, as text.', examples: ['210'] }),
  ),
  reportName: Type.String(),
  reportMimeType: Type.Enum([...REPORT_MIME_TYPES]),
  reportFrequency: Type.Enum([...REPORT_FREQUENCIES]),
  status: Type.Enum([...REPORT_STATUSES]),
  reportStartTime: instant('From then on, with the offset of the report’s time zone.'),
  reportEndTime: instant('Before then, with the offset of the report’s time zone.'),
  timezone: Type.String({ description: 'As it was asked for.' }),
  queuedTime: instant('When it was ordered.'),
  reportGeneratingTime: Type.Optional(instant('When work on it began.')),
  reportCompletedTime: Type.Optional(instant('When it ended, well or not.')),
  subscriptionType: Type.Literal('CUSTOM'),
  groupName: Type.Optional(Type.String({ description: 'Only merchants of this group.' })),
}

const Progress = Type.Object(
  {
    phase: Type.Enum([...PHASES]),
    rowsDone: Type.Integer(),
    rowsEstimated: Type.Optional(Type.Integer()),
  },
  { description: 'How far it is; while it is RUNNING.' },
)

const Manifest = Type.Object(
  {
    rows: Type.Integer(),
    erased: Type.Integer({ description: 'Rows that had been blanked of personal data.' }),
    totals: Type.Array(
      Type.Object({
        field: Type.String(),
        currency: Type.String({ description: 'Empty where a record names none.' }),
        amount: Type.String({ description: 'The exact sum of what the column prints.' }),
      }),
    ),
    sha256: Type.String({ description: 'Of the file, in hexadecimal digits.' }),
    bytes: Type.Integer(),
    cutOff: instant('When the records were read: what came later is not in the file.'),
    definitionName: Type.String(),
    definitionVersion: Type.String(),
    fingerprint: Type.String({ description: 'Changes with the records that were read.' }),
  },
  { description: 'What the file can be checked by; where it has one.' },
)

export const ReportContract = Type.Object(
  {
    _link: DownloadLink,
    _links: Type.Object({ self: Link }),
    ...LISTED_PROPERTIES,
    reportDefinitionName: Type.String(),
    reportDefintionName: Type.String({
      description: 'The same, under the misspelled name that existing clients read.',
    }),
    reportStatus: Type.Enum([...REPORT_STATUSES], { description: 'The same as status.' }),
    reason: Type.Optional(Type.String({ description: 'Why it failed, or was last tried in vain, in words.' })),
    reportFields: Type.Array(Type.String()),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({
      signedAmounts: Type.Boolean(),
      fieldNameConvention: Type.Optional(Type.Enum(['SOAPI', 'SCMP'])),
    }),
    deliverTo: Type.Array(Type.String(), {
      description: 'Who is mailed a link when it has ended.',
    }),
    progress: Type.Optional(Progress),
    manifest: Type.Optional(Manifest),
    lateRecords: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'How many records of its period, merchants and filters have come since they were read: another run would have them. Told of a report that is COMPLETED or NO_DATA, unless it cannot be found out at the moment.',
      }),
    ),
    rerunOf: Type.Optional(Type.String({ description: 'The reportId of the version that this one replaces.' })),
  },
  { description: 'A report: what was ordered and what has come of it.' },
)
