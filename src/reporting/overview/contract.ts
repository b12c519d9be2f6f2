import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { pageParameters, totalOf } from '../../platform/http/server/page-contract.ts'
import { LISTED_PROPERTIES, ReportContract } from '../ordering/contract.ts'
import { NAME_LENGTH_MAX } from '../ordering/report-list-query.ts'
import { REPORT_MIME_TYPES, REPORT_STATUSES } from '../reports/report.ts'
import { SubscriptionContract } from '../subscriptions/contract.ts'
import { OVERVIEW_LIMIT_MAX, OVERVIEW_LIMIT_USUAL } from './overview-query.ts'

const { progress, reason, rerunOf, _link } = ReportContract.properties

const OverviewReport = Type.Object({
  _link,
  ...LISTED_PROPERTIES,
  reportDefinitionName: Type.String(),
  progress,
  reason,
  rerunOf,
  rows: Type.Optional(Type.Integer({ minimum: 0, description: 'Rows of the file; only if there is one.' })),
  bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the file; only if there is one.' })),
  isEarly: Type.Boolean({ description: 'Whether it was made before its period was over.' }),
  isOwn: Type.Boolean({ description: 'Whether you ordered it, so that it counts towards your three at a time.' }),
})

export const OverviewQuery = Type.Object({
  ...ActingFor.properties,
  search: Type.Optional(
    Type.String({ maxLength: NAME_LENGTH_MAX, description: 'Part of the name, in any letter case.' }),
  ),
  status: Type.Optional(
    Type.String({ description: `One or more of ${REPORT_STATUSES.join(', ')}, separated by commas.` }),
  ),
  reportDefinitionId: Type.Optional(Type.Integer({ examples: [210] })),
  reportMimeType: Type.Optional(Type.Enum([...REPORT_MIME_TYPES])),
  isOneTime: Type.Optional(Type.Boolean({ description: 'Only one-time reports, or only those of subscriptions.' })),
  startTime: Type.Optional(
    Type.String({ description: 'Generated, or ordered if generation has not started, at this time or later.' }),
  ),
  endTime: Type.Optional(Type.String({ description: 'The same, before this time.' })),
  ...pageParameters('reports', OVERVIEW_LIMIT_MAX, OVERVIEW_LIMIT_USUAL),
})

export const Overview = Type.Object(
  { reports: Type.Array(OverviewReport), totalReports: totalOf('reports') },
  { description: 'The matching reports, those that were generated or ordered last first.' },
)

export const SubscriptionOverview = Type.Object({
  subscriptions: Type.Array(SubscriptionContract),
  totalSubscriptions: totalOf('subscriptions'),
  subscriptionsMax: Type.Integer({ description: 'How many subscriptions the organization can have.' }),
})

export const OrderOptions = Type.Object(
  {
    timeZones: Type.Array(Type.String(), { description: 'What `timezone` accepts.' }),
    merchantGroups: Type.Array(Type.Object({ groupName: Type.String(), merchants: Type.Integer({ minimum: 0 }) }), {
      description: 'The groups of merchants that `groupName` accepts, by name; at most 1,000.',
    }),
    subscriptions: Type.Integer({ description: 'How many subscriptions the organization has.' }),
    subscriptionsMax: Type.Integer({ description: 'How many it can have.' }),
    unfinished: Type.Integer({
      description: 'How many of your one-time reports are being made or wait. Three are made at a time.',
    }),
  },
  { description: 'What an order can name besides the fields and filters of its definition.' },
)
