// pure

import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnPageWords } from './page-words.ts'

const DECLINED =
  'Ihre Bank hat die Zahlung abgelehnt. Wählen Sie eine andere Zahlungsart oder wenden Sie sich an Ihre Bank.'

export const DE_DE: OwnPageWords = {
  title: ({ seller }) => `Zahlung an ${seller}`,
  language: 'Sprache',
  testCards: 'Testkarten',
  testApproved: 'Wird angenommen',
  testApprovedUpTo: ({ amount }) => `Wird bis ${amount} angenommen; darüber hängt das Ergebnis vom Betrag ab`,
  testReview: 'Wird zur Prüfung zurückgehalten',
  testChallenge: 'Verlangt eine Bestätigung (3\u2011D Secure)',
  testStoredDecline: 'Wird angenommen; spätere Abbuchungen von der gespeicherten Karte werden abgelehnt',
  testCardsNote: 'Jedes künftige Ablaufdatum und jede Prüfnummer sind möglich.',
  testAccounts: 'Bankkonten zum Testen',
  testAccountsNote: 'Als Routing Number sind beliebige 9 Ziffern möglich.',
  testReturned: 'Wird angenommen; die Bank gibt die Lastschrift am dritten Tag zurück',
  testFill: 'Wählen Sie eine Nummer aus, um das Formular auszufüllen.',
  preview: 'Vorschau · Kunden sehen diese Rechnung noch nicht',
  previewOfPublished: 'Vorschau · auf dieser Seite ist keine Zahlung möglich',
  previewMark: 'Vorschau des Entwurfs',
  previewMarkOfPublished: 'Vorschau',
  testMark: 'Testmodus',
  viewHere: 'Auf Deutsch ansehen',
  changeLanguage: 'Ändern',
  overdue: 'Überfällig',
  partlyPaid: 'Teilweise bezahlt',
  expired: 'Abgelaufen',
  expiredOn: 'Abgelaufen am',
  canceledOn: 'Storniert am',
  submittedOn: 'Übermittelt am',
  inReview: 'Wird geprüft',
  showAll: ({ count }) => `Alle ${count} Positionen anzeigen`,
  showFewer: 'Weniger anzeigen',
  emailSeller: ({ seller }) => `E\u2011Mail an ${seller}`,
  sendEmail: 'E\u2011Mail schreiben',
  call: ({ phone }) => `${phone} anrufen`,
  numberAndDue: ({ number, due }) => `Rechnung ${number} · fällig am ${due}`,
  details: ({ count }) =>
    plural('de-DE', count, { one: `Details (${count} Position)`, other: `Details (${count} Positionen)` }),
  showDetails: 'Details',
  downloadPdf: 'PDF herunterladen',
  invoicePdf: 'Rechnung als PDF',
  paymentsSoFar: 'Bisherige Zahlungen',
  questions: ({ seller }) => `Fragen? Wenden Sie sich an ${seller}`,
  secured:
    'Ihre Zahlungsdaten werden verschlüsselt an den Zahlungsdienstleister übertragen und auf dieser Seite nicht gespeichert.',

  howMuch: 'Welchen Betrag möchten Sie zahlen?',
  fullAmount: 'Gesamter Betrag',
  remainingAmount: 'Restbetrag',
  otherAmount: 'Anderer Betrag',
  minimum: ({ amount }) => `Mindestens ${amount}`,
  remaining: ({ amount }) => `Nach dieser Zahlung sind noch ${amount} offen.`,
  remainingBelowMinimum: ({ amount }) =>
    `Danach wären noch ${amount} offen. Das liegt unter dem Mindestbetrag und müsste dann auf einmal bezahlt werden.`,
  confirmRest: ({ amount }) =>
    `Danach wären noch ${amount} offen. Das liegt unter dem Mindestbetrag und müsste dann auf einmal bezahlt werden. Ändern Sie den Betrag oder klicken Sie noch einmal auf die Schaltfläche, um trotzdem zu zahlen.`,

  payWith: 'Zahlungsart',
  orPayWithCard: 'oder mit Karte zahlen',
  cardNumber: 'Kartennummer',
  expiry: 'Ablaufdatum',
  expiryExample: 'MM / JJ',
  securityCode: 'Prüfnummer (CVC)',
  nameOnCard: 'Name auf der Karte',
  saveCard: ({ seller }) => `Karte speichern und ${seller} erlauben, sie für künftige Rechnungen zu belasten`,
  saveCardRemoval: ({ seller }) => `Wenn Sie die Karte später entfernen lassen möchten, wenden Sie sich an ${seller}.`,
  accountHolder: 'Kontoinhaber',
  routingNumber: 'Routing Number (US-Bank)',
  accountNumber: 'Kontonummer',
  debitMandate: ({ seller }) =>
    `Mit der Zahlung ermächtigen Sie ${seller}, diesen Betrag einmalig von Ihrem Konto abzubuchen.`,
  walletNext: ({ wallet }) => `Sie bestätigen die Zahlung auf der nächsten Seite in ${wallet}.`,
  hostedChoice: 'Karte oder andere Zahlungsart',
  hostedNext: 'Sie schließen die Zahlung auf der sicheren Seite des Zahlungsdienstleisters ab.',

  yourDetails: 'Ihre Angaben',
  shippingAddress: 'Lieferadresse',
  phone: 'Telefon',
  fullName: 'Vor- und Nachname',
  street: 'Straße und Hausnummer',
  streetMore: 'Adresszusatz',
  town: 'Ort',
  addressParts: {
    postalCode: 'Postleitzahl',
    zip: 'ZIP-Code',
    postcode: 'Postleitzahl',
    region: 'Bundesland oder Region',
    state: 'Bundesstaat',
    province: 'Provinz',
    prefecture: 'Präfektur',
  },
  country: 'Land',
  optional: ({ label }) => `${label} (optional)`,
  choose: 'Bitte wählen …',

  payOther: 'Bezahlen',
  paying: 'Wird verarbeitet …',
  stillWorking: 'Es dauert noch etwas. Bitte lassen Sie diese Seite geöffnet.',
  checking: 'Kurze Sicherheitsprüfung läuft. Bitte lassen Sie diese Seite geöffnet.',
  waitFirst: ({ seconds }) =>
    plural('de-DE', seconds, {
      one: 'Aus Sicherheitsgründen gibt es eine kurze Wartezeit. Bitte bezahlen Sie in 1 Sekunde noch einmal.',
      other: `Aus Sicherheitsgründen gibt es eine kurze Wartezeit. Bitte bezahlen Sie in ${seconds} Sekunden noch einmal.`,
    }),

  pleaseCheck: ({ count }) =>
    plural('de-DE', count, { one: 'Bitte prüfen Sie dieses Feld:', other: 'Bitte prüfen Sie diese Felder:' }),
  checkMarked: ({ count }) =>
    plural('de-DE', count, {
      one: 'Bitte prüfen Sie das markierte Feld',
      other: `Bitte prüfen Sie die ${count} markierten Felder`,
    }),
  problems: {
    required: 'Füllen Sie dieses Feld aus.',
    missing: {
      method: 'Wählen Sie eine Zahlungsart.',
      cardNumber: 'Geben Sie Ihre Kartennummer ein.',
      cardExpiry: 'Geben Sie das Ablaufdatum ein.',
      cardCode: 'Geben Sie die Prüfnummer ein.',
      cardName: 'Geben Sie den Namen auf der Karte ein.',
      accountHolder: 'Geben Sie den Kontoinhaber ein.',
      routingNumber: 'Geben Sie die Routing Number ein.',
      accountNumber: 'Geben Sie die Kontonummer ein.',
      email: 'Geben Sie Ihre E\u2011Mail-Adresse ein.',
      phone: 'Geben Sie eine Telefonnummer ein.',
      shipName: 'Geben Sie Vor- und Nachnamen ein.',
      street: 'Geben Sie Straße und Hausnummer ein.',
      town: 'Geben Sie den Ort ein.',
      country: 'Wählen Sie ein Land.',
      postalCode: 'Geben Sie die Postleitzahl ein.',
      zip: 'Geben Sie den ZIP-Code ein.',
      postcode: 'Geben Sie die Postleitzahl ein.',
      region: 'Geben Sie das Bundesland oder die Region ein.',
      state: 'Geben Sie den Bundesstaat ein.',
      province: 'Geben Sie die Provinz ein.',
      prefecture: 'Geben Sie die Präfektur ein.',
    },
    plainText: 'Prüfen Sie dieses Feld.',
    cardNumber: 'Prüfen Sie die Kartennummer.',
    expiry: 'Geben Sie das Ablaufdatum als MM / JJ ein.',
    expired: 'Diese Karte ist abgelaufen.',
    securityCode: '3 Ziffern, bei Amex 4.',
    routingNumber: 'Geben Sie die 9 Ziffern der Routing Number ein.',
    accountNumber: 'Prüfen Sie die Kontonummer.',
    email: 'Prüfen Sie die E\u2011Mail-Adresse.',
    phone: 'Prüfen Sie die Telefonnummer.',
    choice: 'Wählen Sie eine der Möglichkeiten.',
    tooShort: ({ count }) => `Geben Sie mindestens ${count} Zeichen ein.`,
    tooLong: ({ count }) => `Geben Sie höchstens ${count} Zeichen ein.`,
    personal: 'Bitte geben Sie hier keine Karten- oder Ausweisnummern ein.',
    amount: ({ example }) => `Geben Sie einen Betrag ein, zum Beispiel ${example}.`,
    wrongAmount: ({ example }) => `Prüfen Sie den Betrag. Geben Sie ihn so ein: ${example}.`,
    ambiguousAmount: ({ one, other }) =>
      `Meinen Sie ${one} oder ${other}? Bitte geben Sie einen dieser Beträge genau so ein.`,
    unclearAmount: ({ amount }) => `Meinen Sie den Betrag ${amount}? Bitte geben Sie ihn genau so ein.`,
    tooManyDecimals: 'Der Betrag hat zu viele Nachkommastellen für diese Währung.',
    belowMinimum: ({ amount }) => `Geben Sie mindestens ${amount} ein.`,
    aboveBalance: ({ amount }) => `Geben Sie höchstens ${amount} ein.`,
  },
  declinedTitle: 'Zahlung abgelehnt',
  notCompletedTitle: 'Zahlung nicht abgeschlossen',
  notCharged: 'Es wurde nichts abgebucht.',
  declines: {
    declined: DECLINED,
    insufficientFunds: 'Karte oder Konto ist nicht ausreichend gedeckt. Wählen Sie eine andere Zahlungsart.',
    expiredCard: 'Diese Karte ist abgelaufen. Prüfen Sie das Ablaufdatum oder verwenden Sie eine andere Karte.',
    lostOrStolen: DECLINED,
    invalidCard: 'Diese Kartennummer ist ungültig. Prüfen Sie sie oder verwenden Sie eine andere Karte.',
    wrongSecurityCode: 'Die Prüfnummer stimmt nicht. Prüfen Sie sie und versuchen Sie es noch einmal.',
    limitExceeded: 'Der Betrag liegt über dem Limit dieser Karte. Wählen Sie eine andere Zahlungsart.',
    notAllowed: 'Diese Karte ist für diese Zahlung nicht zugelassen. Wählen Sie eine andere Zahlungsart.',
    issuerUnavailable: 'Ihre Bank ist gerade nicht erreichbar. Versuchen Sie es in einigen Minuten noch einmal.',
    authenticationFailed:
      'Ihre Bank konnte Ihre Identität nicht bestätigen. Versuchen Sie es noch einmal oder verwenden Sie eine andere Karte.',
    suspectedFraud: DECLINED,
    accountProblem:
      'Von diesem Konto kann nicht abgebucht werden. Prüfen Sie die Angaben oder wählen Sie eine andere Zahlungsart.',
    notProcessed:
      'Die Zahlung ist nicht zustande gekommen; es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
    authorizationExpired:
      'Die Zahlung wurde nicht rechtzeitig abgeschlossen; es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('de-DE', seconds, {
      one: 'Zu viele Zahlungen wurden abgelehnt. Versuchen Sie es in 1 Sekunde noch einmal.',
      other: `Zu viele Zahlungen wurden abgelehnt. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) =>
    plural('de-DE', minutes, {
      one: `Zu viele Zahlungen wurden abgelehnt. Versuchen Sie es in ${minutes} Minute noch einmal.`,
      other: `Zu viele Zahlungen wurden abgelehnt. Versuchen Sie es in ${minutes} Minuten noch einmal.`,
    }),
  tooManyAtOnce: ({ seconds }) =>
    plural('de-DE', seconds, {
      one: `Mehrere Zahlungen über Ihre Verbindung werden noch verarbeitet. Versuchen Sie es in ${seconds} Sekunde noch einmal.`,
      other: `Mehrere Zahlungen über Ihre Verbindung werden noch verarbeitet. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
    }),
  amountChanged: 'Der offene Betrag hat sich geändert. Bitte prüfen Sie ihn und bezahlen Sie dann.',

  screens: {
    paid: { title: 'Diese Rechnung ist bezahlt', text: () => 'Vielen Dank. Es ist nichts mehr offen.' },
    canceled: {
      title: 'Diese Rechnung wurde storniert',
      text: ({ seller }) => `Sie kann nicht mehr bezahlt werden. Bei Fragen wenden Sie sich an ${seller}.`,
    },
    expired: {
      title: 'Dieser Zahlungslink ist abgelaufen',
      text: ({ seller }) => `Bitten Sie ${seller} um einen neuen Link.`,
    },
    underReview: {
      title: 'Eine Zahlung wird noch geprüft',
      text: ({ seller }) => `${seller} prüft die Zahlung. Sie müssen nicht noch einmal bezahlen.`,
    },
    suspended: {
      title: 'Zahlungen sind derzeit nicht möglich',
      text: ({ seller }) => `${seller} kann im Moment keine Zahlungen annehmen.`,
    },
    nothingToPay: { title: 'Es ist nichts zu bezahlen', text: () => 'Der Gesamtbetrag dieser Rechnung ist null.' },
    held: {
      title: 'Eine Zahlung läuft gerade',
      text: () => 'Diese Rechnung wird gerade bezahlt. Falls das nicht klappt, können Sie in einigen Minuten bezahlen.',
    },
    noMethod: {
      title: 'Online-Zahlung ist nicht verfügbar',
      text: ({ seller }) => `Fragen Sie ${seller}, wie Sie bezahlen können.`,
    },
    working: {
      title: 'Wir prüfen Ihre Zahlung',
      text: () =>
        'Das kann eine Minute dauern. Bitte bezahlen Sie nicht noch einmal; diese Seite aktualisiert sich von selbst.',
    },
  },

  failures: {
    notFound: {
      title: 'Hier gibt es nichts zu bezahlen',
      text: 'Vielleicht ist die Rechnung noch nicht verfügbar oder der Link unvollständig. Prüfen Sie den Link oder fragen Sie den Absender.',
    },
    unreadable: {
      title: 'Ihre Anfrage konnte nicht gelesen werden',
      text: 'Es wurde nichts abgebucht. Öffnen Sie die Zahlungsseite erneut und füllen Sie das Formular noch einmal aus.',
    },
    tooLarge: {
      title: 'Ihre Eingaben sind zu lang',
      text: 'Es wurde nichts abgebucht. Kürzen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
    },
    tooMany: {
      title: 'Zu viele Anfragen',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    failed: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns. Falls Sie gerade beim Bezahlen waren, öffnen Sie die Rechnung erneut, bevor Sie ein zweites Mal bezahlen: Dort sehen Sie, ob die Zahlung angekommen ist.',
    },
    unavailable: {
      title: 'Diese Seite ist gerade nicht verfügbar',
      text: 'Bitte versuchen Sie es in einer Minute noch einmal. Falls Sie gerade beim Bezahlen waren, sehen Sie dann auf der Rechnung nach, ob die Zahlung angekommen ist, bevor Sie ein zweites Mal bezahlen.',
    },
  },
  tryAgain: 'Noch einmal versuchen',
  checkAgain: 'Stand prüfen',

  thankYou: ({ seller }) => `Vielen Dank für Ihre Zahlung an ${seller}.`,
  paidAmount: ({ amount }) => `${amount} bezahlt`,
  receiptSent: ({ address }) => `Den Zahlungsbeleg haben wir an ${address} gesendet.`,
  receiptFollows: ({ address }) =>
    `Nach Abschluss senden wir den Zahlungsbeleg an ${address}. Wird die Zahlung abgelehnt, wird nichts abgebucht.`,
  payRemaining: ({ amount }) => `Restliche ${amount} bezahlen`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  printReceipt: 'Zahlungsbeleg drucken',
  downloadReceipt: 'Zahlungsbeleg herunterladen',
  leaving: ({ seller }) => `Sie werden zu ${seller} zurückgeleitet …`,
  leavingToProvider: 'Sie werden zum Zahlungsdienstleister weitergeleitet …',
  leavingText: 'Das geschieht automatisch. Falls nichts passiert, klicken Sie auf die Schaltfläche.',
  goOn: 'Weiter',

  confirmTitle: 'Zahlung bestätigen',
  confirmText: 'Ihre Bank bittet Sie, diese Zahlung zu bestätigen.',
  backToInvoice: 'Abbrechen und zur Rechnung zurückkehren',
  confirmWith: ({ wallet }) => `Mit ${wallet} bestätigen`,
  confirmPayment: 'Zahlung bestätigen',
  cancelPayment: 'Abbrechen',
  simulated: 'Dies ist eine Simulation. Es fließt kein Geld.',
  checkout: 'Testkasse',
}
