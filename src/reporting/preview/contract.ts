import Type from 'typebox'
import { ScheduleContract, SubscriptionBodyContract } from '../subscriptions/contract.ts'

/** Documents previews. Bodies are read by the same functions as orders and subscriptions. */

export const SAMPLE_ROWS = 50

const instant = (description: string) => Type.String({ format: 'date-time', description })

const { reportFrequency, reportInterval, startTime, startDay, timezone } = SubscriptionBodyContract.properties

export const RunsBody = Type.Object(
  {
    ...{ timezone, reportFrequency, startTime, startDay, reportInterval },
    reportName: Type.Optional(
      Type.String({
        description: 'A subscription that would be edited: the first period starts where its last ended.',
      }),
    ),
  },
  { description: 'A schedule. Other fields are ignored, so that the body of a subscription can be sent.' },
)

const { timezone: zone, nextRunTimes } = ScheduleContract.properties

export const Runs = Type.Object(
  { organizationId: Type.String(), timezone: zone, nextRunTimes },
  { description: 'The next ten runs and their periods.' },
)

export const Sample = Type.Object(
  {
    reportStartTime: instant('Start of the period of the sample, inclusive.'),
    reportEndTime: instant('End of the period, exclusive.'),
    columns: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field, as `Group.Field`.' }),
        name: Type.String({ description: 'The name of the column in the file.' }),
      }),
    ),
    rows: Type.Array(Type.Array(Type.String()), {
      maxItems: SAMPLE_ROWS,
      description: 'The first rows of the file; a missing value is an empty string.',
    }),
    hasMore: Type.Boolean({ description: 'Whether the file would have more rows.' }),
  },
  { description: 'The first rows of a report that has not been ordered.' },
)
