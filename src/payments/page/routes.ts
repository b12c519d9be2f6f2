import type { FastifyReply } from 'fastify'
import { findSettings, receiptPdf } from '../../invoicing/index.ts'
import type { ReceivedPayment } from '../../invoicing/pure.ts'
import { plus } from '../../kernel/money.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { getReceivedPayment } from '../http/received-payment.ts'
import type { Attempt } from '../model/attempt.ts'
import { cancelAttempt, continueAttempt, showAttempt, showReturn, withAttempt } from './attempts/show-attempt.ts'
import { documentFacts, pdfOfInvoice } from './documents.ts'
import { addFormBody } from './form/read-body.ts'
import { showForm } from './form-page.ts'
import { loadPageAssets } from './page-assets.ts'
import { submitForm } from './submit-form.ts'
import { drawTabIcon } from './tab-icon.ts'
import { type PageDeps, pageFolderOf, pageNotFound, type Visit, visiting } from './visit.ts'

/** The token is all that a payer needs, so it stays out of the log. */
const PAGE = { config: { isPathSecret: true }, schema: { hide: true } } as const

/** Nothing below a link is kept or found, documents and the logo included. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable'

/** The hosted payment page. Reading a page changes nothing; a form pays once, however often it is sent. */
export function payPageRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const assets = await loadPageAssets(pageFolderOf(deps))
    const visit = visiting(deps, assets)
    addFormBody(app)
    app.addHook('onSend', async ({ routeOptions }, reply) => {
      if (routeOptions.config.isPathSecret === true) reply.headers(PRIVATE)
    })
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: networkOf })
    app.get<{ Params: { file: string } }>('/pay/assets/:file', { schema: { hide: true } }, async (request, reply) => {
      const file = assets.files.get(request.params.file)
      return file === undefined ? sendTabIcon(reply, request.params.file) : file.send(request, reply)
    })
    app.get('/pay/:token', PAGE, visit(openPage))
    app.post('/pay/:token', PAGE, visit(submitForm))
    app.get('/pay/:token/logo', PAGE, visit(sendLogo))
    app.get('/pay/:token/invoice.pdf', PAGE, visit(sendInvoicePdf))
    app.get('/pay/:token/payments/:paymentId/receipt.pdf', PAGE, visit(sendSharedReceipt))
    app.get('/pay/:token/attempts/:key/receipt.pdf', PAGE, visit(withAttempt(sendReceiptPdf)))
    app.get('/pay/:token/attempts/:key', PAGE, visit(withAttempt(showAttempt)))
    app.get('/pay/:token/attempts/:key/return', PAGE, visit(withAttempt(showReturn)))
    app.post('/pay/:token/attempts/:key/return', PAGE, visit(withAttempt(continueAttempt)))
    app.post('/pay/:token/attempts/:key/cancel', PAGE, visit(withAttempt(cancelAttempt)))
  }
}

/** Many payers open the PDF next. */
async function openPage(visit: Visit): Promise<FastifyReply> {
  const shown = await showForm(visit)
  visit.deps.pdfs.start()
  return shown
}

async function sendTabIcon(reply: FastifyReply, file: string): Promise<FastifyReply> {
  const drawing = drawTabIcon(file)
  if (drawing === undefined) throw pageNotFound()
  return reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': KEPT_FOR_GOOD }).send(drawing)
}

async function sendLogo({ deps, reply, page }: Visit): Promise<FastifyReply> {
  const { logo } = await findSettings(deps.database.db, page.invoice.organizationId)
  if (logo === undefined) throw pageNotFound()
  return reply.type(logo.type).send(logo.bytes)
}

async function sendInvoicePdf(visit: Visit): Promise<FastifyReply> {
  const { deps, reply, page } = visit
  return sendPdf(reply, deps.pdfs, { pdf: await pdfOfInvoice(visit), owner: page.invoice.organizationId })
}

/** The payer's own receipt: the key of the attempt is known to the payer's browser only. */
async function sendReceiptPdf(visit: Visit, { paymentId }: Attempt): Promise<FastifyReply> {
  const { deps, page } = visit
  const { organizationId } = page.invoice
  const { payment } = await getReceivedPayment(deps.database.db, { organizationId, paymentId })
  return sendReceipt(visit, payment)
}

/** The receipt for everyone who has the link: without the account and the payer. */
async function sendSharedReceipt(visit: Visit): Promise<FastifyReply> {
  const { paymentId } = visit.request.params as { readonly paymentId: string }
  const completed = visit.page.payments.filter(({ status }) => status === 'COMPLETED')
  const index = completed.findIndex((one) => one.paymentId === paymentId)
  const payment = completed[index]
  if (payment === undefined) throw pageNotFound()
  const earlier = completed.slice(0, index).map(({ amount }) => amount)
  const paidSoFar = earlier.reduce((sum, amount) => plus(sum, amount), payment.amount)
  return sendReceipt(visit, { ...payment, paidSoFar, scheme: undefined, suffix: undefined })
}

async function sendReceipt(visit: Visit, payment: ReceivedPayment): Promise<FastifyReply> {
  const { deps, reply, page } = visit
  const pdf = receiptPdf(await documentFacts(visit), payment)
  return sendPdf(reply, deps.pdfs, { pdf, owner: page.invoice.organizationId })
}
