import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Aperçu',
  shown: 'Document affiché',
  page: 'Page de paiement',
  mail: 'E-mail',
  pdf: 'PDF',
  width: 'Largeur',
  phone: 'Téléphone',
  desktop: 'Ordinateur',
  ownLanguage: 'Langue de la facture',
  frame: ({ what }) => `${what} (aperçu)`,
  openPdf: 'Ouvrir le PDF',
  noPdfViewer: 'Ce navigateur n’affiche pas les PDF à l’intérieur d’une page.',
  failed: 'L’aperçu n’a pas pu être chargé.',
}
