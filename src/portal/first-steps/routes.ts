import { invoiceCare, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { subjectLog } from '../../notifications/index.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { hasReport } from '../../reporting/index.ts'
import { FirstSteps } from './contract.ts'

export type FirstStepsDeps = { readonly database: Pick<Database, 'db'> }

const GET = {
  config: { scope: 'invoices:read', documentedResponses: { 200: FirstSteps, ...REFUSALS } },
  schema: {
    operationId: 'getFirstSteps',
    summary: 'Get how far a new merchant has come',
    description: 'Nothing of it is stored: it is looked up in invoices, mails, webhooks and reports.',
    tags: ['Portal'],
    querystring: ActingFor,
  },
} as const

export function firstStepsRoutes({ database: { db } }: FirstStepsDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/first-steps', GET, async (request) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const [invoices, messages, isReported] = await Promise.all([
        invoiceCare.findFirstInvoices(db, organizationId),
        subjectLog.findFirstMessages(db, organizationId),
        hasReport(db, organizationId),
      ])
      const { hasName, hasLogo, isNew, newestNumber, hasPaid } = invoices
      return {
        ...{ isNew, brand: { hasName, hasLogo } },
        invoice: { isDone: newestNumber !== null, newestNumber },
        payment: { isDone: hasPaid },
        results: { ...messages, hasReport: isReported },
      }
    })
  }
}
