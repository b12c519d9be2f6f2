import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { ReviewWords } from './review-words.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

export const words: ReviewWords = {
  title: 'Revisión',
  queue: 'Pagos en revisión',
  switchedOff: 'La gestión de fraude está desactivada en esta organización: no se retienen más pagos para revisión.',
  empty: 'Nada que revisar',
  emptyText: 'Los pagos retenidos para revisión aparecen aquí, los más urgentes primero.',
  choose: 'Elige un pago o pulsa j.',
  more: 'Los demás pagos avanzan cuando se decide sobre estos.',
  waits: ({ span }: Spanned) => `desde hace ${span}`,
  left: ({ span }: Spanned) => `quedan ${span}`,
  you: 'Tú',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Factura ${number}`,
  deadline: ({ time, span }: Deadline) => `Decide antes de ${time} (quedan ${span})`,
  accept: 'Aceptar',
  reject: 'Rechazar',
  notYours: 'Tu rol puede ver las revisiones, pero no decidir.',
  isDeciding: 'Se está ejecutando una decisión.',
  notHeld: 'Puedes decidir cuando el pago sea tuyo.',
  failed: 'No se pudo cargar el pago',
  heldBySomeone: 'Otra persona está con este pago.',
  heldBy: ({ name, time }: Holding) => `${name} está con este pago desde las ${time}.`,
  takeOver: 'Tomar el pago',
  takenOver: 'El pago ahora es tuyo.',
  comment: 'Comentario',
  commentHelp: 'Se guarda con el pago y en los informes.',
  notCarriedOut: 'El proveedor de pagos no ejecutó la decisión. Inténtalo de nuevo.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `¿Aceptar ${amount}?`,
      text: 'El pago se captura y el pagador recibe un recibo.',
      confirm: ({ amount }: Amount) => `Aceptar ${amount}`,
      done: ({ amount }: Amount) => `${amount}: pago aceptado.`,
    },
    reject: {
      question: ({ amount }: Amount) => `¿Rechazar ${amount}?`,
      text: 'Se libera el importe autorizado y la factura se puede volver a pagar.',
      confirm: ({ amount }: Amount) => `Rechazar ${amount}`,
      done: ({ amount }: Amount) => `${amount}: pago rechazado.`,
    },
  },
  since: 'En revisión desde',
  shipTo: 'Envío a',
  bin: 'Primeros dígitos',
  cardCountry: 'País de la tarjeta',
  network: 'Red de la tarjeta',
  rules: 'Por qué está retenido',
  earlier: 'Pagos anteriores de este cliente',
  firstTime: 'Esta dirección no ha pagado nada antes.',
  noAddress: 'No se conocen pagos anteriores: el pagador no dio un correo electrónico.',
  count: ({ count, text }: Counted) =>
    plural('es-419', count, {
      one: `${text} pago en espera`,
      many: `${text} de pagos en espera`,
      other: `${text} pagos en espera`,
    }),
  disputes: ({ count, text }: Counted) =>
    plural('es-419', count, { one: `${text} disputa`, many: `${text} de disputas`, other: `${text} disputas` }),
}
