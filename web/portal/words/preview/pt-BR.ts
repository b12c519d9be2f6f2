import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Pré-visualização',
  shown: 'Documento exibido',
  page: 'Página de pagamento',
  mail: 'E-mail',
  pdf: 'PDF',
  width: 'Largura',
  phone: 'Celular',
  desktop: 'Computador',
  ownLanguage: 'Idioma da fatura',
  frame: ({ what }) => `${what} (pré-visualização)`,
  openPdf: 'Abrir o PDF',
  noPdfViewer: 'Este navegador não mostra PDFs dentro de uma página.',
  failed: 'Não foi possível carregar a pré-visualização.',
}
