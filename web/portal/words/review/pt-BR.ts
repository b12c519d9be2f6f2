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
  title: 'Análise',
  queue: 'Pagamentos em análise',
  switchedOff: 'A gestão de fraude está desativada nesta organização: nenhum outro pagamento é retido para análise.',
  empty: 'Nada para analisar',
  emptyText: 'Os pagamentos retidos para análise aparecem aqui, os mais urgentes primeiro.',
  choose: 'Escolha um pagamento ou pressione j.',
  more: 'Outros pagamentos avançam quando estes forem decididos.',
  waits: ({ span }: Spanned) => `há ${span}`,
  left: ({ span }: Spanned) => `restam ${span}`,
  you: 'Você',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Fatura ${number}`,
  deadline: ({ time, span }: Deadline) => `Decida até ${time} (restam ${span})`,
  accept: 'Aceitar',
  reject: 'Rejeitar',
  notYours: 'Sua função pode ver as análises, mas não decidir.',
  isDeciding: 'Uma decisão está sendo executada.',
  notHeld: 'Você pode decidir quando o pagamento for seu.',
  failed: 'Não foi possível carregar o pagamento',
  heldBySomeone: 'Outra pessoa está neste pagamento.',
  heldBy: ({ name, time }: Holding) => `${name} está neste pagamento desde ${time}.`,
  takeOver: 'Assumir',
  takenOver: 'O pagamento agora é seu.',
  comment: 'Comentário',
  commentHelp: 'Fica com o pagamento e nos relatórios.',
  notCarriedOut: 'O provedor de pagamentos não executou a decisão. Tente de novo.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `Aceitar ${amount}?`,
      text: 'O pagamento é capturado, e o pagador recebe um recibo.',
      confirm: ({ amount }: Amount) => `Aceitar ${amount}`,
      done: ({ amount }: Amount) => `${amount}: pagamento aceito.`,
    },
    reject: {
      question: ({ amount }: Amount) => `Rejeitar ${amount}?`,
      text: 'O valor autorizado é liberado, e a fatura pode ser paga de novo.',
      confirm: ({ amount }: Amount) => `Rejeitar ${amount}`,
      done: ({ amount }: Amount) => `${amount}: pagamento rejeitado.`,
    },
  },
  since: 'Em análise desde',
  shipTo: 'Envio para',
  bin: 'Primeiros dígitos',
  cardCountry: 'País do cartão',
  network: 'Rede do cartão',
  rules: 'Por que está retido',
  earlier: 'Pagamentos anteriores deste cliente',
  firstTime: 'Este endereço ainda não pagou nada.',
  noAddress: 'Pagamentos anteriores são desconhecidos: o pagador não informou e-mail.',
  count: ({ count, text }: Counted) =>
    plural('pt-BR', count, {
      one: `${text} pagamento à espera`,
      many: `${text} de pagamentos à espera`,
      other: `${text} pagamentos à espera`,
    }),
  disputes: ({ count, text }: Counted) =>
    plural('pt-BR', count, {
      one: `${text} contestação`,
      many: `${text} de contestações`,
      other: `${text} contestações`,
    }),
}
