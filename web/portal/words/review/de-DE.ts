import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { ReviewWords } from './review-words.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

export const words: ReviewWords = {
  title: 'Prüfung',
  queue: 'Zahlungen in Prüfung',
  switchedOff:
    'Das Betrugsmanagement ist für diese Organisation aus: Es werden keine weiteren Zahlungen zur Prüfung angehalten.',
  empty: 'Nichts zu prüfen',
  emptyText: 'Zahlungen, die zur Prüfung angehalten werden, erscheinen hier, die dringendsten zuerst.',
  choose: 'Wählen Sie eine Zahlung oder drücken Sie j.',
  more: 'Weitere Zahlungen rücken nach, wenn über diese entschieden ist.',
  waits: ({ span }: Spanned) => `seit ${span}`,
  left: ({ span }: Spanned) => `noch ${span}`,
  you: 'Sie',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Rechnung ${number}`,
  deadline: ({ time, span }: Deadline) => `Entscheiden bis ${time} (noch ${span})`,
  accept: 'Annehmen',
  reject: 'Ablehnen',
  notYours: 'Ihre Rolle kann Prüfungen sehen, aber nicht entscheiden.',
  isDeciding: 'Eine Entscheidung wird gerade ausgeführt.',
  notHeld: 'Sie können entscheiden, sobald die Zahlung bei Ihnen ist.',
  failed: 'Die Zahlung konnte nicht geladen werden',
  heldBySomeone: 'Jemand anderes ist an dieser Zahlung.',
  heldBy: ({ name, time }: Holding) => `${name} ist seit ${time} an dieser Zahlung.`,
  takeOver: 'Übernehmen',
  takenOver: 'Die Zahlung ist jetzt bei Ihnen.',
  comment: 'Kommentar',
  commentHelp: 'Bleibt bei der Zahlung und in den Berichten.',
  notCarriedOut: 'Der Zahlungsdienstleister hat die Entscheidung nicht ausgeführt. Bitte versuchen Sie es noch einmal.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `${amount} annehmen?`,
      text: 'Die Zahlung wird eingezogen, und der Zahler bekommt einen Zahlungsbeleg.',
      confirm: ({ amount }: Amount) => `${amount} annehmen`,
      done: ({ amount }: Amount) => `${amount} ist angenommen.`,
    },
    reject: {
      question: ({ amount }: Amount) => `${amount} ablehnen?`,
      text: 'Der autorisierte Betrag wird freigegeben, und die Rechnung kann wieder bezahlt werden.',
      confirm: ({ amount }: Amount) => `${amount} ablehnen`,
      done: ({ amount }: Amount) => `${amount} ist abgelehnt.`,
    },
  },
  since: 'In Prüfung seit',
  shipTo: 'Lieferadresse',
  bin: 'Erste Ziffern',
  cardCountry: 'Karte ausgegeben in',
  network: 'Kartennetzwerk',
  rules: 'Warum sie angehalten wurde',
  earlier: 'Frühere Zahlungen dieses Kunden',
  firstTime: 'Diese Adresse hat bisher nichts bezahlt.',
  noAddress: 'Frühere Zahlungen sind nicht bekannt: Der Zahler hat keine E-Mail-Adresse angegeben.',
  count: ({ count, text }: Counted) =>
    plural('de-DE', count, { one: `${text} Zahlung wartet`, other: `${text} Zahlungen warten` }),
  disputes: ({ count, text }: Counted) =>
    plural('de-DE', count, { one: `${text} Reklamation`, other: `${text} Reklamationen` }),
}
