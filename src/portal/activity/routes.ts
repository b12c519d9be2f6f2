import { invoiceCare, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { keptMails, subjectLog } from '../../notifications/index.ts'
import { framedMail, MAIL_FRAME_POLICY } from '../../notifications/pure.ts'
import { ActingFor } from '../../organizations/index.ts'
import { paymentCare } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { HTML_TYPE, htmlAnswer } from '../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { Activity, ActivityQuery, ENTRIES_DEFAULT, ENTRIES_MAX, InvoiceId, MailId } from './contract.ts'
import { presentActivity } from './present.ts'

export type ActivityDeps = {
  readonly database: Pick<Database, 'db'>
  readonly secrets: Secrets
  /** The product's clock. */
  readonly clock: Clock
}

const scope = 'invoices:read'
const tags = ['Portal']
const QUERY = members({ limit: withDefault(given(wholeNumber(1, ENTRIES_MAX)), ENTRIES_DEFAULT) })

const GET_ACTIVITY = {
  config: { scope, documentedQuery: ActivityQuery, documentedResponses: { 200: Activity, ...REFUSALS } },
  schema: {
    operationId: 'getInvoiceActivity',
    summary: 'Read what happened to an invoice, and what can be done',
    description:
      'One timeline of its history, mails, payments, refunds, reviews, disputes and webhook deliveries, and every action of the merchant with the reason why it would be refused now. Roles and scopes are not considered.',
    tags,
    params: InvoiceId,
  },
} as const
const GET_MAIL = {
  config: { scope, documentedResponses: { 200: htmlAnswer('The HTML of the mail.'), ...REFUSALS } },
  schema: {
    operationId: 'showMail',
    summary: 'Show a mail about an invoice',
    description:
      'As it was handed over, for a frame of the same origin; attachments are not kept. A mail is kept for QUITTANCE_MAIL_RETENTION_DAYS.',
    tags,
    querystring: ActingFor,
    params: MailId,
  },
} as const

/** One invoice, as the people who look after it see it. */
export function activityRoutes({ database: { db }, secrets, clock }: ActivityDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/invoices/:id/activity', GET_ACTIVITY, async (request) => {
      refuseNonMerchant(request)
      const { limit } = valueOrThrow(QUERY(request.query, ''))
      const { organizationId, suspendedBy, timeZone } = request.organization
      const at = clock.now()
      const place = { organizationId, invoiceNumber: request.params.id }
      // One more of each than is shown tells whether there are older ones.
      const { invoice, history } = await invoiceCare.loadWithHistory(db, place, { limit: limit + 1 })
      const about = { organizationId, subject: invoiceCare.subjectOf(invoice), limit: limit + 1 }
      const [actions, mails, deliveries, money] = await Promise.all([
        invoiceCare.findActions(db, invoice, { at }),
        subjectLog.findMails(db, about),
        subjectLog.findDeliveries(db, about),
        paymentCare.activity.find(db, place),
      ])
      const suspension = suspendedBy === undefined ? undefined : SUSPENDED
      const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
      return presentActivity({ today, actions, history, mails, deliveries, money, suspension }, { limit })
    })
    app.get('/portal/v1/mails/:mailId', GET_MAIL, async (request, reply) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const mail = await keptMails.find(db, secrets, { organizationId, mailId: request.params.mailId })
      if (mail === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The mail does not exist.')
      return reply
        .headers({ 'content-type': HTML_TYPE, 'content-security-policy': MAIL_FRAME_POLICY })
        .header('x-frame-options', 'SAMEORIGIN')
        .send(framedMail(mail.html, mail.images))
    })
  }
}

const SUSPENDED = 'While the organization is suspended, nothing can be changed.'
