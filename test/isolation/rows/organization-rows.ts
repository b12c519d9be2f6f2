import type { Row } from '../row.ts'

const ME = '/organizations/v1/me'
const CLOCK = '/sandbox/v1/clock'
const RECEIVER = '/sandbox/v1/receivers/:name'

export const ORGANIZATION_ROWS: readonly Row[] = [
  { route: `GET ${ME}`, scope: 'any', reach: 'below', ask: () => ({ path: ME }) },
  { route: `GET ${CLOCK}`, scope: 'sandbox', reach: 'own', showsNothing: true, ask: () => ({ path: CLOCK }) },
  {
    route: `POST ${CLOCK}`,
    scope: 'sandbox',
    reach: 'own',
    showsNothing: true,
    isAllowedWhenSuspended: true,
    isNamedInQueryOnly: true,
    ask: () => ({ path: CLOCK, body: { advance: 'PT1S' } }),
  },
  {
    ...{ route: 'POST /sandbox/v1/demo-data', scope: 'sandbox', reach: 'merchant', showsNothing: true },
    // The data is there already when the trail is looked at.
    hasNoAudit: true,
    ask: () => ({ path: '/sandbox/v1/demo-data', body: {} }),
  },
  {
    route: 'GET /sandbox/v1/messages',
    scope: 'sandbox',
    reach: 'below',
    showsNothing: true,
    ask: () => ({ path: '/sandbox/v1/messages' }),
  },
  {
    route: `GET ${RECEIVER}/deliveries`,
    scope: 'sandbox',
    reach: 'below',
    showsNothing: true,
    ask: () => ({ path: '/sandbox/v1/receivers/lab/deliveries' }),
  },
  {
    route: `PUT ${RECEIVER}`,
    hasNoAudit: true,
    scope: 'sandbox',
    reach: 'own',
    showsNothing: true,
    isAllowedWhenSuspended: true,
    isNamedInQueryOnly: true,
    ask: () => ({ path: '/sandbox/v1/receivers/lab', body: { status: 200 } }),
  },
]
