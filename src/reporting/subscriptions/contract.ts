import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { pageParameters, totalOf } from '../../platform/http/server/page-contract.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'
import { OrderContract, ReadGroup, Warnings, ZONE_NAMES } from '../reports/terms/order-contract.ts'
import { PREDEFINED_TYPES } from './read-predefined.ts'

/** Documents subscriptions. Bodies are validated by `readSubscription`, which gives better messages. */

/** A partner can have very many organizations below it. */
export const LISTED_MAX = 1_000

const { reportStartTime: _from, reportEndTime: _to, ...ordered } = OrderContract.properties

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const SubscriptionName = Type.Object({
  reportName: Type.String({ description: 'Name of the subscription.' }),
})

export const SubscriptionBodyContract = Type.Object(
  {
    ...ordered,
    timezone: Type.String({
      description: `Time zone of the schedule and the report. ${ZONE_NAMES}`,
    }),
    reportFrequency: Type.Optional(
      Type.String({
        description: 'Case-insensitive; default DAILY.',
        examples: ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED'],
      }),
    ),
    reportInterval: Type.Optional(
      Type.String({
        description:
          'Elapsed time between runs, up to PT23H59M. Without USER_DEFINED it has no effect, which is a warning.',
        examples: ['PT2H30M'],
      }),
    ),
    startTime: Type.Optional(
      Type.String({
        description:
          'Local time of the runs, HHMM; default 0000. Also a date-time, as clients make of it: 0900-01-01T00:00:00.000Z means 0900; any other gives the time that it writes.',
        examples: ['0900'],
      }),
    ),
    deliverTo: Type.Optional(
      Type.Array(Type.String({ format: 'email' }), {
        maxItems: 20,
        description:
          'Recipients of an email with a link once a report is finished. If left out, an edited subscription keeps its own; an empty list removes them.',
      }),
    ),
    startDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description:
          'WEEKLY: 1 (Sunday) to 7 (Saturday). MONTHLY: day of the month, or the last day of a shorter month. Default 1.',
      }),
    ),
  },
  { description: 'The report and its schedule. Other fields are ignored.' },
)

const { reportFrequency, startTime, startDay, reportMimeType } = SubscriptionBodyContract.properties

export const PredefinedBodyContract = Type.Object(
  {
    reportDefinitionName: SubscriptionBodyContract.properties.reportDefinitionName,
    subscriptionType: Type.Enum([...PREDEFINED_TYPES], {
      description: 'STANDARD: in Pacific time, daily, weekly or monthly. CLASSIC: in GMT, daily.',
    }),
    reportName: Type.Optional(
      Type.String({
        description: 'Default: from definition, frequency and type, such as the example.',
        examples: ['PaymentBatchDetailReport_Daily_Classic'],
      }),
    ),
    ...{ reportMimeType, reportFrequency, startTime, startDay },
    timezone: Type.Optional(Type.String({ description: 'PST or America/Los_Angeles for STANDARD, GMT for CLASSIC.' })),
    subscriptionStatus: Type.Optional(
      Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'INACTIVE pauses it. Default ACTIVE.' }),
    ),
  },
  { description: 'A report with the default fields of its definition. Other fields are ignored.' },
)

const SkippedPeriod = Type.Object({
  startTime: instant('Start of the period, inclusive.'),
  endTime: instant('End of the period, exclusive.'),
  reason: Type.Enum(['TOO_MANY_MISSED', 'PAUSED']),
})

export const SubscriptionContract = Type.Object(
  {
    organizationId: Type.String(),
    reportDefinitionId: Type.Optional(Type.String({ examples: ['210'] })),
    reportDefinitionName: Type.String(),
    reportDefintionName: Type.String({
      description: 'Same as reportDefinitionName, under the misspelled name that existing clients read.',
    }),
    reportMimeType: Type.Enum([...REPORT_MIME_TYPES]),
    reportFrequency: Type.Enum(['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED']),
    reportInterval: Type.Optional(Type.String()),
    reportName: Type.String(),
    timezone: Type.String({ description: 'As given in the request.' }),
    startTime: Type.String({ description: 'HHMM' }),
    startDay: Type.Optional(Type.Integer()),
    reportFields: Type.Array(Type.String()),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({
      signedAmounts: Type.Boolean(),
      fieldNameConvention: Type.Optional(Type.Enum(['SOAPI', 'SCMP'])),
    }),
    groupName: Type.Optional(Type.String()),
    groupId: ReadGroup,
    deliverTo: Type.Array(Type.String()),
    subscriptionStatus: Type.Enum(['ACTIVE', 'INACTIVE'], {
      description: 'INACTIVE while the subscription is paused.',
    }),
    nextRunTime: Type.Optional(instant('Time of the next run; only while ACTIVE.')),
    skippedPeriods: Type.Array(SkippedPeriod, {
      description: 'The most recent periods without a report, oldest first.',
    }),
    warnings: Warnings,
  },
  { description: 'A recurring report.' },
)

export const SubscriptionListQueryContract = Type.Object({
  ...ActingFor.properties,
  ...pageParameters('subscriptions', LISTED_MAX),
})

export const SubscriptionListContract = Type.Object({
  subscriptions: Type.Array(SubscriptionContract),
  totalSubscriptions: totalOf('subscriptions'),
})

export const ScheduleContract = Type.Object(
  {
    reportName: Type.String(),
    timezone: Type.String(),
    nextRunTimes: Type.Array(
      Type.Object({
        runTime: instant('Time of the run, in UTC.'),
        localRunTime: instant('Local time of the run, with its offset.'),
        reportStartTime: instant('Start of the report’s period, inclusive.'),
        reportEndTime: instant('End of the report’s period, exclusive.'),
        movedBy: Type.Array(Type.Enum(['DAYLIGHT_SAVING', 'MONTH_END']), {
          description:
            'Why the run is not at the configured time or on the configured day: daylight saving skips that time, or the month is shorter.',
        }),
      }),
      { description: 'The next ten runs; empty while the subscription is paused.' },
    ),
  },
  { description: 'The next runs and their periods.' },
)
