import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { ReportContract } from '../ordering/contract.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'

const organizationId = Type.Optional(
  Type.String({
    description: 'Owner of the report. Default: your own organization and all organizations below it.',
  }),
)

const download = (description: string) => Type.Optional(Type.Boolean({ description }))

export const DownloadQuery = Type.Object({
  ...ActingFor.properties,
  organizationId,
  reportName: Type.String({ minLength: 1, maxLength: 250 }),
  reportDate: Type.String({
    description: 'Local date on which the period ended, YYYY-MM-DD or YYYYMMDD.',
    examples: ['2026-03-10', '20260310'],
  }),
  reportTime: Type.Optional(
    Type.String({
      description:
        'If several periods ended on that date: the local time of the end, with its offset. Default: the newest.',
      examples: ['10:00:00+05:00'],
    }),
  ),
  download: download('Accepted but ignored: the response is always the file.'),
})

export const ReportQuery = Type.Object({
  ...ActingFor.properties,
  organizationId,
  download: download('If true, the response is the file, regardless of Accept.'),
})

const file = (description: string) => ({
  description,
  content: Object.fromEntries(
    REPORT_MIME_TYPES.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  ),
})

const FILE = file('The file, in the format that was ordered, regardless of Accept.')
const PART = file('The requested range of the file.')

const FILE_REFUSALS = {
  304: Type.Null({ description: 'Not modified.' }),
  ...READING_REFUSALS,
  404: {
    ...READING_REFUSALS[404],
    description:
      'Report not found, or it has no file: NO_DATA (no transactions in its period), REPORT_NOT_READY, REPORT_FAILED, FILE_GONE, FILE_DAMAGED.',
  },
  416: { ...READING_REFUSALS[400], description: 'The range lies outside the file.' },
}

export const FILE_ANSWERS = { 200: FILE, 206: PART, ...FILE_REFUSALS }

export const REPORT_ANSWERS = {
  200: {
    description: 'The metadata of the report, or its file if requested.',
    content: { 'application/json': { schema: ReportContract }, ...FILE.content },
  },
  206: PART,
  ...FILE_REFUSALS,
}
