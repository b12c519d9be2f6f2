import { invoiceMail } from '../../../src/invoicing/mails/invoice-mail.ts'
import { type InvoiceFacts, invoiceView } from '../../../src/invoicing/presentation/invoice-view.ts'
import { dateText, type Language, moneyText } from '../../../src/kernel/language.ts'
import { type Money, minus } from '../../../src/kernel/money.ts'
import type { MailContent } from '../../../src/notifications/mail-kit/mail-content.ts'
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '../../../src/organizations/pure.ts'
import { cardTestingMail } from '../../../src/payments/mails/card-testing-mail.ts'
import { merchantMail } from '../../../src/payments/mails/merchant-mail.ts'
import { paymentMail } from '../../../src/payments/mails/payment-mail.ts'
import { invitationMail, noticeMail, resetMail } from '../../../src/portal/people/mails/people-mail.ts'
import { reportMail } from '../../../src/reporting/mails/report-mail.ts'
import { hostileFacts } from './hostile.ts'
import { aLine, anInvoice, usd } from './invoices.ts'

type Options = {
  readonly colors?: { readonly backgroundColor: string; readonly fontColor: string }
  readonly logo?: MailContent['brand']['logo']
}

const GREEN = { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' }
const LINK = `https://pay.example/pay/${'a'.repeat(64)}?version=v2.1`
const DUE = Temporal.PlainDate.from('2026-07-11')
const PAID = Temporal.PlainDate.from('2026-06-30')
const MESSAGE = 'Thank you for your order.\nWe hope to see you again soon.'
const MERCHANT = {
  name: 'Café Bar',
  timeZone: 'Europe/Berlin',
  contact: {
    email: 'billing@cafebar.example',
    phone: '+49 30 1234567',
    address: { address1: 'Kastanienallee 12', locality: 'Berlin', postalCode: '10435', country: 'DE' },
  },
}

type Mails = Readonly<Record<string, MailContent>>

/** One mail of every kind, in the language. */
export function everyMail(language: Language, { colors = GREEN, logo }: Options = {}): Mails {
  const facts = sampleFacts(language, colors)
  return {
    ...mailsOf(facts, { logo, part: usd('60.00'), customMessage: MESSAGE }),
    'card-testing': cardTesting(language, MERCHANT.name),
    'report-ready': report(language, 'COMPLETED'),
    'report-no-data': report(language, 'NO_DATA'),
    'report-failed': report(language, 'ERROR'),
    ...peopleMails(language, { organization: MERCHANT.name, inviter: 'Grace Hopper' }),
  }
}

function peopleMails(language: Language, names: { readonly organization: string; readonly inviter: string }): Mails {
  const shared = { language, isSandbox: true, address: 'tanya.lee@example.com', url: 'https://pay.example/link' }
  const invitation = { ...shared, ...names, hasPassword: false }
  return {
    invitation: invitationMail(invitation),
    'invitation-known': invitationMail({ ...invitation, inviter: undefined, hasPassword: true }),
    'password-reset': resetMail(shared),
    ...Object.fromEntries(SECURITY_EVENT_KINDS.map((event) => [`notice-${event}`, notice(language, event)])),
  }
}

function notice(language: Language, event: SecurityEventKind): MailContent {
  const at = Temporal.Instant.from('2026-06-30T10:00:00Z')
  const visit = { device: 'Firefox on Linux', network: '192.0.2.7', forgottenUrl: 'https://pay.example/reset' }
  return noticeMail({ language, isSandbox: true, address: 'tanya.lee@example.com', event, at, ...visit })
}

function cardTesting(language: Language, seller: string): MailContent {
  const at = Temporal.Instant.from('2026-06-30T10:00:00Z')
  const { timeZone } = MERCHANT
  const link = 'https://pay.example.com/o/acme/invoices?view=paid'
  return cardTestingMail({ language, seller, timeZone, isSandbox: true, declines: 20, attempts: 41, at, link })
}

type HostileOptions = NonNullable<Parameters<typeof hostileFacts>[0]> & {
  readonly logoSize?: MailContent['brand']['logo']
}

/** The same with the worst data that the API takes. */
export function hostileMails(language: Language, { logoSize, ...given }: HostileOptions = {}): Mails {
  const facts = hostileFacts({ ...given, language, invoice: { invoiceNumber: '2026-07/RE-000123456789-AB' } })
  const mails = mailsOf(facts, {
    logo: logoSize,
    part: { ...facts.invoice.balance, minor: facts.invoice.balance.minor / 3n },
    customMessage: facts.settings.values.customEmailMessage,
  })
  const { name: organization } = facts.merchant
  const inviter = facts.invoice.terms.customer.name ?? ''
  return {
    ...mails,
    'card-testing': cardTesting(language, organization),
    ...peopleMails(language, { organization, inviter }),
  }
}

type Given = {
  readonly logo: MailContent['brand']['logo']
  /** Of a partial payment. */
  readonly part: Money
  readonly customMessage: string | undefined
}

/** The mails of one invoice. */
export function mailsOf(facts: InvoiceFacts, { logo, part, customMessage }: Given): Mails {
  const { language, invoice, merchant } = facts
  const view = invoiceView(facts)
  const frame = { isSandbox: true, logo, replyTo: merchant.contact.email }
  const customer = invoice.terms.customer
  const asked = {
    ...{ ...frame, view, dueOn: invoice.terms.dueOn, link: LINK, isPayable: true, hasPdf: true, customMessage },
    recipient: customer.email ?? '',
  }
  const { dueOn } = asked
  const daysBefore = (days: number) => ({ ...asked, today: dueOn.subtract({ days }) })
  const money = (amount: Money) => moneyText(amount, language)
  const amount = money(invoice.balance)
  const receipt = {
    ...{ amount, paidOn: dateText(PAID, language), method: 'Visa •••• 4242' },
    ...{ transactionId: '7812345678901234567890', refunded: undefined },
  }
  const paid = {
    ...{ ...frame, view, receipt, amount, day: receipt.paidOn, rest: undefined },
    ...{ refundId: undefined, link: LINK, hasPdf: true },
  }
  const rest = minus(invoice.balance, part)
  const partlyPaid = invoiceView({ ...facts, invoice: { ...invoice, balance: rest } })
  const refund = { ...paid, amount: money({ ...part, minor: part.minor / 6n }), refundId: '7812345678901234567891' }
  const noted = {
    ...{ ...paid, invoiceNumber: invoice.invoiceNumber, customer: customer.name, payerEmail: customer.email },
    link: `https://pay.example.com/o/acme/invoices/${encodeURIComponent(invoice.invoiceNumber)}`,
  }
  return {
    invoice: invoiceMail({ ...daysBefore(21), kind: 'invoice' }),
    resend: invoiceMail({ ...daysBefore(16), kind: 'resend' }),
    reminder: invoiceMail({ ...daysBefore(5), kind: 'reminder' }),
    'overdue-reminder': invoiceMail({ ...daysBefore(-1), kind: 'overdue-reminder' }),
    cancellation: invoiceMail({ ...daysBefore(10), kind: 'cancellation' }),
    receipt: paymentMail('receipt', paid),
    'partial-receipt': paymentMail('partial-receipt', {
      ...{ ...paid, view: partlyPaid, amount: money(part), rest: money(rest) },
    }),
    review: paymentMail('review', paid),
    refund: paymentMail('refund', refund),
    'merchant-approved': merchantMail({ ...noted, happened: 'approved' }),
    'merchant-review': merchantMail({ ...noted, happened: 'review' }),
    'merchant-refunded': merchantMail({
      ...noted,
      happened: 'refunded',
      amount: refund.amount,
      refundId: refund.refundId,
    }),
  }
}

function sampleFacts(language: Language, colors: NonNullable<Options['colors']>): InvoiceFacts {
  const lines = [
    aLine({
      ...{ productName: 'Espresso machine service', productSku: 'W-1', quantity: 3, totalAmount: usd('210.00') },
      unitPrice: { units: 7000n, scale: 2 },
    }),
  ]
  const invoice = anInvoice({
    ...{ invoiceNumber: 'A123', status: 'SENT', publishedAt: Temporal.Instant.from('2026-06-20T09:00:00Z') },
    terms: {
      ...{ lines, dueOn: DUE, description: 'Maintenance in the second quarter' },
      customer: { companyName: 'Analytical Engines' },
      amounts: {
        total: usd('250.05'),
        tax: { type: undefined, amount: usd('20.00'), rate: undefined },
        freight: { amount: usd('20.05'), isTaxable: undefined, taxRate: undefined },
      },
    },
  })
  return { invoice, settings: { values: colors, labels: [] }, definitions: [], merchant: MERCHANT, language }
}

function report(language: Language, reportStatus: string): MailContent {
  return reportMail({
    ...{ language, organization: 'Café Bar', baseUrl: 'https://pay.example', isSandbox: true },
    facts: {
      ...{ reportName: 'Daily transactions', reportDefinitionName: 'TransactionDetailClass', reportStatus },
      ...{ reportStartTime: '2026-06-30T22:00:00Z', reportEndTime: '2026-07-01T22:00:00Z', timezone: 'Europe/Berlin' },
      ...(reportStatus === 'COMPLETED' ? { rows: 1234 } : {}),
      href: '/reporting/v3/reports/x?download=true',
    },
  })
}
