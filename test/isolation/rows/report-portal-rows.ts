import { anOrder, aSubscription } from '../../support/data/report-orders.ts'
import { aCompletedReport } from '../../support/data/stored-reports.ts'
import type { Row, Thing } from '../row.ts'
import { merchantGroup } from './merchant-group.ts'
import { UNKNOWN_REPORT } from './report-rows.ts'

const PORTAL = '/portal/v1'
const SAMPLES = `${PORTAL}/report-samples`
const MARCH = {
  reportDefinitionName: 'PaymentBatchDetailClass',
  reportFields: ['Request.RequestID', 'PaymentData.RequestedAmountCurrencyCode'],
  reportStartTime: '2026-03-01T00:00:00Z',
  reportEndTime: '2026-04-01T00:00:00Z',
}

const WINDOW = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

/** A workbook is written by the service itself: the engine of the matrix has another folder than the service. */
const workbook: Thing = {
  make: async (app, { organizationId, word }, count) => {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return (await aCompletedReport(app, { organizationId, mimeType, reportName: `${word} workbook ${count}` })).reportId
  },
  unknownId: UNKNOWN_REPORT,
  owners: 'all',
}

/** A subscription that a preview of its runs names; an unknown one is a new schedule. */
const runs: Row = {
  route: `POST ${PORTAL}/report-runs`,
  scope: 'reports:read',
  reach: 'own',
  hasNoAudit: true,
  ask: () => ({ path: `${PORTAL}/report-runs`, body: aSubscription() }),
  showsNothing: true,
}

const sample: Row = {
  route: `POST ${SAMPLES}`,
  scope: 'reports:manage',
  reach: 'below',
  ask: () => ({ path: SAMPLES, body: anOrder(MARCH) }),
}

const onDemand: Row = {
  route: `GET ${PORTAL}/on-demand-reports/:name`,
  scope: 'reports:read',
  reach: 'below',
  ask: () => ({ path: `${PORTAL}/on-demand-reports/net-fundings`, query: WINDOW }),
}

export const REPORT_PORTAL_ROWS: readonly Row[] = [
  { route: `GET ${PORTAL}/reports`, scope: 'reports:read', reach: 'below', ask: () => ({ path: `${PORTAL}/reports` }) },
  {
    ...{ route: `GET ${PORTAL}/report-subscriptions`, scope: 'reports:read', reach: 'below' },
    ask: () => ({ path: `${PORTAL}/report-subscriptions` }),
  },
  {
    ...{ route: `GET ${PORTAL}/report-options`, scope: 'reports:read', reach: 'own', showsNothing: true },
    ask: () => ({ path: `${PORTAL}/report-options` }),
  },
  {
    ...{ route: `POST ${PORTAL}/reports/:reportId/verification`, scope: 'reports:read', reach: 'below' },
    thing: workbook,
    ask: ({ id }) => ({ path: `${PORTAL}/reports/${id}/verification`, body: {} }),
    showsNothing: true,
  },
  runs,
  onDemand,
  {
    ...onDemand,
    note: 'of a merchant group',
    reach: 'own',
    thing: merchantGroup,
    refuses: '400',
    ask: ({ id }) => ({ path: `${PORTAL}/on-demand-reports/net-fundings`, query: { ...WINDOW, groupName: id } }),
  },
  sample,
  {
    ...sample,
    note: 'of a merchant group',
    reach: 'own',
    thing: merchantGroup,
    refuses: '400',
    ask: ({ id }) => ({ path: SAMPLES, body: anOrder({ ...MARCH, groupName: id }) }),
  },
]
