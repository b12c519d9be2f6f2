/** The page, mail and PDF that payers will get, before they are saved. */
export const words = {
  title: 'Preview',
  shown: 'Shown document',
  page: 'Payment page',
  mail: 'Email',
  pdf: 'PDF',
  width: 'Width',
  phone: 'Phone',
  desktop: 'Desktop',
  ownLanguage: 'Language of the invoice',
  frame: ({ what }: { readonly what: string }) => `${what} (preview)`,
  openPdf: 'Open the PDF',
  noPdfViewer: 'This browser does not show PDFs inside a page.',
  failed: 'The preview could not be loaded.',
}
