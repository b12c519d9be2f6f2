import Type from 'typebox'
import { framedMail, MAIL_FRAME_POLICY } from '../../notifications/pure.ts'
import { ActingFor } from '../../organizations/index.ts'
import { HTML_TYPE, htmlAnswer } from '../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { PDF_ANSWER, sendPdf } from '../../platform/pdf/send-pdf.ts'
import { REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { composedInvoiceMail } from '../mails/composers.ts'
import { type MailComposerDeps, mailFactsOf } from '../mails/load-mail-facts.ts'
import { invoicePdf } from '../pdf/printable-invoice.ts'
import { loadUnsaved } from './load-unsaved.ts'
import { acceptPreviews, PREVIEW_BYTES_MAX, readUnsaved, UnsavedContract } from './read-unsaved.ts'

const PATH = '/portal/v1/previews'
/** Only pages of the service may show it in a frame. The viewer of a browser needs more than our other policies allow. */
const PDF_FRAME = { 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' }

const DOCUMENTED = { tags: ['Portal'], querystring: ActingFor }
const CONFIG = { scope: 'invoices:read', documentedBody: UnsavedContract } as const

const PREVIEW_MAIL = {
  bodyLimit: PREVIEW_BYTES_MAX,
  config: {
    isServedByCopy: true,
    ...CONFIG,
    documentedResponses: { 200: htmlAnswer('The HTML of the mail.'), ...REFUSALS },
  },
  schema: {
    operationId: 'previewUnsavedMail',
    summary: 'Show the mail of an invoice before it is saved',
    description: 'For a frame of the same origin. Nothing is stored or sent.',
    ...DOCUMENTED,
  },
} as const
const PREVIEW_PDF = {
  bodyLimit: PREVIEW_BYTES_MAX,
  config: {
    isServedByCopy: true,
    ...CONFIG,
    documentedResponses: { 200: PDF_ANSWER, 304: Type.Null({ description: 'Not modified.' }), ...REFUSALS },
  },
  schema: {
    operationId: 'previewUnsavedPdf',
    summary: 'Show the PDF of an invoice before it is saved',
    description: 'For a frame of the same origin. Nothing is stored.',
    ...DOCUMENTED,
  },
} as const

/** Mail and PDF of an invoice that is still being written; payments have its page. */
export function previewRoutes(deps: MailComposerDeps): RoutePlugin {
  const { database, clock, pdfs, isSandbox, config } = deps
  return async (app) => {
    acceptPreviews(app)
    app.post(`${PATH}/mail`, PREVIEW_MAIL, async (request, reply) => {
      refuseNonMerchant(request)
      const merchant = request.organization
      const unsaved = await loadUnsaved({ db: database.db, clock, isSandbox }, merchant, readUnsaved(request.body))
      const facts = await mailFactsOf({ ...unsaved, merchant }, { isSandbox })
      const { html, attachments } = composedInvoiceMail(deps, facts, {
        kind: 'invoice',
        recipient: unsaved.invoice.terms.customer.email ?? '',
        createdAt: clock.now(),
        attachments: [],
        hasPdf: config.hasMailPdfs,
      })
      return reply
        .headers({
          'content-type': HTML_TYPE,
          'content-security-policy': MAIL_FRAME_POLICY,
          'x-frame-options': 'SAMEORIGIN',
        })
        .send(
          framedMail(
            html,
            attachments.map((attachment) => ({ contentId: undefined, ...attachment })),
          ),
        )
    })
    app.post(`${PATH}/pdf`, PREVIEW_PDF, async (request, reply) => {
      refuseNonMerchant(request)
      const { organization: merchant, caller } = request
      const unsaved = await loadUnsaved({ db: database.db, clock, isSandbox }, merchant, readUnsaved(request.body))
      const pdf = invoicePdf({ ...unsaved, merchant, isSandbox }, { baseUrl: config.baseUrl, now: clock.now() })
      reply.headers(PDF_FRAME)
      return sendPdf(reply, pdfs, { pdf, owner: caller.owner.organizationId })
    })
  }
}
