import type { FastifyReply } from 'fastify'
import { invoicePdf, receiptPdf } from '../../invoicing/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { addRateLimit } from '../../platform/http/server/rate-limit.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import type { Attempt } from '../model/attempt.ts'
import { getReceivedPayment } from '../receipts/received-payment.ts'
import { continueAttempt, showAttempt, showReturn, withAttempt } from './attempt-pages.ts'
import { showForm } from './form-page.ts'
import { loadPageAssets } from './page-assets.ts'
import { addFormBody } from './read-body.ts'
import { submitForm } from './submit-form.ts'
import { type PageDeps, sendNotFound, type Visit, visiting } from './visit.ts'

/** The token is all that a payer needs, so it stays out of the log. */
const PAGE = { config: { isPathSecret: true }, schema: { hide: true } } as const

/** The hosted payment page. Reading a page changes nothing; a form pays once, however often it is sent. */
export function payPageRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const assets = await loadPageAssets(`${new URL(deps.config.baseUrl).pathname.replace(/\/$/, '')}/pay/assets`)
    const visit = visiting(deps, assets)
    addFormBody(app)
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: ({ ip }) => ip })
    app.get<{ Params: { file: string } }>('/pay/assets/:file', { schema: { hide: true } }, async (request, reply) => {
      const file = assets.files.get(request.params.file)
      return file === undefined ? sendNotFound(request, reply) : file.send(request, reply)
    })
    app.get(
      '/pay/:token',
      PAGE,
      visit((visited) => showForm(visited)),
    )
    app.post('/pay/:token', PAGE, visit(submitForm))
    app.get('/pay/:token/logo', PAGE, visit(sendLogo))
    app.get('/pay/:token/invoice.pdf', PAGE, visit(sendInvoicePdf))
    app.get('/pay/:token/attempts/:key/receipt.pdf', PAGE, visit(withAttempt(sendReceiptPdf)))
    app.get('/pay/:token/attempts/:key', PAGE, visit(withAttempt(showAttempt)))
    app.get('/pay/:token/attempts/:key/return', PAGE, visit(withAttempt(showReturn)))
    app.post('/pay/:token/attempts/:key/return', PAGE, visit(withAttempt(continueAttempt)))
  }
}

async function sendLogo({ request, reply, page }: Visit): Promise<FastifyReply> {
  const { logo } = page.settings
  if (logo === undefined) return sendNotFound(request, reply)
  return reply.headers({ 'content-type': logo.type, 'cache-control': 'private, max-age=300' }).send(logo.bytes)
}

async function sendInvoicePdf({ deps, reply, page, model }: Visit): Promise<FastifyReply> {
  const pdf = invoicePdf({ ...page, merchant: page.organization, language: model.language }, deps.config)
  return sendPdf(reply, deps.pdfs, { pdf, owner: page.invoice.organizationId })
}

async function sendReceiptPdf(visit: Visit, { paymentId }: Attempt): Promise<FastifyReply> {
  const { deps, reply, page, model } = visit
  const { organizationId } = page.invoice
  const { payment } = await getReceivedPayment(deps.database.db, { organizationId, paymentId })
  const pdf = receiptPdf({ ...page, merchant: page.organization, language: model.language }, payment)
  return sendPdf(reply, deps.pdfs, { pdf, owner: organizationId })
}
