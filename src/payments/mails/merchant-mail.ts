// pure
import {
  aboutOf,
  factsSection,
  frameOf,
  INVOICE_WORDS,
  type InvoiceView,
  type ReceiptView,
} from '../../invoicing/pure.ts'
import { oneStop } from '../../kernel/wording/one-stop.ts'
import type { MailContent } from '../../notifications/pure.ts'
import { PAYMENT_MAIL_WORDS } from './words/all-words.ts'

export type MerchantMailInput = Parameters<typeof frameOf>[1] & {
  readonly happened: 'approved' | 'review' | 'refunded'
  readonly view: InvoiceView
  /** Merchants see it even if they hide it from payers. */
  readonly invoiceNumber: string
  readonly receipt: ReceiptView
  readonly amount: string
  readonly day: string
  readonly rest: string | undefined
  readonly refundId: string | undefined
  readonly customer: string | undefined
  readonly payerEmail: string | undefined
  /** The invoice in the portal. */
  readonly link: string
}

/** Notifies a merchant of a transaction. */
export function merchantMail(input: MerchantMailInput): MailContent {
  const { happened, view, invoiceNumber: number, amount, day } = input
  const words = PAYMENT_MAIL_WORDS[view.language]
  const { merchant } = words
  const sentence = sentenceOf(input)
  const open = { label: words.viewInvoice, url: input.link }
  const notes = { approved: words.paidOn({ day }), review: undefined, refunded: words.refundedOn({ day }) }
  return {
    // The merchant does not answer itself.
    ...frameOf(view, { ...input, replyTo: undefined }, merchant.why({ seller: view.seller.name })),
    subject: merchant[happened].subject({ amount, number }),
    preheader: sentence,
    title: merchant[happened].title,
    amount: { label: INVOICE_WORDS[view.language].amount, text: amount, note: notes[happened], about: aboutOf(view) },
    intro: [sentence],
    // Only a review asks for something.
    button: happened === 'review' ? open : undefined,
    link: happened === 'review' ? undefined : open,
    outro: [],
    message: undefined,
    sections: rowsOf(input),
  }
}

function sentenceOf({ happened, view, rest }: MerchantMailInput): string {
  const words = PAYMENT_MAIL_WORDS[view.language]
  if (happened !== 'approved') return words.merchant[happened].text
  return rest === undefined ? words.merchant.approved.paidInFull : oneStop(words.stillDue({ amount: rest }))
}

function rowsOf(input: MerchantMailInput): MailContent['sections'] {
  const { view, invoiceNumber, receipt, customer, payerEmail, refundId } = input
  const invoice = INVOICE_WORDS[view.language]
  const words = PAYMENT_MAIL_WORDS[view.language]
  const rows = [
    { label: view.number?.label ?? invoice.invoiceNumber, text: invoiceNumber },
    { label: words.merchant.customer, text: customer },
    { label: words.email, text: payerEmail },
    { label: invoice.paymentMethod, text: receipt.method },
    { label: invoice.transactionId, text: receipt.transactionId },
    { label: words.refundId, text: refundId },
  ]
  return factsSection(rows.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }])))
}
