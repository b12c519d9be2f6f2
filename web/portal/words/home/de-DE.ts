// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Start',
  nothing: 'Nichts braucht Ihre Aufmerksamkeit',
  nothingText: 'Überfällige Rechnungen, Zahlungen in Prüfung und abgelehnte E-Mails stehen hier.',
  toInvoices: 'Alle Rechnungen',
  attention: ({ count, text }) =>
    plural('de-DE', count, { one: `${text} Vorgang wartet auf Sie`, other: `${text} Vorgänge warten auf Sie` }),
  overdue: 'Überfällig',
  overdueText: 'Das Fälligkeitsdatum ist vorbei, und es ist noch etwas offen.',
  underReview: 'In Prüfung',
  underReviewText: 'Eine Zahlung wartet auf eine Entscheidung.',
  refusedMails: 'Abgelehnte E-Mails',
  refusedMailsText: 'Sie haben den Kunden nicht erreicht. Prüfen Sie die Adresse und senden Sie sie noch einmal.',
  showAll: ({ text }) => `Alle ${text} anzeigen`,
  late: ({ count, text }) =>
    plural('de-DE', count, { one: `${text} Tag überfällig`, other: `${text} Tage überfällig` }),
  due: ({ day }) => `Fällig am ${day}`,
  refusedAt: ({ time }) => `Abgelehnt am ${time}`,
  unnamed: 'Ohne Namen',
  failed: 'Diese Seite konnte nicht geladen werden',
}
