// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const PT_BR: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Fatura de ${seller} · ${amount}, vence em ${due}`
        : `Fatura ${number} de ${seller} · ${amount}, vence em ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Fatura de ${seller} · ${amount}, venceu em ${due}`
        : `Fatura ${number} de ${seller} · ${amount}, venceu em ${due}`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? `Fatura de ${seller}` : `Fatura ${number} de ${seller}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Lembrete: fatura de ${seller} · ${amount}, vence em ${due}`
        : `Lembrete: fatura ${number} de ${seller} · ${amount}, vence em ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Lembrete: sua fatura de ${seller} está vencida · ${amount}, venceu em ${due}`
        : `Lembrete: a fatura ${number} de ${seller} está vencida · ${amount}, venceu em ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined ? `Sua fatura de ${seller} foi cancelada` : `A fatura ${number} de ${seller} foi cancelada`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}, vence em ${due}`,
    overdue: ({ amount, due }) => `${amount}, venceu em ${due}`,
    reminder: ({ amount, due }) => `Lembrete: ${amount}, vence em ${due}`,
    overdueReminder: ({ amount, due }) => `Lembrete: ${amount}, venceu em ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Fatura de ${seller}`,
    reminder: 'Sua fatura vence em breve',
    overdueReminder: 'Sua fatura está vencida',
    canceled: 'Sua fatura foi cancelada',
  },
  preheaders: {
    payBy: ({ due }) => `Veja e pague on-line até ${due}.`,
    view: 'Veja on-line.',
    overdue: ({ due }) => `Venceu em ${due}. Você ainda pode pagar on-line.`,
    canceled: 'Você não precisa pagá-la.',
  },
  wasDue: ({ due }) => `Venceu em ${due}`,
  sent: ({ seller }) => `${seller} enviou uma fatura para você.`,
  sentAgain: ({ seller }) => `Aqui está novamente a sua fatura de ${seller}.`,
  dueIn: ({ days }) =>
    plural('pt-BR', days, {
      one: 'Só para lembrar: esta fatura vence amanhã.',
      many: `Só para lembrar: esta fatura vence em ${days}\u00A0de\u00A0dias.`,
      other: `Só para lembrar: esta fatura vence em ${days}\u00A0dias.`,
    }),
  dueToday: 'Só para lembrar: esta fatura vence hoje.',
  overdue: 'Ainda não recebemos o pagamento desta fatura.',
  alreadyPaid: 'Se você já pagou, desconsidere este e-mail.',
  canceled: ({ seller }) => `${seller} cancelou esta fatura. Você não precisa pagá-la.`,
  thankYou: 'Obrigado',
  attached: 'A fatura está anexada em PDF.',
  why: ({ seller, address }) =>
    `Este e-mail foi enviado para ${address} porque ${seller} emitiu uma fatura para este endereço.`,
}
