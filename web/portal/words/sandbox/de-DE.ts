import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: 'Werkzeuge des Testmodus. Alle Organisationen dieser Installation teilen sie.',
  inbox: 'Posteingang',
  inboxText: 'Jede E-Mail, die gesendet worden wäre.',
  lab: 'Empfänger von Webhooks',
  labText: 'Adressen, die Zustellungen annehmen, Signaturen prüfen und auf Wunsch fehlschlagen.',
  clock: 'Uhr',
  clockText: 'Stellen Sie die Zeit vor, um Erinnerungen, Berichte und Abrechnungen kommen zu sehen.',
  openPage: ({ name }) => `${name} öffnen`,
  demo: 'Demodaten',
  demoText:
    'Ein Jahr Beispielzahlungen dieses Händlers, mit Erstattungen, Reklamationen und Auszahlungen, um Berichte auszuprobieren.',
  demoMerchantOnly: 'Wechseln Sie zu einem Händler, um dessen Demodaten zu laden.',
  load: 'Demodaten laden',
  loading: 'Wird geladen…',
  loaded: ({ text }) => `Die Demodaten sind geladen: ${text} Datensätze.`,
  wasLoaded: 'Die Demodaten sind schon da.',
  only: 'Diese Werkzeuge gibt es nur im Testmodus.',
}
