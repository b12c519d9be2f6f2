// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const DE_DE: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Zahlungsbeleg von ${seller} · ${amount} bezahlt`
        : `Zahlungsbeleg von ${seller} zu Rechnung ${number} · ${amount} bezahlt`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Zahlungsbeleg von ${seller} für Ihre Teilzahlung · ${amount} bezahlt`
        : `Zahlungsbeleg von ${seller} für Ihre Teilzahlung zu Rechnung ${number} · ${amount} bezahlt`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Ihre Zahlung an ${seller} wird geprüft · ${amount}`
        : `Ihre Zahlung an ${seller} zu Rechnung ${number} wird geprüft · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Erstattung von ${seller} · ${amount}`
        : `Erstattung von ${seller} zu Rechnung ${number} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Zahlungsbeleg: ${amount} bezahlt`,
    partialReceipt: ({ amount }) => `Zahlungsbeleg für Ihre Teilzahlung: ${amount}`,
    review: ({ amount }) => `Zahlung wird geprüft: ${amount}`,
    refund: ({ amount }) => `Erstattung: ${amount}`,
  },
  thankYou: 'Vielen Dank für Ihre Zahlung',
  received: ({ seller }) => `${seller} hat Ihre Zahlung erhalten.`,
  paidInFull: 'Ihre Rechnung ist vollständig bezahlt. Sie müssen nichts weiter tun.',
  paidOn: ({ day }) => `Bezahlt am ${day}`,
  underReview: 'Ihre Zahlung wird geprüft',
  reviewText: ({ seller }) =>
    `${seller} prüft Ihre Zahlung, bevor sie abgeschlossen wird. Sie müssen nicht noch einmal bezahlen.`,
  reviewEnd: 'Nach Abschluss erhalten Sie einen Zahlungsbeleg. Wird die Zahlung abgelehnt, wird nichts abgebucht.',
  refundTitle: 'Sie haben eine Erstattung erhalten',
  refundText: ({ seller, amount }) => `${seller} hat ${amount} auf Ihr ursprüngliches Zahlungsmittel erstattet.`,
  refundTime: 'Es kann einige Tage dauern, bis das Geld auf Ihrem Konto erscheint.',
  refundedOn: ({ day }) => `Erstattet am ${day}`,
  refundId: 'Erstattungsnummer',
  originalPayment: 'Ursprüngliche Zahlung',
  viewReceipt: 'Zahlungsbeleg ansehen',
  attached: 'Den Zahlungsbeleg finden Sie als PDF im Anhang.',
  why: ({ seller }) => `Sie erhalten diese E-Mail wegen einer Zahlung an ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Zahlung erhalten · ${amount} zu Rechnung ${number}`,
      title: 'Sie haben eine Zahlung erhalten',
      paidInFull: 'Die Rechnung ist vollständig bezahlt.',
    },
    review: {
      subject: ({ amount, number }) => `Zahlung zu prüfen · ${amount} zu Rechnung ${number}`,
      title: 'Eine Zahlung wartet auf Ihre Prüfung',
      text: 'Nehmen Sie sie an oder lehnen Sie sie ab. Bis dahin sind zu dieser Rechnung keine weiteren Zahlungen möglich.',
    },
    refunded: {
      subject: ({ amount, number }) => `Erstattung abgeschlossen · ${amount} zu Rechnung ${number}`,
      title: 'Eine Erstattung wurde abgeschlossen',
      text: 'Ihr Kunde wurde per E-Mail informiert, sofern eine Adresse bekannt ist.',
    },
    customer: 'Kunde',
    why: ({ seller }) =>
      `Sie erhalten diese E-Mail, weil in den Rechnungseinstellungen von ${seller} E-Mail-Benachrichtigungen eingeschaltet sind.`,
    cardTesting: {
      subject: ({ seller }) => `Viele abgelehnte Zahlungen bei ${seller}`,
      title: 'Möglicherweise werden gestohlene Karten getestet',
      happened: 'Bei Ihren Zahlungslinks werden gerade ungewöhnlich viele Zahlungsversuche abgelehnt.',
      now: 'Ihre Links funktionieren weiterhin. Bis sich die Lage beruhigt, bestätigen Zahlende Kartenzahlungen bei ihrer Bank (3\u2011D\u00A0Secure) oder durchlaufen eine kurze Sicherheitsprüfung.',
      todo: 'Prüfen Sie die letzten Zahlungen und erstatten Sie solche, die Sie nicht zuordnen können.',
      view: 'Bezahlte Rechnungen ansehen',
      declined: 'Abgelehnte Versuche',
      attempts: 'Versuche insgesamt',
      since: 'Festgestellt am',
      why: ({ seller }) => `Sie erhalten diese E-Mail, weil Ihre Adresse als Kontakt von ${seller} hinterlegt ist.`,
    },
  },
}
