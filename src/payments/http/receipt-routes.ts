import Type from 'typebox'
import { findSettings, invoiceCare, REFUSALS, receiptPdf, refuseNonMerchant } from '../../invoicing/index.ts'
import type { Mode } from '../../kernel/mode.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { PDF_ANSWER, sendPdf } from '../../platform/pdf/send-pdf.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { TransactionId } from './contract.ts'
import { getReceivedPayment } from './received-payment.ts'

const GET_RECEIPT = {
  config: {
    scope: 'payments:read',
    documentedResponses: { 200: PDF_ANSWER, 304: Type.Null({ description: 'Not modified.' }), ...REFUSALS },
  },
  schema: {
    operationId: 'getPaymentReceipt',
    summary: 'Download the receipt of a payment as a PDF',
    description:
      'In the deliveryLanguage of the invoice, or else of the settings. Only a completed payment has a receipt.',
    tags: ['Payments'],
    querystring: ActingFor,
    params: TransactionId,
  },
} as const

export function receiptRoutes({
  database: { db },
  pdfs,
  mode,
}: Pick<PaymentDeps, 'database'> & { readonly pdfs: PrintedPdfs; readonly mode: Mode }): RoutePlugin {
  return async (app) => {
    app.get('/payments/v1/payments/:transactionId/receipt', GET_RECEIPT, async (request, reply) => {
      refuseNonMerchant(request)
      const { organization: merchant, caller } = request
      const { organizationId } = merchant
      const { transactionId: paymentId } = request.params
      const { invoiceNumber, payment } = await getReceivedPayment(db, { organizationId, paymentId })
      const [loaded, settings] = await Promise.all([
        invoiceCare.load(db, { organizationId, invoiceNumber }),
        findSettings(db, organizationId),
      ])
      const pdf = receiptPdf({ ...loaded, settings, merchant, isSandbox: mode === 'sandbox' }, payment)
      return sendPdf(reply, pdfs, { pdf, owner: caller.owner.organizationId })
    })
  }
}
