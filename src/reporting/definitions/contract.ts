import Type from 'typebox'
import { REPORT_FORMATS } from '../../catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { ActingFor } from '../../organizations/index.ts'

const SUBSCRIPTION_TYPES = ['CLASSIC', 'CUSTOM', 'STANDARD'] as const

const subscriptionType = Type.Optional(
  Type.Enum([...SUBSCRIPTION_TYPES], {
    description: 'Case-insensitive. All definitions are CUSTOM, which is the default; other types get 404.',
  }),
)

export const DefinitionsQuery = Type.Object({ ...ActingFor.properties, subscriptionType })

export const DefinitionQuery = Type.Object({
  ...ActingFor.properties,
  subscriptionType,
  reportMimeType: Type.Optional(
    Type.Enum([...REPORT_FORMATS], {
      description: 'Format that the default settings are for. Default: text/csv.',
    }),
  ),
  download: Type.Optional(Type.Boolean({ description: 'If true, the response is sent as an attachment.' })),
})

export const DefinitionName = Type.Object({
  reportDefinitionName: Type.String({
    description: 'Case-insensitive.',
    examples: REPORT_DEFINITIONS.map(({ name }) => name),
  }),
})

const DefaultSettings = Type.Object(
  {
    reportMimeType: Type.Enum([...REPORT_FORMATS]),
    reportFrequency: Type.String(),
    reportName: Type.String(),
    timezone: Type.String({ description: 'Time zone of the organization.' }),
    startTime: Type.String({ description: 'HHMM.' }),
    startDay: Type.Integer(),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({ signedAmounts: Type.Boolean() }),
  },
  { description: 'Settings of a subscription that gives only the required fields.' },
)

const definitionName = Type.String({ examples: ['TransactionRequestClass'] })

const Definition = Type.Object({
  type: Type.String({ examples: ['Transaction Request Report'] }),
  reportDefinitionId: Type.Integer({ examples: [210] }),
  reportDefinitionName: definitionName,
  reportDefintionName: Type.String({
    description: 'Same as reportDefinitionName, under the misspelled name that existing clients read.',
  }),
  supportedFormats: Type.Array(Type.String(), { description: 'The values that reportMimeType accepts.' }),
  supportedFrequencies: Type.Array(Type.String()),
  description: Type.String(),
  defaultSettings: DefaultSettings,
  subscriptionType: Type.Literal('CUSTOM'),
  dtd: Type.String({ description: 'Path of the DTD of its XML reports.' }),
})

export const Definitions = Type.Object(
  { reportDefinitions: Type.Array(Definition) },
  { description: 'All report definitions.' },
)

const Attribute = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Name to use in reportFields.', examples: ['BillTo.City'] }),
  description: Type.String(),
  filterType: Type.Optional(
    Type.Enum(['SINGLE', 'MULTI'], {
      description: 'Whether a filter takes one value or several; absent if the field cannot be filtered.',
    }),
  ),
  default: Type.Boolean({ description: 'Whether new subscriptions include it by default.' }),
  required: Type.Boolean({ description: 'Whether every report includes it.' }),
  supportedType: Type.Optional(Type.Array(Type.String(), { description: 'Values that a filter accepts.' })),
  type: Type.Enum(['text', 'code', 'amount', 'decimal', 'integer', 'date', 'instant']),
  length: Type.Optional(Type.Integer({ description: 'Maximum length of a text field, in characters.' })),
  masked: Type.Boolean({ description: 'Whether only a part of the value is stored.' }),
  soapiName: Type.String({ description: 'Column name under fieldNameConvention SOAPI.' }),
  scmpName: Type.String({ description: 'Column name under fieldNameConvention SCMP.' }),
  shortFilterName: Type.Optional(
    Type.String({ description: 'Alternative name in reportFilters.', examples: ['email'] }),
  ),
  codes: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Known values and their meanings. Other values may occur.',
    }),
  ),
})

export const DetailedDefinition = Type.Object(
  { ...Definition.properties, attributes: Type.Array(Attribute) },
  { description: 'A report definition with its fields.' },
)

export const NotModified = Type.Null({ description: 'Not modified.' })
