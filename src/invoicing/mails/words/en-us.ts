// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const EN_US: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Invoice from ${seller} · ${amount} due ${due}`
        : `Invoice ${number} from ${seller} · ${amount} due ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Invoice from ${seller} · ${amount} was due ${due}`
        : `Invoice ${number} from ${seller} · ${amount} was due ${due}`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? `Invoice from ${seller}` : `Invoice ${number} from ${seller}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Reminder: invoice from ${seller} · ${amount} due ${due}`
        : `Reminder: invoice ${number} from ${seller} · ${amount} due ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Reminder: your invoice from ${seller} is overdue · ${amount} was due ${due}`
        : `Reminder: invoice ${number} from ${seller} is overdue · ${amount} was due ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined
        ? `Your invoice from ${seller} was canceled`
        : `Invoice ${number} from ${seller} was canceled`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount} due ${due}`,
    overdue: ({ amount, due }) => `${amount} was due ${due}`,
    reminder: ({ amount, due }) => `Reminder: ${amount} due ${due}`,
    overdueReminder: ({ amount, due }) => `Reminder: ${amount} overdue since ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Invoice from ${seller}`,
    reminder: 'Your invoice is due soon',
    overdueReminder: 'Your invoice is overdue',
    canceled: 'Your invoice was canceled',
  },
  preheaders: {
    payBy: ({ due }) => `View and pay it online by ${due}.`,
    view: 'View it online.',
    overdue: ({ due }) => `It was due ${due}. You can still pay online.`,
    canceled: 'You do not need to pay it.',
  },
  wasDue: ({ due }) => `Was due ${due}`,
  sent: ({ seller }) => `${seller} sent you an invoice.`,
  sentAgain: ({ seller }) => `Here is your invoice from ${seller} again.`,
  dueIn: ({ days }) =>
    plural('en-US', days, {
      one: 'Just a reminder: this invoice is due tomorrow.',
      other: `Just a reminder: this invoice is due in ${days}\u00A0days.`,
    }),
  dueToday: 'Just a reminder: this invoice is due today.',
  overdue: 'We have not received your payment for this invoice yet.',
  alreadyPaid: 'If you have already paid, please ignore this email.',
  canceled: ({ seller }) => `${seller} canceled this invoice. You do not need to pay it.`,
  thankYou: 'Thank you',
  attached: 'The invoice is attached as a PDF.',
  why: ({ seller, address }) => `This email was sent to ${address} because ${seller} sent an invoice to this address.`,
}
