// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const DE_DE: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Rechnung von ${seller} · ${amount} fällig am ${due}`
        : `Rechnung ${number} von ${seller} · ${amount} fällig am ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Rechnung von ${seller} · ${amount} fällig seit dem ${due}`
        : `Rechnung ${number} von ${seller} · ${amount} fällig seit dem ${due}`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? `Rechnung von ${seller}` : `Rechnung ${number} von ${seller}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Erinnerung: Rechnung von ${seller} · ${amount} fällig am ${due}`
        : `Erinnerung: Rechnung ${number} von ${seller} · ${amount} fällig am ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Zahlungserinnerung: Rechnung von ${seller} ist überfällig · ${amount} fällig seit dem ${due}`
        : `Zahlungserinnerung: Rechnung ${number} von ${seller} ist überfällig · ${amount} fällig seit dem ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined
        ? `Ihre Rechnung von ${seller} wurde storniert`
        : `Rechnung ${number} von ${seller} wurde storniert`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount} fällig am ${due}`,
    overdue: ({ amount, due }) => `${amount} fällig seit dem ${due}`,
    reminder: ({ amount, due }) => `Erinnerung: ${amount} fällig am ${due}`,
    overdueReminder: ({ amount, due }) => `Erinnerung: ${amount} überfällig seit ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Rechnung von ${seller}`,
    reminder: 'Ihre Rechnung ist bald fällig',
    overdueReminder: 'Ihre Rechnung ist überfällig',
    canceled: 'Ihre Rechnung wurde storniert',
  },
  preheaders: {
    payBy: ({ due }) => `Ansehen und bis zum ${due} online bezahlen.`,
    view: 'Sie können sie online ansehen.',
    overdue: ({ due }) => `Fällig seit dem ${due}. Sie können weiterhin online bezahlen.`,
    canceled: 'Sie müssen sie nicht bezahlen.',
  },
  wasDue: ({ due }) => `Fällig seit dem ${due}`,
  sent: ({ seller }) => `${seller} hat Ihnen eine Rechnung geschickt.`,
  sentAgain: ({ seller }) => `Hier ist noch einmal Ihre Rechnung von ${seller}.`,
  dueIn: ({ days }) =>
    plural('de-DE', days, {
      one: 'Nur zur Erinnerung: Diese Rechnung ist morgen fällig.',
      other: `Nur zur Erinnerung: Diese Rechnung ist in ${days}\u00A0Tagen fällig.`,
    }),
  dueToday: 'Nur zur Erinnerung: Diese Rechnung ist heute fällig.',
  overdue: 'Für diese Rechnung ist noch keine Zahlung bei uns eingegangen.',
  alreadyPaid: 'Falls Sie bereits bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
  canceled: ({ seller }) => `${seller} hat diese Rechnung storniert. Sie müssen sie nicht bezahlen.`,
  thankYou: 'Vielen Dank',
  attached: 'Die Rechnung finden Sie als PDF im Anhang.',
  why: ({ seller, address }) =>
    `Diese E-Mail ging an ${address}, weil ${seller} diese Adresse als Empfänger einer Rechnung angegeben hat.`,
}
