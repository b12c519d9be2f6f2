import Type from 'typebox'
import { REPORT_FORMATS } from '../../catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { ActingFor } from '../../organizations/index.ts'

const SUBSCRIPTION_TYPES = ['CLASSIC', 'CUSTOM', 'STANDARD'] as const

const subscriptionType = Type.Optional(
  Type.Enum([...SUBSCRIPTION_TYPES], {
    description:
      'In any letter case. All definitions here are CUSTOM, which is the default: for the others the answer is 404.',
  }),
)

export const DefinitionsQuery = Type.Object({ ...ActingFor.properties, subscriptionType })

export const DefinitionQuery = Type.Object({
  ...ActingFor.properties,
  subscriptionType,
  reportMimeType: Type.Optional(
    Type.Enum([...REPORT_FORMATS], {
      description: 'For which format the default settings are meant. Default: text/csv.',
    }),
  ),
  download: Type.Optional(Type.Boolean({ description: 'With true the answer comes as a file to be saved.' })),
})

export const DefinitionName = Type.Object({
  reportDefinitionName: Type.String({
    description: 'In any letter case.',
    examples: REPORT_DEFINITIONS.map(({ name }) => name),
  }),
})

const DefaultSettings = Type.Object(
  {
    reportMimeType: Type.Enum([...REPORT_FORMATS]),
    reportFrequency: Type.String(),
    reportName: Type.String(),
    timezone: Type.String({ description: 'That of the organization.' }),
    startTime: Type.String({ description: 'HHMM.' }),
    startDay: Type.Integer(),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({ signedAmounts: Type.Boolean() }),
  },
  { description: 'What a subscription is that says no more than it must.' },
)

const definitionName = Type.String({ examples: ['TransactionRequestClass'] })

const Definition = Type.Object({
  type: Type.String({ examples: ['Transaction Request Report'] }),
  reportDefinitionId: Type.Integer({ examples: [210] }),
  reportDefinitionName: definitionName,
  reportDefintionName: Type.String({
    description: 'The same, under the misspelled name that existing clients read.',
  }),
  supportedFormats: Type.Array(Type.String()),
  supportedFrequencies: Type.Array(Type.String()),
  description: Type.String(),
  defaultSettings: DefaultSettings,
  subscriptionType: Type.Literal('CUSTOM'),
  dtd: Type.String({ description: 'Where the form of its XML reports is described.' }),
})

export const Definitions = Type.Object(
  { reportDefinitions: Type.Array(Definition) },
  { description: 'All report types.' },
)

const Attribute = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'As in reportFields.', examples: ['BillTo.City'] }),
  description: Type.String(),
  filterType: Type.Optional(
    Type.Enum(['SINGLE', 'MULTI'], {
      description: 'Whether reportFilters may name one value or several; absent where it may not.',
    }),
  ),
  default: Type.Boolean({ description: 'Whether a new subscription starts with it.' }),
  required: Type.Boolean({ description: 'Whether it is in every report.' }),
  supportedType: Type.Optional(Type.Array(Type.String(), { description: 'The values that a filter may name.' })),
  type: Type.Enum(['text', 'code', 'amount', 'decimal', 'integer', 'date', 'instant']),
  length: Type.Optional(Type.Integer({ description: 'Of text: the most characters.' })),
  masked: Type.Boolean({ description: 'Whether only part of the value is kept.' }),
  soapiName: Type.String({ description: 'Column name under fieldNameConvention SOAPI.' }),
  scmpName: Type.String({ description: 'Column name under fieldNameConvention SCMP.' }),
  shortFilterName: Type.Optional(Type.String({ description: 'Another name in reportFilters.', examples: ['email'] })),
  codes: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'The values that are known, and what each means. Others may occur.',
    }),
  ),
})

export const DetailedDefinition = Type.Object(
  { ...Definition.properties, attributes: Type.Array(Attribute) },
  { description: 'A report type with all that can be asked of it.' },
)

export const NotModified = Type.Null({ description: 'It is still what If-None-Match says.' })
