// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const PT_BR: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Recibo de ${seller} · Você pagou ${amount}`
        : `Recibo de ${seller} referente à fatura ${number} · Você pagou ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Recibo de ${seller} referente ao seu pagamento parcial · Você pagou ${amount}`
        : `Recibo de ${seller} referente ao pagamento parcial da fatura ${number} · Você pagou ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Seu pagamento a ${seller} está em análise · ${amount}`
        : `Seu pagamento a ${seller} referente à fatura ${number} está em análise · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Reembolso de ${seller} · ${amount}`
        : `Reembolso de ${seller} referente à fatura ${number} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Recibo: você pagou ${amount}`,
    partialReceipt: ({ amount }) => `Recibo do seu pagamento parcial: ${amount}`,
    review: ({ amount }) => `Pagamento em análise: ${amount}`,
    refund: ({ amount }) => `Reembolso: ${amount}`,
  },
  thankYou: 'Obrigado pelo pagamento',
  received: ({ seller }) => `${seller} recebeu seu pagamento.`,
  paidInFull: 'Sua fatura está totalmente paga. Você não precisa fazer mais nada.',
  paidOn: ({ day }) => `Pago em ${day}`,
  underReview: 'Seu pagamento está em análise',
  reviewText: ({ seller }) =>
    `${seller} está analisando seu pagamento antes de concluí-lo. Você não precisa pagar de novo.`,
  reviewEnd: 'Quando ele for concluído, você receberá um recibo. Se for recusado, nada será cobrado.',
  refundTitle: 'Você recebeu um reembolso',
  refundText: ({ seller, amount }) => `${seller} reembolsou ${amount} na forma de pagamento que você usou.`,
  refundTime: 'O valor pode levar alguns dias para aparecer na sua conta.',
  refundedOn: ({ day }) => `Reembolsado em ${day}`,
  refundId: 'ID do reembolso',
  originalPayment: 'Pagamento original',
  viewReceipt: 'Ver recibo',
  attached: 'O recibo está anexado em PDF.',
  why: ({ seller }) => `Você recebeu este e-mail por causa de um pagamento a ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Pagamento recebido · ${amount} da fatura ${number}`,
      title: 'Você recebeu um pagamento',
      paidInFull: 'A fatura está totalmente paga.',
    },
    review: {
      subject: ({ amount, number }) => `Pagamento para analisar · ${amount} da fatura ${number}`,
      title: 'Um pagamento aguarda sua análise',
      text: 'Aceite ou recuse. Até lá, o cliente não pode fazer outro pagamento desta fatura.',
    },
    refunded: {
      subject: ({ amount, number }) => `Reembolso concluído · ${amount} da fatura ${number}`,
      title: 'Um reembolso foi concluído',
      text: 'Seu cliente já foi avisado por e-mail, se houver um endereço cadastrado.',
    },
    customer: 'Cliente',
    why: ({ seller }) =>
      `Você recebeu este e-mail porque as notificações por e-mail estão ativadas nas configurações de faturas de ${seller}.`,
    cardTesting: {
      subject: ({ seller }) => `Muitos pagamentos recusados em ${seller}`,
      title: 'Alguém pode estar testando cartões roubados',
      happened: 'Um número incomum de tentativas de pagamento está sendo recusado nos seus links de pagamento.',
      now: 'Seus links continuam funcionando. Até que a situação se normalize, quem paga com cartão confirma o pagamento com o banco (3\u2011D\u00A0Secure) ou passa por uma rápida verificação de segurança.',
      todo: 'Confira os últimos pagamentos e reembolse os que você não reconhecer.',
      view: 'Ver faturas pagas',
      declined: 'Tentativas recusadas',
      attempts: 'Total de tentativas',
      since: 'Detectado em',
      why: ({ seller }) => `Você recebeu este e-mail porque seu endereço é o contato de ${seller}.`,
    },
  },
}
