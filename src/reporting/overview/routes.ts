import { pageReaders, totalOfPage } from '../../kernel/reading/page-query.ts'
import { members, valueOrThrow } from '../../kernel/reading/reading.ts'
import { ActingFor, actorOf, merchantGroups } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ownersOf } from '../http/owners.ts'
import { LISTING_REFUSALS, READING_REFUSALS } from '../http/refusal-contract.ts'
import { orderedByOf } from '../ordering/create-report.ts'
import { viewerOf } from '../ordering/present.ts'
import { countReports, listReports } from '../ordering/report-list-store.ts'
import { countUnfinished } from '../reports/report-store.ts'
import { timeZonesFor } from '../reports/terms/read-terms.ts'
import { LISTED_MAX, SubscriptionListQueryContract } from '../subscriptions/contract.ts'
import { presentSubscription } from '../subscriptions/present.ts'
import { countSubscriptions, listSubscriptions } from '../subscriptions/subscription-store.ts'
import { OrderOptions, Overview, OverviewQuery, SubscriptionOverview } from './contract.ts'
import { readOverviewQuery } from './overview-query.ts'
import { presentOverviewReport } from './present.ts'

export type OverviewDeps = { readonly database: Database; readonly subscriptionsMax: number }

const scope = 'reports:read'
const GROUPS_LISTED_MAX = 1_000
const LIST_QUERY = members(pageReaders(LISTED_MAX))

const REPORTS = {
  config: {
    scope,
    isList: true,
    documentedQuery: OverviewQuery,
    documentedResponses: { 200: Overview, ...LISTING_REFUSALS },
  },
  schema: {
    operationId: 'getReportOverview',
    summary: 'List reports with their progress',
    description:
      'Like GET /reporting/v3/reports, for people: without a time window, with progress and rows, and with an empty list where nothing matches.',
    tags: ['Portal'],
  },
} as const
const SUBSCRIPTIONS = {
  config: {
    scope,
    isList: true,
    documentedQuery: SubscriptionListQueryContract,
    documentedResponses: { 200: SubscriptionOverview, ...LISTING_REFUSALS },
  },
  schema: {
    operationId: 'getSubscriptionOverview',
    summary: 'List report subscriptions with their limit',
    description: 'Like GET /reporting/v3/report-subscriptions, with an empty list where there are none.',
    tags: ['Portal'],
  },
} as const
const OPTIONS = {
  config: { scope, documentedResponses: { 200: OrderOptions, ...READING_REFUSALS } },
  schema: {
    operationId: 'getReportOptions',
    summary: 'Get the time zones, merchant groups and limits of orders',
    tags: ['Portal'],
    querystring: ActingFor,
  },
} as const

/** Reports and subscriptions as people look at them. */
export function overviewRoutes({ database: { db }, subscriptionsMax }: OverviewDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/reports', REPORTS, async (request) => {
      const [owners, query] = [ownersOf(request), readOverviewQuery(request.query)]
      const reports = await listReports(db, owners, query)
      const total = await totalOfPage(query, reports, () => countReports(db, owners, query))
      const viewer = viewerOf(request)
      const orderedBy = orderedByOf(actorOf(request).by)
      return { reports: reports.map((one) => presentOverviewReport(one, viewer, orderedBy)), totalReports: total }
    })
    app.get('/portal/v1/report-subscriptions', SUBSCRIPTIONS, async (request) => {
      const [owners, page] = [ownersOf(request), valueOrThrow(LIST_QUERY(request.query, ''))]
      const subscriptions = await listSubscriptions(db, owners, page)
      const total = await totalOfPage(page, subscriptions, () => countSubscriptions(db, owners))
      return {
        subscriptions: subscriptions.map((one) => presentSubscription(one)),
        totalSubscriptions: total,
        subscriptionsMax,
      }
    })
    app.get('/portal/v1/report-options', OPTIONS, async (request) => {
      const { organizationId, timeZone } = request.organization
      const [groups, subscriptions, unfinished] = await Promise.all([
        merchantGroups.list(db, organizationId, { limit: GROUPS_LISTED_MAX }),
        countSubscriptions(db, { organizationId, includesBelow: false }),
        countUnfinished(db, orderedByOf(actorOf(request).by)),
      ])
      return {
        timeZones: timeZonesFor(timeZone),
        merchantGroups: groups.map(({ name, members: merchants }) => ({ groupName: name, merchants })),
        ...{ subscriptions, subscriptionsMax, unfinished },
      }
    })
  }
}
