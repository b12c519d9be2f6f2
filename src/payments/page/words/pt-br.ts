// pure

import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnPageWords } from './page-words.ts'

const DECLINED = 'Seu banco recusou o pagamento. Tente outra forma de pagamento ou fale com o banco.'

export const PT_BR: OwnPageWords = {
  title: ({ seller }) => `Pagar a ${seller}`,
  language: 'Idioma',
  testCards: 'Cartões de teste',
  testApproved: 'Aprovado',
  testApprovedUpTo: ({ amount }) => `Aprovado até ${amount}; acima disso, depende do valor`,
  testReview: 'Retido para análise',
  testChallenge: 'Pede confirmação (3-D Secure)',
  testStoredDecline: 'Aprovado; cobranças posteriores no cartão salvo são recusadas',
  testCardsNote: 'Qualquer validade futura e qualquer código de segurança funcionam.',
  testAccounts: 'Contas bancárias de teste',
  testAccountsNote: 'Quaisquer 9 dígitos servem como número de roteamento.',
  testReturned: 'Aceito; o banco estorna o débito no terceiro dia',
  testFill: 'Escolha um número para preencher o formulário.',
  preview: 'Prévia · os clientes ainda não veem esta fatura',
  previewOfPublished: 'Prévia · não é possível pagar nesta página',
  testMark: 'Modo de teste',
  viewHere: 'Ver em português',
  changeLanguage: 'Alterar',
  overdue: 'Vencida',
  partlyPaid: 'Paga em parte',
  expired: 'Expirado',
  expiredOn: 'Expirou em',
  inReview: 'Em análise',
  showAll: ({ count }) => `Mostrar todos os ${count} itens`,
  showFewer: 'Mostrar menos',
  emailSeller: ({ seller }) => `Enviar e-mail para ${seller}`,
  sendEmail: 'Enviar um e-mail',
  numberAndDue: ({ number, due }) => `Fatura ${number} · vence em ${due}`,
  details: ({ count }) =>
    plural('pt-BR', count, {
      one: `Detalhes (${count} item)`,
      many: `Detalhes (${count} de itens)`,
      other: `Detalhes (${count} itens)`,
    }),
  showDetails: 'Detalhes',
  downloadPdf: 'Baixar PDF',
  invoicePdf: 'Fatura em PDF',
  paymentsSoFar: 'Pagamentos realizados',
  questions: ({ seller }) => `Dúvidas? Fale com ${seller}`,
  secured:
    'Seus dados de pagamento são enviados com criptografia ao provedor de pagamentos e não ficam armazenados nesta página.',

  howMuch: 'Quanto você quer pagar?',
  fullAmount: 'Valor total a pagar',
  otherAmount: 'Outro valor',
  minimum: ({ amount }) => `Mínimo de ${amount}`,
  remaining: ({ amount }) => `Depois deste pagamento, ainda faltará pagar ${amount}.`,
  remainingBelowMinimum: ({ amount }) =>
    `Ainda faltaria pagar ${amount}. Esse valor é menor que o mínimo e teria de ser pago de uma só vez.`,
  confirmRest: ({ amount }) =>
    `Ainda faltaria pagar ${amount}. Esse valor é menor que o mínimo e teria de ser pago de uma só vez. Altere o valor ou pressione o botão novamente para pagar mesmo assim.`,

  payWith: 'Pagar com',
  cardNumber: 'Número do cartão',
  expiry: 'Validade',
  expiryExample: 'MM / AA',
  securityCode: 'Código de segurança',
  nameOnCard: 'Nome impresso no cartão',
  saveCard: ({ seller }) => `Salvar este cartão para que ${seller} possa cobrar nele futuras faturas`,
  saveCardRemoval: ({ seller }) => `Para removê-lo depois, fale com ${seller}.`,
  accountHolder: 'Titular da conta',
  routingNumber: 'Número de roteamento (ABA)',
  accountNumber: 'Número da conta',
  debitMandate: ({ seller }) => `Ao pagar, você autoriza ${seller} a debitar este valor da sua conta uma única vez.`,
  walletNext: ({ wallet }) => `Você confirmará o pagamento com ${wallet} na próxima página.`,
  hostedChoice: 'Cartão ou outra forma de pagamento',
  hostedNext: 'Você concluirá o pagamento na página segura do provedor de pagamentos.',

  yourDetails: 'Seus dados',
  shippingAddress: 'Endereço de entrega',
  phone: 'Telefone',
  fullName: 'Nome completo',
  street: 'Endereço',
  streetMore: 'Complemento',
  town: 'Cidade',
  addressParts: {
    postalCode: 'CEP ou código postal',
    zip: 'Código ZIP',
    postcode: 'Código postal',
    region: 'Estado ou região',
    state: 'Estado',
    province: 'Província',
    prefecture: 'Província',
  },
  country: 'País',
  optional: ({ label }) => `${label} (opcional)`,
  choose: 'Escolha…',

  payOther: 'Pagar',
  paying: 'Processando…',
  stillWorking: 'Ainda estamos processando. Não feche esta página.',
  checking: 'Fazendo uma rápida verificação de segurança. Não feche esta página.',
  waitFirst: ({ seconds }) =>
    plural('pt-BR', seconds, {
      one: `Por segurança, há uma breve espera. Pague novamente em ${seconds} segundo.`,
      many: `Por segurança, há uma breve espera. Pague novamente em ${seconds} de segundos.`,
      other: `Por segurança, há uma breve espera. Pague novamente em ${seconds} segundos.`,
    }),

  pleaseCheck: ({ count }) =>
    plural('pt-BR', count, {
      one: 'Verifique este campo:',
      many: 'Verifique estes campos:',
      other: 'Verifique estes campos:',
    }),
  checkMarked: ({ count }) =>
    plural('pt-BR', count, {
      one: 'Verifique o campo marcado',
      many: `Verifique os ${count} de campos marcados`,
      other: `Verifique os ${count} campos marcados`,
    }),
  problems: {
    required: 'Preencha este campo.',
    missing: {
      method: 'Escolha uma forma de pagamento.',
      cardNumber: 'Digite o número do cartão.',
      cardExpiry: 'Digite a validade.',
      cardCode: 'Digite o código de segurança.',
      cardName: 'Digite o nome impresso no cartão.',
      accountHolder: 'Digite o nome do titular da conta.',
      routingNumber: 'Digite o número de roteamento.',
      accountNumber: 'Digite o número da conta.',
      email: 'Digite seu e-mail.',
      phone: 'Digite um número de telefone.',
      shipName: 'Digite o nome completo.',
      street: 'Digite o endereço.',
      town: 'Digite a cidade.',
      country: 'Escolha um país.',
      postalCode: 'Digite o CEP ou código postal.',
      zip: 'Digite o código ZIP.',
      postcode: 'Digite o código postal.',
      region: 'Digite o estado ou a região.',
      state: 'Digite o estado.',
      province: 'Digite a província.',
      prefecture: 'Digite a província.',
    },
    plainText: 'Verifique este campo.',
    cardNumber: 'Verifique o número do cartão.',
    expiry: 'Digite a validade como MM / AA.',
    expired: 'Este cartão está vencido.',
    securityCode: '3 dígitos; 4 se for Amex.',
    routingNumber: 'Digite os 9 dígitos do número de roteamento.',
    accountNumber: 'Verifique o número da conta.',
    email: 'Verifique o endereço de e-mail.',
    phone: 'Verifique o número de telefone.',
    choice: 'Escolha uma das opções.',
    tooShort: ({ count }) =>
      plural('pt-BR', count, {
        one: `Digite pelo menos ${count} caractere.`,
        many: `Digite pelo menos ${count} de caracteres.`,
        other: `Digite pelo menos ${count} caracteres.`,
      }),
    tooLong: ({ count }) =>
      plural('pt-BR', count, {
        one: `Digite no máximo ${count} caractere.`,
        many: `Digite no máximo ${count} de caracteres.`,
        other: `Digite no máximo ${count} caracteres.`,
      }),
    personal: 'Não digite aqui números de cartão ou de documentos.',
    amount: ({ example }) => `Digite um valor, por exemplo ${example}.`,
    wrongAmount: ({ example }) => `Verifique o valor. Digite-o assim: ${example}.`,
    ambiguousAmount: ({ one, other }) => `Você quer dizer ${one} ou ${other}? Escreva de uma dessas formas.`,
    unclearAmount: ({ amount }) => `Você quer dizer ${amount}? Escreva dessa forma.`,
    tooManyDecimals: 'O valor tem casas decimais demais para esta moeda.',
    belowMinimum: ({ amount }) => `O valor deve ser de pelo menos ${amount}.`,
    aboveBalance: ({ amount }) => `O valor não pode passar de ${amount}.`,
  },
  declinedTitle: 'Pagamento recusado',
  notCompletedTitle: 'Pagamento não concluído',
  notCharged: 'Nenhum valor foi cobrado.',
  declines: {
    declined: DECLINED,
    insufficientFunds: 'Saldo ou limite insuficiente. Tente outra forma de pagamento.',
    expiredCard: 'Este cartão está vencido. Verifique a validade ou use outro cartão.',
    lostOrStolen: DECLINED,
    invalidCard: 'Este número de cartão não é válido. Verifique-o ou use outro cartão.',
    wrongSecurityCode: 'O código de segurança está incorreto. Verifique-o e tente novamente.',
    limitExceeded: 'O valor está acima do limite deste cartão. Tente outra forma de pagamento.',
    notAllowed: 'Este cartão não pode ser usado para este pagamento. Tente outra forma de pagamento.',
    issuerUnavailable: 'Não foi possível contatar seu banco. Tente novamente em alguns minutos.',
    authenticationFailed: 'Seu banco não conseguiu confirmar sua identidade. Tente novamente ou use outro cartão.',
    suspectedFraud: DECLINED,
    accountProblem: 'Não é possível debitar desta conta. Verifique os dados ou use outra forma de pagamento.',
    notProcessed: 'O pagamento não foi concluído e nada foi cobrado. Tente novamente.',
    authorizationExpired: 'O pagamento não foi concluído a tempo e nada foi cobrado. Tente novamente.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('pt-BR', seconds, {
      one: `Muitos pagamentos foram recusados. Tente novamente em ${seconds} segundo.`,
      many: `Muitos pagamentos foram recusados. Tente novamente em ${seconds} de segundos.`,
      other: `Muitos pagamentos foram recusados. Tente novamente em ${seconds} segundos.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) =>
    plural('pt-BR', minutes, {
      one: `Muitos pagamentos foram recusados. Tente novamente em ${minutes} minuto.`,
      many: `Muitos pagamentos foram recusados. Tente novamente em ${minutes} de minutos.`,
      other: `Muitos pagamentos foram recusados. Tente novamente em ${minutes} minutos.`,
    }),
  tooManyAtOnce: ({ seconds }) =>
    plural('pt-BR', seconds, {
      one: `Vários pagamentos feitos pela sua conexão ainda estão sendo processados. Tente novamente em ${seconds} segundo.`,
      many: `Vários pagamentos feitos pela sua conexão ainda estão sendo processados. Tente novamente em ${seconds} de segundos.`,
      other: `Vários pagamentos feitos pela sua conexão ainda estão sendo processados. Tente novamente em ${seconds} segundos.`,
    }),
  amountChanged: 'O valor a pagar mudou. Confira-o antes de pagar.',

  screens: {
    paid: { title: 'Esta fatura está paga', text: () => 'Obrigado. Não há mais nada a pagar.' },
    canceled: {
      title: 'Esta fatura foi cancelada',
      text: ({ seller }) => `Ela não pode mais ser paga. Em caso de dúvida, fale com ${seller}.`,
    },
    expired: {
      title: 'Este link de pagamento expirou',
      text: ({ seller }) => `Peça um novo link a ${seller}.`,
    },
    underReview: {
      title: 'Há um pagamento em análise',
      text: ({ seller }) => `${seller} está analisando o pagamento. Você não precisa pagar de novo.`,
    },
    suspended: {
      title: 'Os pagamentos estão suspensos',
      text: ({ seller }) => `${seller} não pode aceitar pagamentos no momento.`,
    },
    nothingToPay: { title: 'Não há nada a pagar', text: () => 'O total desta fatura é zero.' },
    held: {
      title: 'Há um pagamento em andamento',
      text: () => 'Alguém está pagando esta fatura agora. Se não der certo, você poderá pagar em alguns minutos.',
    },
    noMethod: {
      title: 'O pagamento on-line não está disponível',
      text: ({ seller }) => `Fale com ${seller} para saber como pagar.`,
    },
    working: {
      title: 'Estamos verificando seu pagamento',
      text: () => 'Isso pode levar um minuto. Não pague de novo; esta página é atualizada automaticamente.',
    },
  },

  failures: {
    notFound: {
      title: 'Não há nada para pagar aqui',
      text: 'Talvez a fatura ainda não esteja disponível ou o link esteja incompleto. Verifique o link ou fale com quem o enviou.',
    },
    unreadable: {
      title: 'Não foi possível ler a solicitação',
      text: 'Nada foi cobrado. Abra a página de pagamento de novo e preencha o formulário mais uma vez.',
    },
    tooLarge: {
      title: 'O texto é longo demais',
      text: 'Nada foi cobrado. Encurte o que você digitou e tente novamente.',
    },
    tooMany: {
      title: 'Muitas solicitações',
      text: 'Aguarde um minuto e tente novamente.',
    },
    failed: {
      title: 'Algo deu errado',
      text: 'O problema é nosso. Se você estava pagando, abra a fatura de novo antes de pagar outra vez: ela mostra se o pagamento foi concluído.',
    },
    unavailable: {
      title: 'Esta página não está disponível no momento',
      text: 'Tente novamente em um minuto. Se você estava pagando, confira a fatura antes de pagar outra vez: ela mostra se o pagamento foi concluído.',
    },
  },
  tryAgain: 'Tentar novamente',
  checkAgain: 'Verificar novamente',

  thankYou: ({ seller }) => `Obrigado pelo seu pagamento a ${seller}.`,
  paidAmount: ({ amount }) => `Pagamento de ${amount} concluído`,
  receiptSent: ({ address }) => `Enviamos o recibo para ${address}.`,
  receiptFollows: ({ address }) =>
    `Quando for concluído, enviaremos o recibo para ${address}. Se for recusado, nada será cobrado.`,
  payRemaining: ({ amount }) => `Pagar o restante (${amount})`,
  copy: 'Copiar',
  copied: 'Copiado',
  printReceipt: 'Imprimir recibo',
  downloadReceipt: 'Baixar recibo',
  leaving: ({ seller }) => `Voltando para ${seller}…`,
  leavingToProvider: 'Levando você ao provedor de pagamentos…',
  goOn: 'Continuar',

  confirmTitle: 'Confirme seu pagamento',
  confirmText: 'Seu banco pede que você confirme este pagamento.',
  backToInvoice: 'Cancelar e voltar à fatura',
  confirmWith: ({ wallet }) => `Confirmar com ${wallet}`,
  confirmPayment: 'Confirmar pagamento',
  cancelPayment: 'Cancelar',
  simulated: 'Isto é uma simulação. Nenhum dinheiro é movimentado.',
  checkout: 'Pagamento de teste',
}
