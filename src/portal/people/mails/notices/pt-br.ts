// pure
import type { NoticeWords } from './notice-words.ts'

export const PT_BR: NoticeWords = {
  events: {
    'new-browser': {
      subject: 'Acesso em um novo navegador',
      text: 'Alguém entrou na sua conta em um navegador que ainda não conhecíamos.',
    },
    'recovery-code-used': {
      subject: 'Acesso com um código de recuperação',
      text: 'Alguém entrou na sua conta com um dos seus códigos de recuperação. Esse código não funciona mais.',
    },
    'password-changed': { subject: 'Sua senha foi alterada', text: 'A senha da sua conta foi alterada.' },
    'codes-turned-on': {
      subject: 'Os códigos de uso único foram ativados',
      text: 'Para entrar na sua conta, agora também é pedido um código de uso único. Dez novos códigos de recuperação foram exibidos.',
    },
    'codes-turned-off': {
      subject: 'Os códigos de uso único foram desativados',
      text: 'Para entrar na sua conta, agora basta a senha.',
    },
    'access-ended': {
      subject: 'Seu acesso foi desativado',
      text: 'Você não pode mais entrar, e todas as suas sessões foram encerradas.',
    },
  },
  ifYou: 'Se foi você, não é preciso fazer nada.',
  ifNotYou:
    'Se não foi você, defina uma nova senha agora. Isso encerra todas as suas sessões. Depois, confira os códigos de uso único no seu perfil e avise os proprietários da sua organização.',
  link: 'Definir nova senha',
  askOperator: 'Se você não esperava isso, fale com os proprietários da sua organização.',
  when: 'Data e hora',
  browser: 'Navegador',
  network: 'Rede',
}
