import type { StepsWords } from './steps-words.ts'

export const words: StepsWords = {
  title: 'Sua primeira fatura, do início ao relatório',
  progress: ({ done, total }) => `${done} de ${total} concluídos`,
  done: 'Concluído',
  open: 'Pendente',
  brand: 'Adicione seu nome e seu logotipo',
  brandText: 'Os clientes os veem nas faturas, nos e-mails e na página de pagamento.',
  toBrand: 'Abrir as configurações',
  invoice: 'Crie e envie uma fatura',
  invoiceText: 'Envie para um endereço seu para ver o que os clientes veem.',
  toInvoice: 'Criar fatura',
  pay: 'Pague a fatura',
  payTextSandbox:
    'Abra a página de pagamento e use o cartão de teste 4111 1111 1111 1111 com qualquer data futura e três dígitos quaisquer.',
  payText: 'Abra a página de pagamento, como seu cliente faz.',
  toPay: 'Abrir a fatura',
  results: 'Veja o que aconteceu',
  resultsText: 'Um e-mail saiu, seus programas foram avisados e os relatórios já a incluem.',
  mail: 'E-mail',
  webhook: 'Webhook',
  report: 'Relatório',
  toInbox: 'Abrir a caixa de entrada',
  toWebhooks: 'Abrir webhooks',
  toReports: 'Abrir relatórios',
}
