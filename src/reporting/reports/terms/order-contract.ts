import Type from 'typebox'
import { REPORT_DEFINITIONS } from '../../../catalogue/report-definitions.ts'
import { REPORT_MIME_TYPES } from '../report.ts'
import { WARNING_REASONS } from './order-warnings.ts'
import { PRESENT_ZONE_NAMES, REPORT_TIME_ZONES } from './report-time-zones.ts'

/** Documents the body of an order. Orders are validated by `readOrder`, which gives better messages. */

const filterValues = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 1000 })])

export const ReadGroup = Type.Optional(
  Type.String({ description: 'Same as groupName, under the name that existing clients read.' }),
)

export const Warnings = Type.Optional(
  Type.Array(Type.Object({ field: Type.String(), reason: Type.Enum([...WARNING_REASONS]), message: Type.String() }), {
    description: 'Accepted, but possibly not what was intended.',
  }),
)
const groupName = Type.String({
  description: 'Include only merchants of this merchant group.',
})
/** Documents the accepted time zones. */
export const ZONE_NAMES = `One of ${REPORT_TIME_ZONES.join(', ')}; or ${PRESENT_ZONE_NAMES.join(', ')}; or the organization’s own. Returned as it was sent.`
const timeZone = Type.String({
  description: `Time zone of the dates and times in the report. Default: the organization’s time zone. ${ZONE_NAMES}`,
})

export const OrderContract = Type.Object(
  {
    organizationId: Type.Optional(Type.String({ description: 'Same as the query parameter organizationId.' })),
    reportDefinitionName: Type.String({
      description: 'Case-insensitive. An unknown name gets 404.',
      examples: REPORT_DEFINITIONS.map(({ name }) => name),
    }),
    reportFields: Type.Array(Type.String(), {
      minItems: 1,
      description:
        'The columns in their order, each once, in the form `Group.Field` or by an alias. Columns and keys have the name that was asked for; the name of the field alone, or in another letter case, stands for `Group.Field`.',
    }),
    reportName: Type.String({
      minLength: 1,
      maxLength: 250,
      pattern: '^[a-zA-Z0-9 _+-]+$',
      description: 'Must be unique among the organization’s reports and subscriptions. Failed reports do not count.',
    }),
    reportStartTime: Type.String({ format: 'date-time', description: 'Start of the period, inclusive.' }),
    reportEndTime: Type.String({
      format: 'date-time',
      description:
        'End of the period, exclusive; at most 31 days after the start, in the time zone of the report. If it is not over, the report covers what there is, with a warning.',
    }),
    reportMimeType: Type.Optional(Type.Enum([...REPORT_MIME_TYPES], { default: 'text/csv' })),
    reportFrequency: Type.Optional(Type.String({ description: 'ADHOC, case-insensitive.', examples: ['ADHOC'] })),
    timezone: Type.Optional(timeZone),
    timeZone: Type.Optional(Type.String({ description: 'Same as timezone.' })),
    reportFilters: Type.Optional(
      Type.Union(
        [
          Type.Record(Type.String(), filterValues),
          Type.Array(Type.Object({ name: Type.String(), values: filterValues })),
        ],
        {
          description:
            'A record is included if it matches one of the values of every filter. Filter names are those of the report definition, case-insensitive.',
        },
      ),
    ),
    reportPreferences: Type.Optional(
      Type.Object({
        signedAmounts: Type.Optional(Type.Boolean({ description: 'Print refunded amounts as negative numbers.' })),
        fieldNameConvention: Type.Optional(
          Type.String({
            description:
              'Naming convention of the columns; with other formats than text/csv it has no effect, which is a warning.',
            examples: ['SOAPI', 'SCMP'],
          }),
        ),
      }),
    ),
    groupName: Type.Optional(groupName),
    selectedMerchantGroupName: Type.Optional(Type.String({ description: 'Same as groupName.' })),
    groupId: Type.Optional(Type.String({ description: 'Same as groupName, where a response is sent back.' })),
    deliverTo: Type.Optional(
      Type.Array(Type.String({ format: 'email' }), {
        maxItems: 20,
        description: 'Recipients of an email with a link once the report is finished.',
      }),
    ),
  },
  { description: 'The order of a one-time report. Other fields are ignored.' },
)
