// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const ES_419: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Recibo de ${seller} · Pagaste ${amount}`
        : `Recibo de ${seller} por la factura ${number} · Pagaste ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Recibo de ${seller} por tu pago parcial · Pagaste ${amount}`
        : `Recibo de ${seller} por tu pago parcial de la factura ${number} · Pagaste ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Tu pago a ${seller} está en revisión · ${amount}`
        : `Tu pago a ${seller} por la factura ${number} está en revisión · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Reembolso de ${seller} · ${amount}`
        : `Reembolso de ${seller} por la factura ${number} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Recibo: pagaste ${amount}`,
    partialReceipt: ({ amount }) => `Recibo por tu pago parcial: ${amount}`,
    review: ({ amount }) => `Pago en revisión: ${amount}`,
    refund: ({ amount }) => `Reembolso: ${amount}`,
  },
  thankYou: 'Gracias por tu pago',
  received: ({ seller }) => `${seller} recibió tu pago.`,
  paidInFull: 'Tu factura está pagada por completo. No tienes que hacer nada más.',
  paidOn: ({ day }) => `Pagado el ${day}`,
  underReview: 'Tu pago está en revisión',
  reviewText: ({ seller }) => `${seller} está revisando tu pago antes de completarlo. No tienes que volver a pagar.`,
  reviewEnd: 'Cuando se complete, recibirás un recibo. Si se rechaza, no se te cobrará nada.',
  refundTitle: 'Recibiste un reembolso',
  refundText: ({ seller, amount }) => `${seller} te reembolsó ${amount} al método de pago que usaste.`,
  refundTime: 'El dinero puede tardar unos días en aparecer en tu cuenta.',
  refundedOn: ({ day }) => `Reembolsado el ${day}`,
  refundId: 'ID de reembolso',
  originalPayment: 'Pago original',
  viewReceipt: 'Ver recibo',
  attached: 'El recibo va adjunto en PDF.',
  why: ({ seller }) => `Recibes este correo por un pago a ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Pago recibido · ${amount} de la factura ${number}`,
      title: 'Recibiste un pago',
      paidInFull: 'La factura está pagada por completo.',
    },
    review: {
      subject: ({ amount, number }) => `Pago por revisar · ${amount} de la factura ${number}`,
      title: 'Un pago espera tu revisión',
      text: 'Acéptalo o recházalo. Mientras tanto, el cliente no puede hacer otro pago de esta factura.',
    },
    refunded: {
      subject: ({ amount, number }) => `Reembolso completado · ${amount} de la factura ${number}`,
      title: 'Se completó un reembolso',
      text: 'Si tenemos el correo de tu cliente, ya le avisamos.',
    },
    customer: 'Cliente',
    why: ({ seller }) =>
      `Recibes este correo porque las notificaciones por correo están activadas en la configuración de facturas de ${seller}.`,
    cardTesting: {
      subject: ({ seller }) => `Muchos pagos rechazados en ${seller}`,
      title: 'Es posible que alguien esté probando tarjetas robadas',
      happened: 'Se está rechazando una cantidad inusual de intentos de pago en tus enlaces de pago.',
      now: 'Tus enlaces siguen funcionando. Hasta que la situación se normalice, quienes pagan con tarjeta confirman el pago con su banco (3\u2011D\u00A0Secure) o pasan por una breve verificación de seguridad.',
      todo: 'Revisa los últimos pagos y reembolsa los que no reconozcas.',
      view: 'Ver facturas pagadas',
      declined: 'Intentos rechazados',
      attempts: 'Intentos en total',
      since: 'Detectado el',
      why: ({ seller }) => `Recibes este correo porque tu dirección es el contacto de ${seller}.`,
    },
  },
}
