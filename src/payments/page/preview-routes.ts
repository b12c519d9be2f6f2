import { getInvoice, ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { ActingFor, actorOf, recordAudit } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { InvoiceId, PreviewContract } from '../http/contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { PREVIEW_MINUTES, previewLinkOf } from './preview-link.ts'

const PREVIEW = {
  config: {
    scope: 'invoices',
    documentedHeaders: OnceHeaders,
    documentedResponses: { 201: PreviewContract, ...ONCE_REFUSALS },
  },
  schema: {
    operationId: 'previewPaymentPage',
    summary: 'Preview the payment page',
    description: `A link to the page as payers will see it, of a draft too. It ends after ${PREVIEW_MINUTES} minutes, and nothing can be paid on it.`,
    tags: ['Payments'],
    querystring: ActingFor,
    params: InvoiceId,
  },
} as const

export function previewRoutes(deps: PaymentDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/payments/v1/invoices/:id/preview', PREVIEW, async (request, reply) => {
      refuseNonMerchant(request)
      const actor = actorOf(request)
      return respondOnce(reply, {
        database,
        act: (db) => makePreview(deps, db, actor, request.params.id),
        present: (body) => ({ status: 201, body }),
      })
    })
  }
}

async function makePreview(
  { machineClock, config, secrets }: PaymentDeps,
  db: Transactions,
  { organizationId, by }: Actor,
  invoiceNumber: string,
) {
  return db.transaction(async (tx) => {
    const at = machineClock.now()
    const invoice = await getInvoice(tx, { organizationId, invoiceNumber })
    const endsAt = at.round('second').add({ minutes: PREVIEW_MINUTES })
    await recordAudit(tx, {
      ...{
        organizationId,
        at,
        actor: by,
        action: 'invoice.previewed',
        subject: `invoice:${invoiceNumber}`,
        details: {},
      },
    })
    const previewLink = previewLinkOf(secrets, invoice, { baseUrl: config.baseUrl, endsAt })
    return { previewLink, expiresAt: endsAt.toString() }
  })
}
