import type { StepsWords } from './steps-words.ts'

export const words: StepsWords = {
  title: 'Ihre erste Rechnung, vom Anfang bis zum Bericht',
  progress: ({ done, total }) => `${done} von ${total} erledigt`,
  done: 'Erledigt',
  open: 'Offen',
  brand: 'Namen und Logo hinzufügen',
  brandText: 'Kunden sehen sie auf Rechnungen, in E-Mails und auf der Zahlungsseite.',
  toBrand: 'Einstellungen öffnen',
  invoice: 'Eine Rechnung erstellen und senden',
  invoiceText: 'Senden Sie sie an eine eigene Adresse, um zu sehen, was Kunden sehen.',
  toInvoice: 'Rechnung erstellen',
  pay: 'Sie bezahlen',
  payTextSandbox:
    'Öffnen Sie ihre Zahlungsseite und verwenden Sie die Testkarte 4111 1111 1111 1111 mit einem späteren Datum und drei beliebigen Ziffern.',
  payText: 'Öffnen Sie ihre Zahlungsseite, wie Ihr Kunde es tut.',
  toPay: 'Rechnung öffnen',
  results: 'Sehen, was daraus wurde',
  resultsText: 'Eine E-Mail ging hinaus, Ihre Programme wurden benachrichtigt, und Berichte enthalten sie.',
  mail: 'E-Mail',
  webhook: 'Webhook',
  report: 'Bericht',
  toInbox: 'Posteingang öffnen',
  toWebhooks: 'Webhooks öffnen',
  toReports: 'Berichte öffnen',
}
