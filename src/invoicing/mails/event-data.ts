import { moneyText } from '../../kernel/language.ts'
import { type Money, parseMoney } from '../../kernel/money.ts'
import { paragraph } from '../../kernel/wording/paragraph.ts'
import { type EventPresenter, presentFacts, type StoredEvent } from '../../notifications/pure.ts'
import type { Organization } from '../../organizations/pure.ts'
import { type InvoiceView, invoiceView } from '../presentation/invoice-view.ts'
import { INVOICE_EVENTS, type InvoiceEventType } from '../rules/invoice-event.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import type { InvoiceMail } from '../rules/state-machine.ts'
import { effectiveSettings } from '../settings/settings.ts'
import { invoiceMail } from './invoice-mail.ts'
import { loadMailFacts, type MailComposerDeps, type MailFacts } from './load-mail-facts.ts'
import { INVOICE_MAIL_WORDS } from './words/all-words.ts'

type MessageTexts = {
  readonly subject: string
  /** Sentences. */
  readonly intro: readonly string[]
  readonly button: string | undefined
  readonly thankYou: string
}

type Deps = Pick<MailComposerDeps, 'database' | 'isSandbox'> & {
  readonly config: { readonly baseUrl: string }
  /** The texts of a payment's receipt; `rest` is the balance after it, undefined if nothing is owed. */
  readonly receiptTexts: (
    view: InvoiceView,
    payment: { readonly amount: string; readonly rest: string | undefined },
  ) => MessageTexts
}

/** The mail with the same content as an event; payments write receipts. */
const MAILS: Readonly<Record<InvoiceEventType, InvoiceMail | 'receipt'>> = {
  [INVOICE_EVENTS.send]: 'invoice',
  [INVOICE_EVENTS.partialResend]: 'resend',
  [INVOICE_EVENTS.paid]: 'receipt',
  [INVOICE_EVENTS.partialPayment]: 'receipt',
  [INVOICE_EVENTS.reminder]: 'reminder',
  [INVOICE_EVENTS.overdueReminder]: 'overdue-reminder',
  [INVOICE_EVENTS.cancel]: 'cancellation',
}

/** Receivers may read these whether or not the invoice has them. */
const ALWAYS = { customMessage: '', payerName: '', emailTo: '' } as const

/**
 * Presents events of invoices: the stored facts, and the texts for a receiver's own message to the customer, in the
 * customer's language. Facts of the event take precedence over those of the current invoice.
 */
export function invoiceEventPresenter(deps: Deps): EventPresenter {
  return async (event) => {
    const stored = await presentFacts(event)
    const facts = await loadMailFacts(deps, event)
    return facts === undefined
      ? stored
      : { ...ALWAYS, ...templateData(deps, atMoment(facts, stored), event), ...stored }
  }
}

type Stored = Readonly<Record<string, string>>
type EventFacts = MailFacts & { readonly paid: Money | undefined }

/** The invoice as it was after the event: a later event may have changed its balance. */
function atMoment(facts: MailFacts, { balanceAmount, amount, currency = '' }: Stored): EventFacts {
  const balance = balanceAmount === undefined ? facts.invoice.balance : parseMoney(balanceAmount, currency)
  const invoice = { ...facts.invoice, balance }
  const paid = amount === undefined ? undefined : parseMoney(amount, currency)
  return { ...facts, invoice, paid, view: invoiceView({ ...facts, invoice }) }
}

function templateData(deps: Deps, facts: EventFacts, event: StoredEvent): Stored {
  const { invoice, merchant, settings, view, language } = facts
  const { subject, intro, button = '', thankYou } = messageTexts(deps, facts, event)
  return {
    ...merchantData(merchant, view.seller.name),
    eventType: event.type,
    correlationId: event.eventId,
    organizationID: event.organizationId,
    emailLanguage: language.toLowerCase(),
    invoiceBalance: moneyText(invoice.balance, language),
    link: paymentLinkOf(invoice, deps.config) ?? '',
    subject,
    body: paragraph(language, intro),
    button,
    customMessage: effectiveSettings(settings, merchant).customEmailMessage ?? '',
    thankYou,
  }
}

function messageTexts({ config, receiptTexts }: Deps, facts: EventFacts, event: StoredEvent): MessageTexts {
  const { invoice, merchant, settings, view, language, frame, paid } = facts
  const kind = MAILS[event.type as InvoiceEventType] ?? 'invoice'
  if (kind === 'receipt') {
    const rest = invoice.balance.minor === 0n ? undefined : moneyText(invoice.balance, language)
    return receiptTexts(view, { amount: paid === undefined ? '' : moneyText(paid, language), rest })
  }
  const words = INVOICE_MAIL_WORDS[language]
  const { subject, intro, outro, button, link } = invoiceMail({
    ...frame,
    ...{ kind, view, link: paymentLinkOf(invoice, config), isPayable: event.type !== INVOICE_EVENTS.cancel },
    ...{ recipient: invoice.terms.customer.email ?? '', dueOn: invoice.terms.dueOn },
    today: event.occurredAt.toZonedDateTimeISO(merchant.timeZone).toPlainDate(),
    ...{ customMessage: effectiveSettings(settings, merchant).customEmailMessage, hasPdf: false },
  })
  const sentences = intro.length > 0 ? intro : [words.sent({ seller: view.seller.name })]
  return {
    subject,
    intro: [...sentences, ...outro],
    button: button?.label ?? link?.label,
    thankYou: words.thankYou,
  }
}

function merchantData({ contact }: Organization, name: string): Stored {
  const { address = {}, phone } = contact
  return {
    merchantName: name,
    merchantAddress: address.address1 ?? '',
    merchantAddress2: address.address2 ?? '',
    merchantCity: address.locality ?? '',
    merchantState: address.administrativeArea ?? '',
    merchantZip: address.postalCode ?? '',
    merchantPhone: phone ?? '',
  }
}
