import Type from 'typebox'
import { REPORT_TIME_ZONES } from '../../kernel/report-time-zones.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'
import { OrderContract } from '../terms/order-contract.ts'

/** The documented forms of subscriptions: bodies are read by code that says more about them. */

const { reportStartTime: _from, reportEndTime: _to, ...ordered } = OrderContract.properties

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const SubscriptionName = Type.Object({
  reportName: Type.String({ description: 'Of the subscription.' }),
})

export const SubscriptionBodyContract = Type.Object(
  {
    ...ordered,
    timezone: Type.String({
      description: `Whose clock the schedule and the report go by. One of ${REPORT_TIME_ZONES.join(', ')}.`,
    }),
    reportFrequency: Type.Optional(
      Type.String({
        description: 'In any letter case; default DAILY.',
        examples: ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED'],
      }),
    ),
    reportInterval: Type.Optional(
      Type.String({
        description: 'Of USER_DEFINED: elapsed time between runs, up to PT23H59M.',
        examples: ['PT2H30M'],
      }),
    ),
    startTime: Type.Optional(
      Type.String({
        pattern: '^([01][0-9]|2[0-3])[0-5][0-9]$',
        description: 'When reports are made, HHMM by the clock of the time zone; default 0000.',
      }),
    ),
    startDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description:
          'WEEKLY: 1 for Sunday to 7 for Saturday; MONTHLY: the day of the month, or its last where it is shorter; default 1.',
      }),
    ),
  },
  { description: 'What is to be reported, and when. Other fields are ignored.' },
)

const SkippedPeriod = Type.Object({
  startTime: instant('From then on.'),
  endTime: instant('Before then.'),
  reason: Type.Enum(['TOO_MANY_MISSED', 'PAUSED']),
})

export const SubscriptionContract = Type.Object(
  {
    organizationId: Type.String(),
    reportDefinitionId: Type.Optional(Type.String({ examples: ['210'] })),
    reportDefinitionName: Type.String(),
    reportDefintionName: Type.String({
      description: 'The same, under the misspelled name that existing clients read.',
    }),
    reportMimeType: Type.Enum([...REPORT_MIME_TYPES]),
    reportFrequency: Type.Enum(['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED']),
    reportInterval: Type.Optional(Type.String()),
    reportName: Type.String(),
    timezone: Type.String({ description: 'As it was sent.' }),
    startTime: Type.String({ description: 'HHMM' }),
    startDay: Type.Optional(Type.Integer()),
    reportFields: Type.Array(Type.String()),
    reportFilters: Type.Record(Type.String(), Type.Array(Type.String())),
    reportPreferences: Type.Object({
      signedAmounts: Type.Boolean(),
      fieldNameConvention: Type.Optional(Type.Enum(['SOAPI', 'SCMP'])),
    }),
    groupName: Type.Optional(Type.String()),
    deliverTo: Type.Array(Type.String()),
    subscriptionStatus: Type.Enum(['ACTIVE', 'INACTIVE'], {
      description: 'INACTIVE while it is paused.',
    }),
    nextRunTime: Type.Optional(instant('When the next report is made; while it is ACTIVE.')),
    skippedPeriods: Type.Array(SkippedPeriod, {
      description: 'Of what no reports were made: the latest ones, oldest first.',
    }),
  },
  { description: 'A report that is made again and again.' },
)

export const SubscriptionListContract = Type.Object({
  subscriptions: Type.Array(SubscriptionContract),
})

export const ScheduleContract = Type.Object(
  {
    reportName: Type.String(),
    timezone: Type.String(),
    nextRunTimes: Type.Array(
      Type.Object({
        runTime: instant('In UTC.'),
        localRunTime: instant('The same by the clock of the time zone, with its offset.'),
        reportStartTime: instant('Where the report’s period begins.'),
        reportEndTime: instant('Where it ends; not part of it.'),
        movedBy: Type.Array(Type.Enum(['DAYLIGHT_SAVING', 'MONTH_END']), {
          description:
            'Why it is not at the time or on the day that was asked for: the clock is put forward over it, or the month is shorter.',
        }),
      }),
      { description: 'The next ten; none while the subscription is paused.' },
    ),
  },
  { description: 'When the next reports are made, and of which periods.' },
)
