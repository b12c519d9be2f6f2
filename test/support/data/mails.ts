import { invoiceMail } from '../../../src/invoicing/mails/invoice-mail.ts'
import { invoiceView } from '../../../src/invoicing/presentation/invoice-view.ts'
import { dateText, type Language, moneyText } from '../../../src/kernel/language.ts'
import type { MailContent } from '../../../src/notifications/mail-kit/mail-content.ts'
import { merchantMail } from '../../../src/payments/mails/merchant-mail.ts'
import { paymentMail } from '../../../src/payments/mails/payment-mail.ts'
import { reportMail } from '../../../src/reporting/mails/report-mail.ts'
import { aLine, anInvoice, usd } from './invoices.ts'

type Options = {
  readonly colors?: { readonly backgroundColor: string; readonly fontColor: string }
  readonly logo?: MailContent['brand']['logo']
}

const GREEN = { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' }
const LINK = `https://pay.example/pay/${'a'.repeat(64)}?version=v2.1`
const DUE = Temporal.PlainDate.from('2026-07-11')
const PAID = Temporal.PlainDate.from('2026-06-30')
const MERCHANT = {
  name: 'Café Bar',
  timeZone: 'Europe/Berlin',
  contact: {
    email: 'billing@cafebar.example',
    phone: '+49 30 1234567',
    address: { address1: 'Kastanienallee 12', locality: 'Berlin', postalCode: '10435', country: 'DE' },
  },
}

/** One mail of every kind, in the language. */
export function everyMail(
  language: Language,
  { colors = GREEN, logo }: Options = {},
): Readonly<Record<string, MailContent>> {
  const view = sampleView(language, colors)
  const frame = { isSandbox: true, logo, replyTo: MERCHANT.contact.email }
  const asked = {
    ...frame,
    ...{ view, recipient: 'ada@example.com', dueOn: DUE, link: LINK, isPayable: true, hasPdf: true },
    customMessage: 'Thank you for your order.\nWe hope to see you again soon.',
  }
  const onDay = (day: string) => ({ ...asked, today: Temporal.PlainDate.from(day) })
  const money = (text: string) => moneyText(usd(text), language)
  const receipt = {
    ...{ amount: money('250.05'), paidOn: dateText(PAID, language), method: 'Visa •••• 4242' },
    ...{ transactionId: '7812345678901234567890', refunded: undefined },
  }
  const paid = {
    ...{ ...frame, view, receipt, amount: money('250.05'), day: receipt.paidOn, rest: undefined },
    ...{ refundId: undefined, link: LINK, hasPdf: true },
  }
  const part = { ...paid, amount: money('60.00'), rest: money('190.05') }
  const refund = { ...paid, amount: money('10.50'), refundId: '7812345678901234567891' }
  const noted = { ...paid, invoiceNumber: 'A123', customer: 'Ada Lovelace', payerEmail: 'ada@example.com' }
  return {
    invoice: invoiceMail({ ...onDay('2026-06-20'), kind: 'invoice' }),
    resend: invoiceMail({ ...onDay('2026-06-25'), kind: 'resend' }),
    reminder: invoiceMail({ ...onDay('2026-07-06'), kind: 'reminder' }),
    'overdue-reminder': invoiceMail({ ...onDay('2026-07-12'), kind: 'overdue-reminder' }),
    cancellation: invoiceMail({ ...onDay('2026-07-01'), kind: 'cancellation' }),
    receipt: paymentMail('receipt', paid),
    'partial-receipt': paymentMail('partial-receipt', part),
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
    'report-ready': report(language, 'COMPLETED'),
    'report-no-data': report(language, 'NO_DATA'),
    'report-failed': report(language, 'ERROR'),
  }
}

function sampleView(language: Language, colors: NonNullable<Options['colors']>) {
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
  return invoiceView({
    invoice,
    settings: { values: colors, labels: [] },
    definitions: [],
    merchant: MERCHANT,
    language,
  })
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
