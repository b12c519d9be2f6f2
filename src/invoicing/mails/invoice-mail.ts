// pure
import { dateText, dayText, type Language } from '../../kernel/language.ts'
import { oneStop } from '../../kernel/wording/one-stop.ts'
import { MAIL_WORDS, type MailContent } from '../../notifications/pure.ts'
import type { InvoiceView } from '../presentation/invoice-view.ts'
import type { InvoiceMail } from '../rules/state-machine.ts'
import { factRows, factsSection, frameOf, itemSections, type MailFrame } from './mail-parts.ts'
import { INVOICE_MAIL_WORDS } from './words/all-words.ts'
import type { InvoiceMailWords } from './words/invoice-mail-words.ts'

export type InvoiceMailInput = MailFrame & {
  readonly kind: InvoiceMail
  readonly view: InvoiceView
  readonly recipient: string
  readonly dueOn: Temporal.PlainDate
  /** The day of the mail's cause, in the merchant's time zone. */
  readonly today: Temporal.PlainDate
  readonly link: string
  /** Whether the link takes a payment. */
  readonly isPayable: boolean
  /** The merchant's message in every invoice mail. */
  readonly customMessage: string | undefined
  readonly hasPdf: boolean
}

/** A mail about an invoice, as its customer reads it. */
export function invoiceMail(input: InvoiceMailInput): MailContent {
  const { kind, view, recipient, link, isPayable, customMessage, hasPdf } = input
  const words = INVOICE_MAIL_WORDS[view.language]
  const { name: seller } = view.seller
  const isCanceled = kind === 'cancellation'
  const button = { label: isPayable ? words.payInvoice : words.viewInvoice, url: link }
  const message = customMessage?.trim()
  const hasMessage = message !== undefined && message !== '' && !isCanceled
  return {
    ...frameOf(view, input, words.why({ seller, address: recipient })),
    ...wordingOf(input, words),
    amount: isCanceled
      ? { ...view.total, note: undefined }
      : { ...view.balance, note: isPayable ? dueNote(input, words) : undefined },
    button: isCanceled ? undefined : button,
    message: hasMessage ? { label: MAIL_WORDS[view.language].messageFrom({ seller }), text: message } : undefined,
    sections: [
      ...itemSections(view, { hasBalance: !isCanceled }),
      ...factsSection(factRows(view)),
      ...(hasPdf && !isCanceled ? [{ type: 'note' as const, text: words.attached }] : []),
    ],
  }
}

function isOverdue({ dueOn, today }: Pick<InvoiceMailInput, 'dueOn' | 'today'>): boolean {
  return Temporal.PlainDate.compare(dueOn, today) < 0
}

function dueNote(input: InvoiceMailInput, words: InvoiceMailWords): string {
  const due = dateText(input.dueOn, input.view.language)
  return isOverdue(input) ? words.wasDue({ due }) : words.due({ due })
}

/** The year is shown unless it is the current year. */
function shortDate(day: Temporal.PlainDate, today: Temporal.PlainDate, language: Language): string {
  return day.year === today.year ? dayText(day, language) : dateText(day, language)
}

type Wording = Pick<MailContent, 'subject' | 'title' | 'preheader' | 'intro'>

function wordingOf(input: InvoiceMailInput, words: InvoiceMailWords): Wording {
  const { kind, view, dueOn, today } = input
  const { name: seller } = view.seller
  const number = view.number?.text
  const due = dateText(dueOn, view.language)
  const asked = { number, seller, amount: view.balance.text, due: shortDate(dueOn, today, view.language) }
  if (kind === 'cancellation') {
    const { subjects, titles, preheaders } = words
    const intro = [oneStop(words.canceled({ seller }))]
    return { subject: subjects.canceled(asked), title: titles.canceled, preheader: preheaders.canceled, intro }
  }
  if (kind === 'reminder' && !isOverdue(input)) {
    const days = today.until(dueOn, { largestUnit: 'days' }).days
    const sentence = days === 0 ? words.dueToday : words.dueIn({ days })
    const subject = words.subjects.reminder(asked)
    return { subject, title: words.titles.reminder, preheader: sentence, intro: [sentence, words.alreadyPaid] }
  }
  if (kind === 'reminder' || kind === 'overdue-reminder') {
    const subject = words.subjects.overdueReminder(asked)
    const preheader = oneStop(words.preheaders.overdue({ due }))
    return { subject, title: words.titles.overdueReminder, preheader, intro: [words.overdue, words.alreadyPaid] }
  }
  return {
    subject: invoiceSubject(input, words, asked),
    title: words.titles.invoice({ seller }),
    preheader: invoicePreheader(input, words, due),
    intro: kind === 'resend' ? [oneStop(words.sentAgain({ seller }))] : [],
  }
}

function invoiceSubject(
  input: InvoiceMailInput,
  { subjects }: InvoiceMailWords,
  asked: Parameters<InvoiceMailWords['subjects']['due']>[0],
): string {
  if (!input.isPayable) return subjects.nothingDue(asked)
  return isOverdue(input) ? subjects.overdue(asked) : subjects.due(asked)
}

function invoicePreheader(input: InvoiceMailInput, { preheaders }: InvoiceMailWords, due: string): string {
  if (!input.isPayable) return preheaders.view
  return oneStop(isOverdue(input) ? preheaders.overdue({ due }) : preheaders.payBy({ due }))
}
