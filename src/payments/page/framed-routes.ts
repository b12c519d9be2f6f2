import Type from 'typebox'
import { getInvoice, REFUSALS, refuseNonMerchant, unsavedInvoices } from '../../invoicing/index.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { ActingFor } from '../../organizations/index.ts'
import { htmlAnswer } from '../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { InvoiceId } from '../http/contract.ts'
import { contentOf } from './form-page.ts'
import { loadPageAssets } from './page-assets.ts'
import { sendFramedPage } from './respond.ts'
import { loadFramedVisit, type PageDeps, pageFolderOf, unsavedVisit } from './visit.ts'

const Query = Type.Object({
  language: Type.Optional(
    Type.String({ examples: [...LANGUAGES], description: 'Default: the language of the invoice.' }),
  ),
  ...ActingFor.properties,
})
const QUERY = members({ language: optional(given(oneOf(LANGUAGES))) })

const SHOW_PAGE = {
  config: {
    scope: 'invoices:read',
    documentedQuery: Query,
    documentedResponses: { 200: htmlAnswer('The page.'), ...REFUSALS },
  },
  schema: {
    operationId: 'showPaymentPage',
    summary: 'Show the payment page of an invoice',
    description:
      'The page as its payer sees it, of a draft too, with the button disabled; for a frame of the same origin. Nothing is stored.',
    tags: ['Portal'],
    params: InvoiceId,
  },
} as const

const PREVIEW_PAGE = {
  bodyLimit: unsavedInvoices.bytesMax,
  config: {
    isServedByCopy: true,
    scope: 'invoices:read',
    documentedBody: unsavedInvoices.contract,
    documentedResponses: { 200: htmlAnswer('The page.'), ...REFUSALS },
  },
  schema: {
    operationId: 'previewUnsavedPage',
    summary: 'Show the payment page of an invoice before it is saved',
    description:
      'The page as its payer will see it, with the button disabled; for a frame of the same origin. Nothing is stored. A frame sends the JSON in the field `preview` of a form.',
    tags: ['Portal'],
    querystring: ActingFor,
  },
} as const

/** The payment page inside the merchant's portal. */
export function framedPageRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const assets = { ...(await loadPageAssets(pageFolderOf(deps))), script: undefined }
    app.get('/portal/v1/invoices/:id/page', SHOW_PAGE, async (request, reply) => {
      refuseNonMerchant(request)
      const { language } = valueOrThrow(QUERY(request.query, ''))
      const { organizationId } = request.organization
      const invoice = await getInvoice(deps.database.db, { organizationId, invoiceNumber: request.params.id })
      const visit = await loadFramedVisit({ deps, request, reply }, assets, { ...invoice, language })
      return sendFramedPage(reply, visit.model, contentOf(visit))
    })
    unsavedInvoices.accept(app)
    app.post('/portal/v1/previews/page', PREVIEW_PAGE, async (request, reply) => {
      refuseNonMerchant(request)
      const { database, clock, mode } = deps
      const reading = { db: database.db, clock, isSandbox: mode === 'sandbox' }
      const unsaved = await unsavedInvoices.load(reading, request.organization, unsavedInvoices.read(request.body))
      const visit = await unsavedVisit({ deps, request, reply }, assets, unsaved)
      return sendFramedPage(reply, visit.model, contentOf(visit))
    })
  }
}
