import { findSettings, invoiceMails, type MailComposerDeps, receiptPdf } from '../../invoicing/index.ts'
import { composedMail, invoiceView, merchantLanguage, paymentLinkOf, receiptView } from '../../invoicing/pure.ts'
import { dateText, moneyText } from '../../kernel/language.ts'
import { parseMoney } from '../../kernel/money.ts'
import { type ComposedMail, type MailComposer, type OutboxMail, renderMail } from '../../notifications/pure.ts'
import { getOrganization } from '../../organizations/index.ts'
import { findReceivedPayment } from '../http/received-payment.ts'
import { cardTestingMail } from './card-testing-mail.ts'
import { type MerchantMailInput, merchantMail } from './merchant-mail.ts'
import { type PaymentMail, paymentMail } from './payment-mail.ts'

/** The payload that `payment-mails.ts` wrote with the payment. */
type Payload = {
  readonly transactionId: string
  readonly amount: string
  readonly currency: string
  readonly balance: string
  readonly refundId?: string
  readonly happened?: MerchantMailInput['happened']
}

/** The composers of mails about payments, to payers and to merchants. */
export function paymentMailComposers(
  deps: MailComposerDeps,
): Readonly<Record<PaymentMail | 'merchant-notification' | 'card-testing', MailComposer>> {
  const composer =
    (kind: PaymentMail): MailComposer =>
    (mail) =>
      composeForPayer(deps, kind, mail)
  return {
    receipt: composer('receipt'),
    'partial-receipt': composer('partial-receipt'),
    review: composer('review'),
    refund: composer('refund'),
    'merchant-notification': (mail) => composeForMerchant(deps, mail),
    'card-testing': (mail) => composeAlert(deps, mail),
  }
}

async function composeForPayer(
  deps: MailComposerDeps,
  kind: PaymentMail,
  mail: OutboxMail,
): Promise<ComposedMail | undefined> {
  const loaded = await load(deps, mail, { reader: 'payer' })
  // A payment that was reversed since has no receipt.
  const isGone = loaded === undefined || (kind !== 'review' && loaded.found.status !== 'COMPLETED')
  if (isGone) return undefined
  const { facts, found, common } = loaded
  const pdf = receiptPdf({ ...facts, isSandbox: deps.isSandbox }, found.payment)
  const attachments = kind === 'review' ? [] : await invoiceMails.pdfAttachment(deps, pdf, mail.organizationId)
  const link = paymentLinkOf(facts.invoice, deps.config)
  const content = paymentMail(kind, { ...facts.frame, ...common, link, hasPdf: attachments.length > 0 })
  return composedMail(facts, content, attachments)
}

async function composeForMerchant(deps: MailComposerDeps, mail: OutboxMail): Promise<ComposedMail | undefined> {
  const loaded = await load(deps, mail, { reader: 'merchant' })
  if (loaded === undefined) return undefined
  const { facts, found, common, happened = 'approved' } = loaded
  const { customer } = facts.invoice.terms
  const content = merchantMail({
    ...facts.frame,
    ...common,
    happened,
    invoiceNumber: facts.invoice.invoiceNumber,
    customer: customer.name,
    payerEmail: found.payerEmail ?? customer.email,
    link: portalLinkOf(
      facts.invoice.organizationId,
      deps.config,
      `/${encodeURIComponent(facts.invoice.invoiceNumber)}`,
    ),
  })
  return { ...composedMail(facts, content), replyTo: undefined }
}

/** The invoices in the portal, for staff who sign in; with a path or parameters behind. */
function portalLinkOf(organizationId: string, { baseUrl }: { readonly baseUrl: string }, more: string): string {
  return `${baseUrl}/o/${encodeURIComponent(organizationId)}/invoices${more}`
}

const OPERATOR = { name: undefined, ownDomain: undefined }

/** Composed without an invoice: it is about all of them. */
async function composeAlert({ database: { db }, isSandbox, config }: MailComposerDeps, mail: OutboxMail) {
  const { organizationId, createdAt: at } = mail
  const { declines, attempts } = mail.payload as { readonly declines: number; readonly attempts: number }
  const [settings, { name: seller, timeZone }] = await Promise.all([
    findSettings(db, organizationId),
    getOrganization(db, organizationId),
  ])
  const language = merchantLanguage(settings)
  const link = portalLinkOf(organizationId, config, '?view=paid')
  const content = cardTestingMail({ language, seller, timeZone, isSandbox, declines, attempts, at, link })
  return { ...renderMail(content), language, sender: OPERATOR, replyTo: undefined, attachments: [] }
}

type Reader = { readonly reader: 'payer' | 'merchant' }

async function load(deps: MailComposerDeps, mail: OutboxMail, { reader }: Reader) {
  const { organizationId, createdAt } = mail
  const { transactionId, amount, currency, balance, refundId, happened } = mail.payload as Payload
  const [facts, found] = await Promise.all([
    invoiceMails.loadFacts(deps, mail, { reader }),
    findReceivedPayment(deps.database.db, { organizationId, paymentId: transactionId }),
  ])
  if (facts === undefined || found === undefined) return undefined
  const { language, merchant, invoice } = facts
  const { timeZone } = merchant
  const rest = parseMoney(balance, currency)
  const receivedOn = refundId === undefined ? found.payment.receivedOn : undefined
  const day = receivedOn ?? createdAt.toZonedDateTimeISO(timeZone).toPlainDate()
  const common = {
    // As it was after the payment: a later one may have changed the balance.
    view: invoiceView({ ...facts, invoice: { ...invoice, balance: rest } }),
    receipt: receiptView(found.payment, { language, timeZone }),
    amount: moneyText(parseMoney(amount, currency), language),
    day: dateText(day, language),
    rest: rest.minor === 0n ? undefined : moneyText(rest, language),
    refundId,
  }
  return { facts, found, common, happened }
}
