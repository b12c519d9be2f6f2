import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { JobsWords } from './jobs-words.ts'

const forms = (count: number, one: string, other: string) => plural('es-419', count, { one, many: other, other })

export const words: JobsWords = {
  actions: { send: 'Enviar', remind: 'Recordar', cancel: 'Anular' },
  orders: {
    send: ({ count, text }) => forms(count, `Enviar ${text} factura`, `Enviar ${text} facturas`),
    remind: ({ count, text }) =>
      forms(count, `Enviar un recordatorio de ${text} factura`, `Enviar recordatorios de ${text} facturas`),
    cancel: ({ count, text }) => forms(count, `Anular ${text} factura`, `Anular ${text} facturas`),
  },
  effects: {
    send: 'Cada cliente recibe un correo con el enlace de pago. Los borradores se publican. Lo que ya se envió se envía de nuevo.',
    remind: 'Cada cliente recibe un recordatorio por correo.',
    cancel:
      'Los enlaces de pago ya no aceptarán pagos. Se avisa a los clientes que recibieron un correo con el enlace.',
  },
  cannotUndo: 'Esta acción no se puede deshacer.',
  checking: 'Comprobando cuáles pueden participar',
  allCan: 'El estado de todas lo permite.',
  someCannot: ({ count, text }) =>
    forms(count, `El estado de ${text} de ellas no lo permite.`, `El estado de ${text} de ellas no lo permite.`),
  withoutEmail: ({ count, text }) =>
    forms(
      count,
      `${text} de ellas está configurada para entregarse sin correo.`,
      `${text} de ellas están configuradas para entregarse sin correo.`,
    ),
  onlyPublished: ({ count, text }) =>
    forms(
      count,
      `${text} borrador está configurado para entregarse sin correo: solo se publica.`,
      `${text} borradores están configurados para entregarse sin correo: solo se publican.`,
    ),
  noneCan: 'El estado de ninguna de ellas lo permite.',
  listed: 'Las que no pueden participar quedan como están y aparecen en una lista con el motivo.',
  mailsWait: 'Los correos que superan el límite por hora de tu organización esperan y salen solos después.',
  tooMany: ({ text }) => `Como máximo ${text} a la vez. Acota los filtros.`,
  selectionChanged: ({ text }) => `La selección ahora tiene ${text}. Aún no se hizo nada.`,
  nothingSelected: 'Ya nada coincide con los filtros. No se hizo nada.',
  tooManyJobs: 'Hay demasiadas acciones masivas en curso. Espera a que termine una o detenla.',
  recent: 'Acciones masivas',
  none: 'Aún no hay acciones masivas',
  noneText:
    'Selecciona facturas en la lista para enviarlas, recordarlas o anularlas de una vez. Las acciones masivas se conservan 30 días.',
  toInvoices: 'Todas las facturas',
  toList: 'Volver a la lista',
  failed: 'No se pudieron cargar las acciones masivas',
  states: { RUNNING: 'En curso', COMPLETED: 'Completada', STOPPED: 'Detenida' },
  progress: 'Progreso',
  progressOf: ({ done, total }) => `${done} de ${total}`,
  done: 'Hechas',
  notDone: 'Con error',
  waiting: 'En espera',
  left: 'Sin empezar',
  summary: ({ done, failed }) => `Hechas: ${done}, con error: ${failed}`,
  started: ({ time }) => `Inicio: ${time}`,
  startedBy: ({ name, time }) => `La inició ${name}, ${time}`,
  ended: ({ time }) => `Fin: ${time}`,
  goesOn: 'Puedes salir de esta página: la acción continúa sola.',
  stop: 'Detener',
  stopped: 'Detenida. Lo que ya se hizo permanece.',
  stopFailed: 'No se pudo detener. Inténtalo de nuevo.',
  stoppedBy: ({ name }) => `La detuvo ${name}. Lo que ya se hizo permanece.`,
  stoppedFor: {
    MISSING_PERMISSION: 'Detenida: quien la inició ya no tiene permiso.',
    USER_DISABLED: 'Detenida: la cuenta de quien la inició está desactivada.',
    MISSING_SCOPE: 'Detenida: la clave que la inició ya no tiene permiso.',
    KEY_REVOKED: 'Detenida: la clave que la inició fue revocada o venció.',
    CODES_REQUIRED: 'Detenida: quien la inició primero debe configurar códigos de un solo uso.',
    ORGANIZATION_SUSPENDED: 'Detenida: la organización está suspendida.',
  },
  failures: ({ count, text }) => forms(count, `${text} no se pudo procesar`, `${text} no se pudieron procesar`),
  number: 'Número',
  reason: 'Motivo',
  selectFailed: 'Seleccionar estas facturas',
  showMore: 'Mostrar más',
  mailsLeaving: ({ count, text }) =>
    forms(count, `${text} correo está por enviarse.`, `${text} correos están por enviarse.`),
  mailsHeld: ({ count, text, time }) =>
    forms(
      count,
      `${text} correo espera por el límite por hora de la organización. Continúa: ${time}.`,
      `${text} correos esperan por el límite por hora de la organización. Continúan: ${time}.`,
    ),
  reasons: {
    TOO_MANY_RESENDS: 'Se reenvió a este cliente hace muy poco o demasiadas veces hoy. Inténtalo más tarde.',
    NOT_FOUND: 'Esta factura no existe.',
    INTERNAL_ERROR: 'Hubo un error en el servicio. Inténtalo más tarde.',
    addressRefused:
      'El servidor de correo ya rechazó la dirección del cliente. Cámbiala o envía esta factura por separado.',
    unknown: 'No es posible por ahora.',
  },
}
