import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: 'Ferramentas do modo de teste. Todas as organizações desta instalação as compartilham.',
  inbox: 'Caixa de entrada',
  inboxText: 'Cada e-mail que teria sido enviado.',
  lab: 'Receptores de webhooks',
  labText: 'Endereços que recebem entregas, conferem assinaturas e falham quando pedido.',
  clock: 'Relógio',
  clockText: 'Mova o tempo para ver lembretes, relatórios e liquidações chegarem.',
  openPage: ({ name }) => `Abrir ${name}`,
  demo: 'Dados de demonstração',
  demoText:
    'Um ano de pagamentos de exemplo deste lojista, com reembolsos, contestações e depósitos, para testar relatórios.',
  demoMerchantOnly: 'Mude para um lojista para carregar os dados de demonstração dele.',
  load: 'Carregar dados de demonstração',
  loading: 'Carregando…',
  loaded: ({ text }) => `Os dados de demonstração estão carregados: ${text} registros.`,
  wasLoaded: 'Os dados de demonstração já estão lá.',
  only: 'Estas ferramentas só existem no modo de teste.',
}
