import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { READING_REFUSALS } from '../http/refusal-contract.ts'
import { ReportContract } from '../ordering/contract.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'

const organizationId = Type.Optional(
  Type.String({
    description: 'Whose report it is. Default: your own organization, and if you stand above others, theirs too.',
  }),
)

const download = (description: string) => Type.Optional(Type.Boolean({ description }))

export const DownloadQuery = Type.Object({
  ...ActingFor.properties,
  organizationId,
  reportName: Type.String({ minLength: 1, maxLength: 250 }),
  reportDate: Type.String({
    description: 'The local date on which the period ended, as YYYY-MM-DD or YYYYMMDD.',
    examples: ['2026-03-10', '20260310'],
  }),
  reportTime: Type.Optional(
    Type.String({
      description:
        'Where several runs ended on that date: the local time of the end with its offset. Default: the newest.',
      examples: ['10:00:00+05:00'],
    }),
  ),
  download: download('Accepted, and changes nothing: the answer is the file in any case.'),
})

export const ReportQuery = Type.Object({
  ...ActingFor.properties,
  organizationId,
  download: download('With true the answer is the file, whatever is accepted.'),
})

const file = (description: string) => ({
  description,
  content: Object.fromEntries(
    REPORT_MIME_TYPES.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  ),
})

const FILE = file('The report, in the format in which it was ordered, whatever is accepted.')
const PART = file('The part that Range asks for.')

const FILE_REFUSALS = {
  304: Type.Null({ description: 'It is still what If-None-Match says.' }),
  ...READING_REFUSALS,
  404: {
    ...READING_REFUSALS[404],
    description:
      'There is no such report, or it has no file: NO_DATA (it ran and found no transactions), REPORT_NOT_READY, REPORT_FAILED, FILE_GONE, FILE_DAMAGED.',
  },
  416: { ...READING_REFUSALS[400], description: 'The file has nothing in that range.' },
}

export const FILE_ANSWERS = { 200: FILE, 206: PART, ...FILE_REFUSALS }

export const REPORT_ANSWERS = {
  200: {
    description: 'What is known about the report, or its file where that is asked for.',
    content: { 'application/json': { schema: ReportContract }, ...FILE.content },
  },
  206: PART,
  ...FILE_REFUSALS,
}
