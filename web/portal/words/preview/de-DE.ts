import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Vorschau',
  shown: 'Angezeigtes Dokument',
  page: 'Zahlungsseite',
  mail: 'E-Mail',
  pdf: 'PDF',
  width: 'Breite',
  phone: 'Smartphone',
  desktop: 'Computer',
  ownLanguage: 'Sprache der Rechnung',
  frame: ({ what }) => `${what} (Vorschau)`,
  openPdf: 'PDF öffnen',
  noPdfViewer: 'Dieser Browser zeigt PDFs nicht innerhalb einer Seite an.',
  failed: 'Die Vorschau konnte nicht geladen werden.',
}
