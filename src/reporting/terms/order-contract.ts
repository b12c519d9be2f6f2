import Type from 'typebox'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { REPORT_TIME_ZONES } from '../../kernel/report-time-zones.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'

/** The documented form of orders: they are read by code that says more about them. */

const filterValues = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 })
const groupName = Type.String({
  description: 'Only merchants of this group of the organization.',
})
const timeZone = Type.String({
  description: `Whose days and times the report shows; default: the organization’s own. One of ${REPORT_TIME_ZONES.join(', ')}, or the organization’s own.`,
})

export const OrderContract = Type.Object(
  {
    organizationId: Type.Optional(Type.String({ description: 'The same as the parameter of that name.' })),
    reportDefinitionName: Type.String({
      description: 'In any letter case; an unknown one is 404.',
      examples: REPORT_DEFINITIONS.map(({ name }) => name),
    }),
    reportFields: Type.Array(Type.String(), {
      minItems: 1,
      description: 'The columns in their order, each once, as `Group.Field`.',
    }),
    reportName: Type.String({
      minLength: 1,
      maxLength: 250,
      pattern: '^[a-zA-Z0-9 _+-]+$',
      description: 'No other report or subscription of the organization has it, but for reports that failed.',
    }),
    reportStartTime: Type.String({ format: 'date-time', description: 'From then on.' }),
    reportEndTime: Type.String({
      format: 'date-time',
      description: 'Before then; at most 31 days later, by the clocks of the time zone.',
    }),
    reportMimeType: Type.Optional(Type.Enum([...REPORT_MIME_TYPES], { default: 'text/csv' })),
    reportFrequency: Type.Optional(Type.String({ description: 'ADHOC, in any letter case.', examples: ['ADHOC'] })),
    timezone: Type.Optional(timeZone),
    timeZone: Type.Optional(Type.String({ description: 'The same as timezone.' })),
    reportFilters: Type.Optional(
      Type.Union(
        [
          Type.Record(Type.String(), filterValues),
          Type.Array(Type.Object({ name: Type.String(), values: filterValues })),
        ],
        {
          description:
            'A record is in the report when it has one of the values of each filter. Names as in the definition, in any letter case.',
        },
      ),
    ),
    reportPreferences: Type.Optional(
      Type.Object({
        signedAmounts: Type.Optional(Type.Boolean({ description: 'Amounts that were given back print negative.' })),
        fieldNameConvention: Type.Optional(
          Type.String({
            description: 'How the columns are called; of text/csv only.',
            examples: ['SOAPI', 'SCMP'],
          }),
        ),
      }),
    ),
    groupName: Type.Optional(groupName),
    selectedMerchantGroupName: Type.Optional(Type.String({ description: 'The same as groupName.' })),
    deliverTo: Type.Optional(
      Type.Array(Type.String({ format: 'email' }), {
        maxItems: 20,
        description: 'Who is mailed a link when the report has ended.',
      }),
    ),
  },
  { description: 'An order of a one-time report. Other fields are ignored.' },
)
