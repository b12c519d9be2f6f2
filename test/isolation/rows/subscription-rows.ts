import { aSubscription } from '../../support/data/report-orders.ts'
import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'
import { merchantGroup } from './merchant-group.ts'

const SUBSCRIPTIONS = '/reporting/v3/report-subscriptions'
const PREDEFINED = '/reporting/v3/predefined-report-subscriptions'

const subscription: Thing = {
  make: async ({ port }, party, count) => {
    const reportName = `${party.word} daily ${count}`
    const { status, text } = await sendAs(port, party, {
      method: 'PUT',
      path: SUBSCRIPTIONS,
      body: aSubscription({ reportName }),
    })
    if (status !== 200) throw new Error(text)
    return reportName
  },
  unknownId: 'Unknown daily',
  owners: 'all',
}

const at = (id: string, rest = '') => ({ path: `${SUBSCRIPTIONS}/${encodeURIComponent(id)}${rest}` })
const put: Row = {
  route: `PUT ${SUBSCRIPTIONS}`,
  scope: 'reports:manage',
  reach: 'own',
  ask: ({ party, count }) => ({
    path: SUBSCRIPTIONS,
    body: aSubscription({ reportName: `${party.word} put ${count}` }),
  }),
}

export const SUBSCRIPTION_ROWS: readonly Row[] = [
  { route: `GET ${SUBSCRIPTIONS}`, scope: 'reports:read', reach: 'below', ask: () => ({ path: SUBSCRIPTIONS }) },
  put,
  {
    route: `PUT ${PREDEFINED}`,
    scope: 'reports:manage',
    reach: 'own',
    ask: ({ party, count }) => ({
      path: PREDEFINED,
      body: {
        ...{ reportDefinitionName: 'TransactionRequestClass', subscriptionType: 'STANDARD' },
        reportName: `${party.word} predefined ${count}`,
      },
    }),
    answers: 201,
  },
  {
    ...put,
    note: 'of a merchant group',
    thing: merchantGroup,
    refuses: '400',
    ask: ({ id, party, count }) => ({
      path: SUBSCRIPTIONS,
      body: aSubscription({ reportName: `${party.word} group ${count}`, groupName: id }),
    }),
  },
  {
    route: `GET ${SUBSCRIPTIONS}/:reportName`,
    scope: 'reports:read',
    reach: 'own',
    thing: subscription,
    ask: ({ id }) => at(id),
  },
  {
    route: `GET ${SUBSCRIPTIONS}/:reportName/schedule`,
    scope: 'reports:read',
    reach: 'own',
    thing: subscription,
    ask: ({ id }) => at(id, '/schedule'),
  },
  {
    route: `DELETE ${SUBSCRIPTIONS}/:reportName`,
    scope: 'reports:manage',
    reach: 'own',
    thing: subscription,
    ask: ({ id }) => at(id),
    showsNothing: true,
  },
  ...['pause', 'resume'].map(
    (action): Row => ({
      route: `POST ${SUBSCRIPTIONS}/:reportName/${action}`,
      scope: 'reports:manage',
      reach: 'own',
      thing: subscription,
      // It is not paused.
      hasNoAudit: action === 'resume',
      ask: ({ id }) => at(id, `/${action}`),
    }),
  ),
]
