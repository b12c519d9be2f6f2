// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const ES_419: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Factura de ${seller} · ${amount}, vence el ${due}`
        : `Factura ${number} de ${seller} · ${amount}, vence el ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Factura de ${seller} · ${amount}, venció el ${due}`
        : `Factura ${number} de ${seller} · ${amount}, venció el ${due}`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? `Factura de ${seller}` : `Factura ${number} de ${seller}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Recordatorio: factura de ${seller} · ${amount}, vence el ${due}`
        : `Recordatorio: factura ${number} de ${seller} · ${amount}, vence el ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Recordatorio: tu factura de ${seller} está vencida · ${amount}, venció el ${due}`
        : `Recordatorio: la factura ${number} de ${seller} está vencida · ${amount}, venció el ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined ? `Tu factura de ${seller} fue anulada` : `La factura ${number} de ${seller} fue anulada`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}, vence el ${due}`,
    overdue: ({ amount, due }) => `${amount}, venció el ${due}`,
    reminder: ({ amount, due }) => `Recordatorio: ${amount}, vence el ${due}`,
    overdueReminder: ({ amount, due }) => `Recordatorio: ${amount}, venció el ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Factura de ${seller}`,
    reminder: 'Tu factura está por vencer',
    overdueReminder: 'Tu factura está vencida',
    canceled: 'Tu factura fue anulada',
  },
  preheaders: {
    payBy: ({ due }) => `Puedes verla y pagarla en línea hasta el ${due}.`,
    view: 'Puedes verla en línea.',
    overdue: ({ due }) => `Venció el ${due}. Todavía puedes pagarla en línea.`,
    canceled: 'No tienes que pagarla.',
  },
  wasDue: ({ due }) => `Venció el ${due}`,
  sent: ({ seller }) => `${seller} te envió una factura.`,
  sentAgain: ({ seller }) => `Aquí tienes de nuevo tu factura de ${seller}.`,
  dueIn: ({ days }) =>
    plural('es-419', days, {
      one: 'Te recordamos que esta factura vence mañana.',
      many: `Te recordamos que esta factura vence en ${days}\u00A0de\u00A0días.`,
      other: `Te recordamos que esta factura vence en ${days}\u00A0días.`,
    }),
  dueToday: 'Te recordamos que esta factura vence hoy.',
  overdue: 'Todavía no hemos recibido tu pago de esta factura.',
  alreadyPaid: 'Si ya pagaste, ignora este correo.',
  canceled: ({ seller }) => `${seller} anuló esta factura. No tienes que pagarla.`,
  thankYou: 'Gracias',
  attached: 'La factura va adjunta en PDF.',
  why: ({ seller, address }) =>
    `Este correo se envió a ${address} porque ${seller} emitió una factura a esta dirección.`,
}
