import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Vista previa',
  shown: 'Documento que se muestra',
  page: 'Página de pago',
  mail: 'Correo',
  pdf: 'PDF',
  width: 'Ancho',
  phone: 'Teléfono',
  desktop: 'Computadora',
  ownLanguage: 'Idioma de la factura',
  frame: ({ what }) => `${what} (vista previa)`,
  openPdf: 'Abrir el PDF',
  noPdfViewer: 'Este navegador no muestra archivos PDF dentro de una página.',
  failed: 'No se pudo cargar la vista previa.',
}
