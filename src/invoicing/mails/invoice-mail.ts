// pure
import { dateText, dayText, type Language } from '../../kernel/language.ts'
import { oneStop } from '../../kernel/wording/one-stop.ts'
import { fittingSubject, MAIL_WORDS, type MailAction, type MailContent } from '../../notifications/pure.ts'
import type { InvoiceView } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import type { InvoiceMail } from '../rules/state-machine.ts'
import {
  aboutOf,
  factRows,
  factsSection,
  frameOf,
  itemSections,
  type MailFrame,
  withInvoiceNumber,
} from './mail-parts.ts'
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
  /** The merchant's message with the first mail of an invoice. */
  readonly customMessage: string | undefined
  readonly hasPdf: boolean
}

/** A mail about an invoice, as its customer reads it. */
export function invoiceMail(input: InvoiceMailInput): MailContent {
  const { kind, view, recipient, isPayable, hasPdf } = input
  const words = INVOICE_MAIL_WORDS[view.language]
  const { name: seller } = view.seller
  const isCanceled = kind === 'cancellation'
  const about = aboutOf(view)
  return {
    ...frameOf(view, input, words.why({ seller, address: recipient })),
    ...wordingOf(input, words),
    subject: subjectOf(input, words),
    amount: isCanceled
      ? { ...view.total, note: undefined, about, isStruck: true }
      : { ...view.balance, note: isPayable ? dueNote(input, words) : undefined, about },
    ...actionsOf(input, words),
    message: messageOf(input),
    sections: [
      ...itemSections(view, { hasBalance: !isCanceled }),
      ...factsSection(factRows(view)),
      ...(hasPdf && !isCanceled ? [{ type: 'note' as const, text: words.attached }] : []),
    ],
  }
}

/** A button if there is something to pay; nothing at all for a canceled invoice. */
function actionsOf({ kind, view, link: url, isPayable }: InvoiceMailInput, words: InvoiceMailWords): Actions {
  if (kind === 'cancellation') return { button: undefined, link: undefined }
  if (!isPayable) return { button: undefined, link: { label: words.viewInvoice, url } }
  return { button: { label: words.pay({ amount: view.balance.text }), url }, link: undefined }
}

/** A reminder, or a second copy, does not repeat the merchant's message. */
function messageOf({ kind, view, customMessage }: InvoiceMailInput): MailContent['message'] {
  const text = customMessage?.trim() ?? ''
  if (kind !== 'invoice' || text === '') return undefined
  return { label: MAIL_WORDS[view.language].messageFrom({ seller: view.seller.name }), text }
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

type Actions = Readonly<Record<'button' | 'link', MailAction | undefined>>
type Wording = Pick<MailContent, 'title' | 'preheader' | 'intro' | 'outro'>

function wordingOf(input: InvoiceMailInput, words: InvoiceMailWords): Wording {
  const { kind, view, dueOn, today } = input
  const { name: seller } = view.seller
  const { titles, preheaders } = words
  const due = dateText(dueOn, view.language)
  if (kind === 'cancellation') {
    const intro = [oneStop(words.canceled({ seller }))]
    return { title: titles.canceled, preheader: preheaders.canceled, intro, outro: [] }
  }
  if (kind === 'reminder' && !isOverdue(input)) {
    const days = today.until(dueOn, { largestUnit: 'days' }).days
    const sentence = days === 0 ? words.dueToday : words.dueIn({ days })
    return { title: titles.reminder, preheader: sentence, intro: [sentence], outro: [words.alreadyPaid] }
  }
  if (kind === 'reminder' || kind === 'overdue-reminder') {
    const preheader = oneStop(preheaders.overdue({ due }))
    return { title: titles.overdueReminder, preheader, intro: [words.overdue], outro: [words.alreadyPaid] }
  }
  return {
    title: titles.invoice({ seller }),
    preheader: invoicePreheader(input, words, due),
    intro: kind === 'resend' ? [oneStop(words.sentAgain({ seller }))] : [],
    outro: [],
  }
}

function invoicePreheader(input: InvoiceMailInput, { preheaders }: InvoiceMailWords, due: string): string {
  if (!input.isPayable) return preheaders.view
  return oneStop(isOverdue(input) ? preheaders.overdue({ due }) : preheaders.payBy({ due }))
}

/** The amount is within the part of the subject that lists of mails show. */
function subjectOf(input: InvoiceMailInput, { subjects, shortSubjects, titles }: InvoiceMailWords): string {
  const { view, dueOn, today } = input
  const asked = {
    ...{ number: view.number?.text, seller: view.seller.name, amount: view.balance.text },
    due: shortDate(dueOn, today, view.language),
  }
  const { invoice } = INVOICE_WORDS[view.language]
  const kind = subjectKind(input)
  const long = subjects[kind](asked)
  if (kind === 'canceled') return fittingSubject([long, ...withInvoiceNumber(view, titles.canceled)])
  const named = [invoice, asked.number].filter((part) => part !== undefined).join(' ')
  if (kind === 'nothingDue') return fittingSubject([long, named])
  const amount = shortSubjects[kind](asked)
  const isReminder = kind === 'reminder' || kind === 'overdueReminder'
  return fittingSubject([
    long,
    ...(isReminder ? withInvoiceNumber(view, amount) : [`${named} · ${amount}`, `${amount} · ${named}`]),
  ])
}

function subjectKind(input: InvoiceMailInput): keyof InvoiceMailWords['subjects'] {
  const { kind, isPayable } = input
  if (kind === 'cancellation') return 'canceled'
  if (kind === 'reminder' || kind === 'overdue-reminder') {
    return kind === 'overdue-reminder' || isOverdue(input) ? 'overdueReminder' : 'reminder'
  }
  if (!isPayable) return 'nothingDue'
  return isOverdue(input) ? 'overdue' : 'due'
}
