// pure
import {
  aboutOf,
  descriptionRows,
  factsSection,
  frameOf,
  INVOICE_WORDS,
  type InvoiceView,
  itemSections,
  type ReceiptView,
  type Row,
  withInvoiceNumber,
} from '../../invoicing/pure.ts'
import { oneStop } from '../../kernel/wording/one-stop.ts'
import { paragraph } from '../../kernel/wording/paragraph.ts'
import { fittingSubject, type MailContent } from '../../notifications/pure.ts'
import { PAYMENT_MAIL_WORDS } from './words/all-words.ts'
import type { PaymentMailWords } from './words/payment-mail-words.ts'

export type PaymentMail = 'receipt' | 'partial-receipt' | 'review' | 'refund'

export type PaymentMailInput = Parameters<typeof frameOf>[1] & {
  readonly view: InvoiceView
  readonly receipt: ReceiptView
  /** The amount that was paid, held or refunded. */
  readonly amount: string
  /** When. */
  readonly day: string
  /** The balance afterwards; undefined for none. */
  readonly rest: string | undefined
  readonly refundId: string | undefined
  readonly link: string
  readonly hasPdf: boolean
}

type Content = Omit<MailContent, keyof ReturnType<typeof frameOf>>

/** A mail about a payment, as its payer reads it. */
export function paymentMail(kind: PaymentMail, input: PaymentMailInput): MailContent {
  const { view } = input
  const words = PAYMENT_MAIL_WORDS[view.language]
  return { ...frameOf(view, input, words.why({ seller: view.seller.name })), ...CONTENTS[kind](input) }
}

const CONTENTS: Readonly<Record<PaymentMail, (input: PaymentMailInput) => Content>> = {
  receipt: receiptContent,
  'partial-receipt': receiptContent,
  review: reviewContent,
  refund: refundContent,
}

/** The sentences of a receipt, in mails and in notifications of a payment. */
export function receiptTexts(view: InvoiceView, { amount, rest }: Pick<PaymentMailInput, 'amount' | 'rest'>) {
  const words = PAYMENT_MAIL_WORDS[view.language]
  const { name: seller } = view.seller
  const outcome = rest === undefined ? words.paidInFull : oneStop(words.stillDue({ amount: rest }))
  return {
    subject: subjectOf(rest === undefined ? 'receipt' : 'partialReceipt', { view, amount }),
    intro: [oneStop(words.received({ seller })), outcome],
    button: rest === undefined ? words.viewReceipt : words.pay({ amount: rest }),
    thankYou: words.thankYou,
  }
}

/** The amount is within the part of the subject that lists of mails show. */
function subjectOf(
  kind: keyof PaymentMailWords['subjects'],
  { view, amount }: Pick<PaymentMailInput, 'view' | 'amount'>,
): string {
  const { subjects, shortSubjects } = PAYMENT_MAIL_WORDS[view.language]
  return fittingSubject([
    subjects[kind]({ number: view.number?.text, seller: view.seller.name, amount }),
    ...withInvoiceNumber(view, shortSubjects[kind]({ amount })),
  ])
}

/** A receipt asks for nothing unless there is a rest to pay. */
function receiptContent(input: PaymentMailInput): Content {
  const { view, amount, day, rest, link: url } = input
  const words = PAYMENT_MAIL_WORDS[view.language]
  const { subject, intro, button: label, thankYou } = receiptTexts(view, input)
  return {
    subject,
    preheader: paragraph(view.language, intro),
    title: thankYou,
    amount: {
      ...{ label: INVOICE_WORDS[view.language].amountPaid, text: amount },
      ...{ note: words.paidOn({ day }), about: aboutOf(view) },
    },
    intro,
    ...(rest === undefined ? { button: undefined, link: { label, url } } : { button: { label, url }, link: undefined }),
    outro: [],
    message: undefined,
    sections: [
      ...itemSections(view, { hasBalance: amount !== view.total.text }),
      ...paymentRows(input),
      ...attachedNote(input),
    ],
  }
}

function reviewContent(input: PaymentMailInput): Content {
  const { view, amount, link: url } = input
  const words = PAYMENT_MAIL_WORDS[view.language]
  const { name: seller } = view.seller
  const text = oneStop(words.reviewText({ seller }))
  return {
    subject: subjectOf('review', input),
    preheader: text,
    title: words.underReview,
    amount: { label: INVOICE_WORDS[view.language].amount, text: amount, note: undefined, about: aboutOf(view) },
    intro: [text, words.reviewEnd],
    button: undefined,
    link: { label: words.viewInvoice, url },
    outro: [],
    message: undefined,
    sections: paymentRows(input),
  }
}

function refundContent(input: PaymentMailInput): Content {
  const { view, receipt, amount, day, refundId, link: url } = input
  const words = PAYMENT_MAIL_WORDS[view.language]
  const { name: seller } = view.seller
  const text = oneStop(words.refundText({ seller, amount }))
  const more = [
    { label: words.originalPayment, text: receipt.amount },
    ...(refundId === undefined ? [] : [{ label: words.refundId, text: refundId }]),
  ]
  return {
    subject: subjectOf('refund', input),
    preheader: paragraph(view.language, [text, words.refundTime]),
    title: words.refundTitle,
    amount: {
      ...{ label: INVOICE_WORDS[view.language].refunded, text: amount },
      ...{ note: words.refundedOn({ day }), about: aboutOf(view) },
    },
    intro: [text, words.refundTime],
    button: undefined,
    link: { label: words.viewReceipt, url },
    outro: [],
    message: undefined,
    sections: [...paymentRows(input, more), ...attachedNote(input)],
  }
}

function attachedNote({ view, hasPdf }: PaymentMailInput): MailContent['sections'] {
  return hasPdf ? [{ type: 'note', text: PAYMENT_MAIL_WORDS[view.language].attached }] : []
}

function paymentRows({ view, receipt }: PaymentMailInput, more: readonly Row[] = []): MailContent['sections'] {
  const words = INVOICE_WORDS[view.language]
  return factsSection([
    ...(view.number === undefined ? [] : [view.number]),
    { label: words.paymentMethod, text: receipt.method },
    { label: words.transactionId, text: receipt.transactionId },
    ...more,
    ...descriptionRows(view),
  ])
}
