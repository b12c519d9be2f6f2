import type { Row } from '../row.ts'

const ME = '/organizations/v1/me'
const CLOCK = '/sandbox/v1/clock'

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
]
