import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { JobsWords } from './jobs-words.ts'

const forms = (count: number, one: string, other: string) => plural('pt-BR', count, { one, many: other, other })

export const words: JobsWords = {
  actions: { send: 'Enviar', remind: 'Lembrar', cancel: 'Cancelar' },
  orders: {
    send: ({ count, text }) => forms(count, `Enviar ${text} fatura`, `Enviar ${text} faturas`),
    remind: ({ count, text }) =>
      forms(count, `Enviar um lembrete de ${text} fatura`, `Enviar lembretes de ${text} faturas`),
    cancel: ({ count, text }) => forms(count, `Cancelar ${text} fatura`, `Cancelar ${text} faturas`),
  },
  effects: {
    send: 'Cada cliente recebe um e-mail com o link de pagamento. Os rascunhos são publicados. O que já foi enviado é enviado de novo.',
    remind: 'Cada cliente recebe um lembrete por e-mail.',
    cancel:
      'Os links de pagamento não aceitarão mais pagamentos. Os clientes que receberam um e-mail com o link são avisados.',
  },
  cannotUndo: 'Esta ação não pode ser desfeita.',
  checking: 'Verificando quais podem participar',
  allCan: 'O status de todas permite isso.',
  someCannot: ({ count, text }) =>
    forms(count, `O status de ${text} delas não permite isso.`, `O status de ${text} delas não permite isso.`),
  withoutEmail: ({ count, text }) =>
    forms(
      count,
      `${text} delas está definida para entrega sem e-mail.`,
      `${text} delas estão definidas para entrega sem e-mail.`,
    ),
  onlyPublished: ({ count, text }) =>
    forms(
      count,
      `${text} rascunho está definido para entrega sem e-mail: ele só é publicado.`,
      `${text} rascunhos estão definidos para entrega sem e-mail: eles só são publicados.`,
    ),
  noneCan: 'O status de nenhuma delas permite isso.',
  listed: 'As que não podem participar ficam como estão e são listadas com o motivo.',
  mailsWait: 'E-mails acima do limite por hora da sua organização aguardam e seguem automaticamente.',
  tooMany: ({ text }) => `No máximo ${text} por vez. Restrinja os filtros.`,
  selectionChanged: ({ text }) => `A seleção agora tem ${text}. Nada foi feito ainda.`,
  nothingSelected: 'Nada mais corresponde aos filtros. Nada foi feito.',
  tooManyJobs: 'Há ações em massa demais em andamento. Aguarde uma delas ou interrompa-a.',
  recent: 'Ações em massa',
  none: 'Nenhuma ação em massa ainda',
  noneText:
    'Selecione faturas na lista para enviar, lembrar ou cancelar várias de uma vez. As ações em massa são mantidas por 30 dias.',
  toInvoices: 'Todas as faturas',
  toList: 'Voltar à lista',
  failed: 'Não foi possível carregar as ações em massa',
  states: { RUNNING: 'Em andamento', COMPLETED: 'Concluída', STOPPED: 'Interrompida' },
  progress: 'Progresso',
  progressOf: ({ done, total }) => `${done} de ${total}`,
  done: 'Concluídas',
  notDone: 'Com erro',
  waiting: 'Aguardando',
  left: 'Não iniciadas',
  summary: ({ done, failed }) => `Concluídas: ${done}, com erro: ${failed}`,
  started: ({ time }) => `Início: ${time}`,
  startedBy: ({ name, time }) => `Iniciada por ${name}, ${time}`,
  ended: ({ time }) => `Fim: ${time}`,
  goesOn: 'Você pode sair desta página: a ação continua sozinha.',
  stop: 'Interromper',
  stopped: 'Interrompida. O que já foi feito permanece.',
  stopFailed: 'Não foi possível interromper. Tente novamente.',
  stoppedBy: ({ name }) => `Interrompida por ${name}. O que já foi feito permanece.`,
  stoppedFor: {
    MISSING_PERMISSION: 'Interrompida: quem a iniciou não tem mais permissão.',
    USER_DISABLED: 'Interrompida: a conta de quem a iniciou está desativada.',
    MISSING_SCOPE: 'Interrompida: a chave que a iniciou não tem mais permissão.',
    KEY_REVOKED: 'Interrompida: a chave que a iniciou foi revogada ou expirou.',
    CODES_REQUIRED: 'Interrompida: quem a iniciou precisa antes configurar códigos de uso único.',
    ORGANIZATION_SUSPENDED: 'Interrompida: a organização está suspensa.',
  },
  failures: ({ count, text }) => forms(count, `${text} não pôde ser processada`, `${text} não puderam ser processadas`),
  number: 'Número',
  reason: 'Motivo',
  selectFailed: 'Selecionar estas faturas',
  showMore: 'Mostrar mais',
  mailsLeaving: ({ count, text }) =>
    forms(count, `${text} e-mail está prestes a ser enviado.`, `${text} e-mails estão prestes a ser enviados.`),
  mailsHeld: ({ count, text, time }) =>
    forms(
      count,
      `${text} e-mail aguarda por causa do limite por hora da organização. Continua: ${time}.`,
      `${text} e-mails aguardam por causa do limite por hora da organização. Continuam: ${time}.`,
    ),
  reasons: {
    TOO_MANY_RESENDS: 'Reenviada a este cliente há muito pouco tempo ou vezes demais hoje. Tente mais tarde.',
    NOT_FOUND: 'Esta fatura não existe.',
    INTERNAL_ERROR: 'Ocorreu um erro no serviço. Tente mais tarde.',
    addressRefused:
      'O servidor de e-mail já recusou o endereço do cliente. Altere-o ou envie esta fatura separadamente.',
    unknown: 'Não é possível agora.',
  },
}
