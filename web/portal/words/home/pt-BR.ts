// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Início',
  nothing: 'Nada precisa da sua atenção',
  nothingText: 'Faturas vencidas, pagamentos em análise e e-mails recusados aparecem aqui.',
  toInvoices: 'Todas as faturas',
  attention: ({ count, text }) =>
    plural('pt-BR', count, {
      one: `${text} item precisa da sua atenção`,
      many: `${text} de itens precisam da sua atenção`,
      other: `${text} itens precisam da sua atenção`,
    }),
  overdue: 'Vencidas',
  overdueText: 'O vencimento passou e ainda há valor a pagar.',
  underReview: 'Em análise',
  underReviewText: 'Um pagamento aguarda uma decisão.',
  refusedMails: 'E-mails recusados',
  refusedMailsText: 'Eles não chegaram ao cliente. Confira o endereço e envie novamente.',
  showAll: ({ text }) => `Mostrar todas as ${text}`,
  late: ({ count, text }) =>
    plural('pt-BR', count, {
      one: `${text} dia de atraso`,
      many: `${text} de dias de atraso`,
      other: `${text} dias de atraso`,
    }),
  due: ({ day }) => `Vence em ${day}`,
  refusedAt: ({ time }) => `Recusado em ${time}`,
  unnamed: 'Sem nome',
  failed: 'Não foi possível carregar esta página',
}
