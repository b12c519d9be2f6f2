import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { PDF_ANSWER, sendPdf } from '../../platform/pdf/send-pdf.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { InvoiceId } from '../invoices/contract.ts'
import { findSettings } from '../settings/settings-store.ts'
import { getLoadedInvoice } from '../storage/lock-target.ts'
import { invoicePdf } from './printable-invoice.ts'

export type InvoicePdfRoutesDeps = {
  readonly database: Database
  readonly pdfs: PrintedPdfs
  readonly clock: Clock
  readonly isSandbox: boolean
  readonly config: { readonly baseUrl: string }
}

const GET_PDF = {
  config: {
    scope: 'invoices:read',
    documentedResponses: { 200: PDF_ANSWER, 304: Type.Null({ description: 'Not modified.' }), ...REFUSALS },
  },
  schema: {
    operationId: 'getInvoicePdf',
    summary: 'Download an invoice as a PDF',
    description:
      'In the deliveryLanguage of the invoice, or else of the settings, with the fonts of every script that it contains.',
    tags: ['Invoicing'],
    querystring: ActingFor,
    params: InvoiceId,
  },
} as const

export function invoicePdfRoutes(deps: InvoicePdfRoutesDeps): RoutePlugin {
  const { pdfs, clock, isSandbox, config } = deps
  const { db } = deps.database
  return async (app) => {
    app.addHook('onClose', () => pdfs.close())
    app.get('/invoicing/v2/invoices/:id/pdf', GET_PDF, async (request, reply) => {
      refuseNonMerchant(request)
      const { organization: merchant, caller } = request
      const { organizationId } = merchant
      const [loaded, settings] = await Promise.all([
        getLoadedInvoice(db, { organizationId, invoiceNumber: request.params.id }),
        findSettings(db, organizationId),
      ])
      const pdf = invoicePdf({ ...loaded, settings, merchant, isSandbox }, { ...config, now: clock.now() })
      return sendPdf(reply, pdfs, { pdf, owner: caller.owner.organizationId })
    })
  }
}
