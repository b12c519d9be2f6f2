import { anOrder } from '../../support/data/report-orders.ts'
import { aCompletedReport } from '../../support/data/stored-reports.ts'
import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'
import { merchantGroup } from './merchant-group.ts'

const REPORTS = '/reporting/v3/reports'
const DOWNLOADS = '/reporting/v3/report-downloads'
const DEFINITIONS = '/reporting/v3/report-definitions'
export const UNKNOWN_REPORT = '6d9cb5b6-0e97-4d03-8053-7cb8d30af52e'

/** One that is still to be made. */
const orderedReport: Thing = {
  make: async ({ port }, party, count) => {
    const body = anOrder({ reportName: `${party.word} order ${count}` })
    return (await sendAs(port, party, { method: 'POST', path: REPORTS, body })).body.reportId
  },
  unknownId: UNKNOWN_REPORT,
  owners: 'all',
}

const completedReport: Thing = {
  make: async (app, { organizationId, word, currency }, count) => {
    const given = { organizationId, reportName: `${word} report ${count}`, content: `${currency},${word}\n` }
    return (await aCompletedReport(app, given)).reportId
  },
  unknownId: UNKNOWN_REPORT,
  owners: 'all',
}

const namedReport: Thing = {
  make: async (app, { organizationId, word, currency }, count) => {
    const reportName = `${word} report ${count}`
    await aCompletedReport(app, { organizationId, reportName, content: `${currency},${word}\n` })
    return reportName
  },
  unknownId: 'Unknown report',
  owners: 'all',
}

const order: Row = {
  route: `POST ${REPORTS}`,
  scope: 'reports:manage',
  reach: 'own',
  ask: ({ party, count }) => ({ path: REPORTS, body: anOrder({ reportName: `${party.word} one ${count}` }) }),
}
const report: Row = {
  route: `GET ${REPORTS}/:reportId`,
  scope: 'reports:read',
  reach: 'below',
  thing: completedReport,
  ask: ({ id }) => ({ path: `${REPORTS}/${id}` }),
}

export const REPORT_ROWS: readonly Row[] = [
  {
    route: `GET ${DEFINITIONS}`,
    scope: 'reports:read',
    reach: 'own',
    showsNothing: true,
    ask: () => ({ path: DEFINITIONS }),
  },
  {
    route: `GET ${DEFINITIONS}/:reportDefinitionName`,
    scope: 'reports:read',
    reach: 'own',
    showsNothing: true,
    ask: () => ({ path: `${DEFINITIONS}/TransactionRequestClass` }),
  },
  {
    route: `GET ${REPORTS}`,
    scope: 'reports:read',
    reach: 'below',
    ask: () => ({
      path: REPORTS,
      query: {
        startTime: '2026-03-01T00:00:00Z',
        endTime: '2026-04-01T00:00:00Z',
        timeQueryType: 'reportTimeFrame',
      },
    }),
  },
  order,
  {
    ...order,
    note: 'of a merchant group',
    thing: merchantGroup,
    refuses: '400',
    ask: ({ id, party, count }) => ({
      path: REPORTS,
      body: anOrder({ reportName: `${party.word} of ${count}`, groupName: id }),
    }),
  },
  {
    route: `POST ${REPORTS}/:reportId/rerun`,
    scope: 'reports:manage',
    reach: 'own',
    thing: completedReport,
    ask: ({ id }) => ({ path: `${REPORTS}/${id}/rerun`, body: {} }),
  },
  {
    route: `DELETE ${REPORTS}/:reportId`,
    scope: 'reports:manage',
    reach: 'own',
    thing: orderedReport,
    ask: ({ id }) => ({ path: `${REPORTS}/${id}` }),
  },
  report,
  { ...report, note: 'its file', ask: ({ id }) => ({ path: `${REPORTS}/${id}`, query: { download: 'true' } }) },
  {
    route: `GET ${DOWNLOADS}`,
    scope: 'reports:read',
    reach: 'below',
    thing: namedReport,
    ask: ({ id }) => ({ path: DOWNLOADS, query: { reportName: id, reportDate: '2026-03-09' } }),
  },
]
