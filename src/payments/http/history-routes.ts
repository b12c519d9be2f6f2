import { getInvoice, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { findPaymentsOfInvoice } from '../attempts/payment-store.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { InvoiceId, PaymentListContract } from './contract.ts'
import { presentPayment } from './present-payment.ts'
import { withAttempts } from './with-attempts.ts'

const LIST = {
  config: { scope: 'payments:read', documentedResponses: { 200: PaymentListContract, ...REFUSALS } },
  schema: {
    operationId: 'getInvoicePayments',
    summary: 'List the payments of an invoice',
    description:
      'Oldest first, each with its refunds, disputes and returns; payments received elsewhere and reversed ones included.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: InvoiceId,
  },
} as const

export function paymentHistoryRoutes({ database: { db } }: Pick<PaymentDeps, 'database'>): RoutePlugin {
  return async (app) => {
    app.get('/payments/v1/invoices/:id/payments', LIST, async (request) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const place = { organizationId, invoiceNumber: request.params.id }
      await getInvoice(db, place)
      const payments = await withAttempts(db, await findPaymentsOfInvoice(db, place))
      return { totalPayments: payments.length, payments: payments.map(presentPayment) }
    })
  }
}
