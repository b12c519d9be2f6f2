import type { StepsWords } from './steps-words.ts'

export const words: StepsWords = {
  title: 'Tu primera factura, del inicio al informe',
  progress: ({ done, total }) => `${done} de ${total} listos`,
  done: 'Listo',
  open: 'Pendiente',
  brand: 'Agrega tu nombre y tu logotipo',
  brandText: 'Los clientes los ven en facturas, correos y en la página de pago.',
  toBrand: 'Abrir la configuración',
  invoice: 'Crea y envía una factura',
  invoiceText: 'Envíala a una dirección tuya para ver lo que ven los clientes.',
  toInvoice: 'Crear factura',
  pay: 'Págala',
  payTextSandbox:
    'Abre su página de pago y usa la tarjeta de prueba 4111 1111 1111 1111 con cualquier fecha futura y tres dígitos cualesquiera.',
  payText: 'Abre su página de pago, como lo hace tu cliente.',
  toPay: 'Abrir la factura',
  results: 'Mira qué pasó',
  resultsText: 'Salió un correo, tus programas recibieron un aviso y los informes la incluyen.',
  mail: 'Correo electrónico',
  webhook: 'Webhook',
  report: 'Informe',
  toInbox: 'Abrir la bandeja de entrada',
  toWebhooks: 'Abrir webhooks',
  toReports: 'Abrir informes',
}
