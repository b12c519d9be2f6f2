// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Inicio',
  nothing: 'No hay nada pendiente',
  nothingText: 'Aquí aparecen las facturas vencidas, los pagos en revisión y los correos rechazados.',
  toInvoices: 'Todas las facturas',
  attention: ({ count, text }) =>
    plural('es-419', count, {
      one: `${text} asunto requiere tu atención`,
      many: `${text} de asuntos requieren tu atención`,
      other: `${text} asuntos requieren tu atención`,
    }),
  overdue: 'Vencidas',
  overdueText: 'Pasó la fecha de vencimiento y queda saldo por pagar.',
  underReview: 'En revisión',
  underReviewText: 'Un pago espera una decisión.',
  refusedMails: 'Correos rechazados',
  refusedMailsText: 'No le llegaron al cliente. Revisa la dirección y envíalos de nuevo.',
  showAll: ({ text }) => `Ver las ${text}`,
  late: ({ count, text }) =>
    plural('es-419', count, {
      one: `${text} día de atraso`,
      many: `${text} de días de atraso`,
      other: `${text} días de atraso`,
    }),
  due: ({ day }) => `Vence el ${day}`,
  refusedAt: ({ time }) => `Rechazado: ${time}`,
  unnamed: 'Sin nombre',
  failed: 'No se pudo cargar esta página',
}
