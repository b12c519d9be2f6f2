// pure

import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnPageWords } from './page-words.ts'

const DECLINED = 'Tu banco rechazó el pago. Prueba con otro método de pago o comunícate con tu banco.'

export const ES_419: OwnPageWords = {
  title: ({ seller }) => `Pagar a ${seller}`,
  language: 'Idioma',
  testCards: 'Tarjetas de prueba',
  testApproved: 'Se aprueba',
  testApprovedUpTo: ({ amount }) => `Se aprueba hasta ${amount}; por encima, depende del monto`,
  testReview: 'Queda en revisión',
  testChallenge: 'Pide confirmación (3-D Secure)',
  testStoredDecline: 'Se aprueba; los cobros posteriores con la tarjeta guardada se rechazan',
  testCardsNote: 'Sirven cualquier vencimiento futuro y cualquier código de seguridad.',
  preview: 'Vista previa: los clientes aún no pueden ver ni pagar esta factura',
  previewOfPublished: 'Vista previa: no se puede pagar en esta página',
  numberAndDue: ({ number, due }) => `Factura ${number} · vence el ${due}`,
  details: ({ count }) =>
    plural('es-419', count, {
      one: `Detalles (${count} concepto)`,
      many: `Detalles (${count} de conceptos)`,
      other: `Detalles (${count} conceptos)`,
    }),
  showDetails: 'Detalles',
  downloadPdf: 'Descargar PDF',
  paymentsSoFar: 'Pagos realizados',
  questions: ({ seller }) => `¿Tienes preguntas? Comunícate con ${seller}`,
  secured: 'Tus datos de pago se envían cifrados y nunca se guardan aquí.',

  howMuch: '¿Cuánto quieres pagar?',
  fullAmount: 'Todo el saldo',
  otherAmount: 'Otro monto',
  minimum: ({ amount }) => `Mínimo: ${amount}`,
  remaining: ({ amount }) => `Saldo después de este pago: ${amount}.`,
  remainingBelowMinimum: ({ amount }) =>
    `Quedaría un saldo de ${amount}, menor que el mínimo: habría que pagarlo de una sola vez.`,
  confirmRest: ({ amount }) =>
    `Quedaría un saldo de ${amount}, menor que el mínimo: habría que pagarlo de una sola vez. Cambia el monto o presiona otra vez el botón para pagar de todos modos.`,

  payWith: 'Pagar con',
  cardNumber: 'Número de tarjeta',
  expiry: 'Vencimiento',
  expiryExample: 'MM / AA',
  securityCode: 'Código de seguridad',
  nameOnCard: 'Nombre en la tarjeta',
  saveCard: ({ seller }) => `Guardar esta tarjeta para que ${seller} pueda cobrar con ella futuras facturas`,
  accountHolder: 'Titular de la cuenta',
  routingNumber: 'Número de ruta (routing number)',
  accountNumber: 'Número de cuenta',
  debitMandate: ({ seller }) => `Al pagar, autorizas a ${seller} a debitar este monto de tu cuenta una sola vez.`,
  walletNext: ({ wallet }) => `Confirmarás el pago con ${wallet} en la página siguiente.`,
  hostedChoice: 'Tarjeta u otro método de pago',
  hostedNext: 'Completarás el pago en la página segura del proveedor de pagos.',

  yourDetails: 'Tus datos',
  shippingAddress: 'Dirección de envío',
  phone: 'Teléfono',
  fullName: 'Nombre completo',
  street: 'Dirección',
  streetMore: 'Departamento, piso, etc.',
  town: 'Ciudad',
  region: 'Estado o provincia',
  postalCode: 'Código postal',
  country: 'País',
  optional: ({ label }) => `${label} (opcional)`,
  choose: 'Elige…',

  payOther: 'Pagar',
  paying: 'Procesando…',
  stillWorking: 'Seguimos procesando el pago. No cierres esta página.',

  pleaseCheck: 'Revisa estos campos:',
  problems: {
    required: 'Completa este campo.',
    plainText: 'Revisa este campo.',
    cardNumber: 'Revisa el número de tarjeta.',
    expiry: 'Escribe la fecha de vencimiento como MM / AA.',
    expired: 'Esta tarjeta está vencida.',
    securityCode:
      'Escribe los 3 dígitos del reverso de la tarjeta o, si es American Express, los 4 dígitos del frente.',
    routingNumber: 'Escribe los 9 dígitos del número de ruta.',
    accountNumber: 'Revisa el número de cuenta.',
    email: 'Revisa la dirección de correo electrónico.',
    phone: 'Revisa el número de teléfono.',
    choice: 'Elige una de las opciones.',
    tooShort: ({ count }) =>
      plural('es-419', count, {
        one: 'Escribe al menos 1 carácter.',
        many: `Escribe al menos ${count} de caracteres.`,
        other: `Escribe al menos ${count} caracteres.`,
      }),
    tooLong: ({ count }) =>
      plural('es-419', count, {
        one: 'Escribe 1 carácter como máximo.',
        many: `Escribe ${count} de caracteres como máximo.`,
        other: `Escribe ${count} caracteres como máximo.`,
      }),
    personal: 'No escribas aquí números de tarjeta ni de documentos de identidad.',
    amount: ({ example }) => `Escribe un monto, por ejemplo ${example}.`,
    ambiguousAmount: ({ one, other }) => `¿Quieres decir ${one} o ${other}? Escríbelo de una de estas formas.`,
    unclearAmount: ({ amount }) => `¿Quieres decir ${amount}? Escríbelo de esa forma.`,
    tooManyDecimals: 'El monto tiene demasiados decimales para esta moneda.',
    belowMinimum: ({ amount }) => `El monto debe ser de al menos ${amount}.`,
    aboveBalance: ({ amount }) => `El monto no puede superar ${amount}.`,
  },
  declines: {
    declined: DECLINED,
    insufficientFunds: 'No hay fondos suficientes. Prueba con otro método de pago.',
    expiredCard: 'Esta tarjeta está vencida. Revisa la fecha de vencimiento o usa otra tarjeta.',
    lostOrStolen: DECLINED,
    invalidCard: 'Este número de tarjeta no es válido. Revísalo o usa otra tarjeta.',
    wrongSecurityCode: 'El código de seguridad no es correcto. Revísalo y vuelve a intentarlo.',
    limitExceeded: 'El monto supera el límite de esta tarjeta. Prueba con otro método de pago.',
    notAllowed: 'Esta tarjeta no se puede usar para este pago. Prueba con otro método de pago.',
    issuerUnavailable: 'No pudimos comunicarnos con tu banco. Vuelve a intentarlo en unos minutos.',
    authenticationFailed: 'Tu banco no pudo confirmar tu identidad. Vuelve a intentarlo o usa otra tarjeta.',
    suspectedFraud: DECLINED,
    accountProblem: 'No se puede debitar de esta cuenta. Revisa los datos o usa otro método de pago.',
    notProcessed: 'El pago no se realizó y no se cobró nada. Vuelve a intentarlo.',
    authorizationExpired: 'El pago no se completó a tiempo y no se cobró nada. Vuelve a intentarlo.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('es-419', seconds, {
      one: 'Se rechazaron demasiados pagos. Vuelve a intentarlo en 1 segundo.',
      many: `Se rechazaron demasiados pagos. Vuelve a intentarlo en ${seconds} de segundos.`,
      other: `Se rechazaron demasiados pagos. Vuelve a intentarlo en ${seconds} segundos.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) =>
    plural('es-419', minutes, {
      one: `Se rechazaron demasiados pagos. Vuelve a intentarlo en ${minutes} minuto.`,
      many: `Se rechazaron demasiados pagos. Vuelve a intentarlo en ${minutes} de minutos.`,
      other: `Se rechazaron demasiados pagos. Vuelve a intentarlo en ${minutes} minutos.`,
    }),
  amountChanged: 'El monto a pagar cambió. Revísalo y luego paga.',
  notStarted: 'No se pudo iniciar el pago y no se cobró nada. Vuelve a intentarlo.',

  screens: {
    paid: { title: 'Esta factura está pagada', text: () => 'Gracias. No queda nada por pagar.' },
    canceled: {
      title: 'Esta factura fue anulada',
      text: ({ seller }) => `Ya no se puede pagar. Si tienes preguntas, comunícate con ${seller}.`,
    },
    expired: {
      title: 'Este enlace de pago venció',
      text: ({ seller }) => `Pide un nuevo enlace a ${seller}.`,
    },
    underReview: {
      title: 'Hay un pago en revisión',
      text: ({ seller }) => `${seller} lo está revisando. No tienes que volver a pagar.`,
    },
    suspended: {
      title: 'Los pagos están en pausa',
      text: ({ seller }) => `${seller} no puede aceptar pagos en este momento.`,
    },
    nothingToPay: { title: 'No hay nada que pagar', text: () => 'El total de esta factura es cero.' },
    held: {
      title: 'Hay un pago en curso',
      text: () => 'Alguien está pagando esta factura. Si ese pago no se completa, podrás pagar en unos minutos.',
    },
    noMethod: {
      title: 'El pago en línea no está disponible',
      text: ({ seller }) => `Comunícate con ${seller} para saber cómo pagar.`,
    },
    working: {
      title: 'Estamos verificando tu pago',
      text: () => 'Puede tardar un minuto. No vuelvas a pagar; esta página se actualiza sola.',
    },
  },

  failures: {
    notFound: {
      title: 'Esta página no existe',
      text: 'Revisa el enlace o pide uno nuevo a quien te lo envió.',
    },
    unreadable: {
      title: 'No pudimos leer la solicitud',
      text: 'No se cobró nada. Vuelve a abrir la página de pago y completa el formulario otra vez.',
    },
    tooLarge: {
      title: 'El texto es demasiado largo',
      text: 'No se cobró nada. Acorta lo que escribiste y vuelve a intentarlo.',
    },
    tooMany: {
      title: 'Demasiadas solicitudes',
      text: 'Espera un minuto y vuelve a intentarlo.',
    },
    failed: {
      title: 'Algo salió mal',
      text: 'El problema es nuestro. Si estabas pagando, vuelve a abrir la factura antes de pagar otra vez: ahí verás si el pago se realizó.',
    },
    unavailable: {
      title: 'Esta página no está disponible en este momento',
      text: 'Vuelve a intentarlo en un minuto. Si estabas pagando, revisa la factura antes de pagar otra vez: ahí verás si el pago se realizó.',
    },
  },
  tryAgain: 'Volver a intentar',

  thankYou: 'Gracias',
  youPaid: ({ amount, seller }) => `Pagaste ${amount} a ${seller}.`,
  printReceipt: 'Imprimir recibo',
  downloadReceipt: 'Descargar recibo',
  leaving: ({ seller }) => `Te llevamos de vuelta a ${seller}…`,
  leavingToProvider: 'Te llevamos al proveedor de pagos…',
  goOn: 'Continuar',

  confirmTitle: 'Confirma tu pago',
  confirmText: 'Tu banco te pide que confirmes este pago.',
  confirmWith: ({ wallet }) => `Confirmar con ${wallet}`,
  confirmPayment: 'Confirmar pago',
  cancelPayment: 'Cancelar',
  simulated: 'Esto es una simulación. No se mueve dinero.',
  checkout: 'Pago de prueba',
}
