import { moneyText } from '../../kernel/language.ts'
import { paragraph } from '../../kernel/wording/paragraph.ts'
import type { EventPresenter, StoredEvent } from '../../notifications/index.ts'
import { presentFacts } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/index.ts'
import { INVOICE_EVENTS, type InvoiceEventType } from '../rules/invoice-event.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import type { InvoiceMail } from '../rules/state-machine.ts'
import { effectiveSettings } from '../settings/settings.ts'
import { invoiceMail } from './invoice-mail.ts'
import { loadMailFacts, type MailComposerDeps, type MailFacts } from './load-mail-facts.ts'
import { INVOICE_MAIL_WORDS } from './words/all-words.ts'

type Deps = Pick<MailComposerDeps, 'database' | 'isSandbox'> & { readonly config: { readonly baseUrl: string } }

/** The mail that says the same as an event. */
const MAILS: Readonly<Record<InvoiceEventType, InvoiceMail>> = {
  [INVOICE_EVENTS.send]: 'invoice',
  [INVOICE_EVENTS.partialResend]: 'resend',
  [INVOICE_EVENTS.paid]: 'invoice',
  [INVOICE_EVENTS.partialPayment]: 'invoice',
  [INVOICE_EVENTS.reminder]: 'reminder',
  [INVOICE_EVENTS.overdueReminder]: 'overdue-reminder',
  [INVOICE_EVENTS.cancel]: 'cancellation',
}

/**
 * Presents events of invoices: the stored facts, and what a receiver needs to write to the customer itself, in the
 * customer's language. Facts of the event's moment win over those of the invoice as it is now.
 */
export function invoiceEventPresenter(deps: Deps): EventPresenter {
  return async (event) => {
    const stored = await presentFacts(event)
    const facts = await loadMailFacts(deps, event)
    return facts === undefined ? stored : { ...withoutEmpty(templateData(deps, facts, event)), ...stored }
  }
}

function templateData({ config }: Deps, facts: MailFacts, event: StoredEvent): Record<string, string | undefined> {
  const { invoice, merchant, settings, view, language, frame } = facts
  const words = INVOICE_MAIL_WORDS[language]
  const link = paymentLinkOf(invoice, config)
  const isPayable = event.type !== INVOICE_EVENTS.paid && event.type !== INVOICE_EVENTS.cancel
  const { customEmailMessage } = effectiveSettings(settings, merchant)
  const { subject, intro, button } = invoiceMail({
    ...frame,
    ...{ kind: MAILS[event.type as InvoiceEventType] ?? 'invoice', view, link, isPayable },
    ...{ recipient: invoice.terms.customer.email ?? '', dueOn: invoice.terms.dueOn },
    today: event.occurredAt.toZonedDateTimeISO(merchant.timeZone).toPlainDate(),
    ...{ customMessage: customEmailMessage, hasPdf: false },
  })
  const body = intro.length > 0 ? paragraph(language, intro) : words.sent({ seller: view.seller.name })
  return {
    ...merchantData(merchant, view.seller.name),
    eventType: event.type,
    organizationID: event.organizationId,
    emailLanguage: language.toLowerCase(),
    invoiceBalance: moneyText(invoice.balance, language),
    link,
    subject,
    body,
    button: button?.label,
    customMessage: customEmailMessage,
    thankYou: words.thankYou,
  }
}

function merchantData({ contact }: Organization, name: string): Record<string, string | undefined> {
  const { address = {}, phone } = contact
  return {
    merchantName: name,
    merchantAddress: address.address1,
    merchantAddress2: address.address2,
    merchantCity: address.locality,
    merchantState: address.administrativeArea,
    merchantZip: address.postalCode,
    merchantPhone: phone,
  }
}

function withoutEmpty(data: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
