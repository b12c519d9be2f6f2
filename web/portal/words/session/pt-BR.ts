import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'E-mail',
  password: 'Senha',
  code: 'Código',
  codeHelp: 'Os seis dígitos do seu aplicativo autenticador ou um código de recuperação.',
  keepSignedIn: 'Manter a sessão iniciada por 30 dias',
  forgotten: 'Esqueceu sua senha?',
  linkUsed: 'Este link já foi usado ou expirou. Entre com sua senha.',
  signIn: 'Entrar',
  signingIn: 'Entrando…',
  wrongCredentials: 'E-mail ou senha incorretos.',
  wrongCode: 'Este código está incorreto ou já foi usado. Informe o código atual.',
  tooManyAttempts: ({ minutes }) =>
    plural('pt-BR', minutes, {
      one: `Muitas tentativas. Tente novamente em ${minutes} minuto.`,
      many: `Muitas tentativas. Tente novamente em ${minutes} de minutos.`,
      other: `Muitas tentativas. Tente novamente em ${minutes} minutos.`,
    }),
  failed: 'Não foi possível entrar. Tente novamente.',
  expiredTitle: 'Sua sessão expirou',
  expiredText: 'Entre novamente para continuar. Nada desta página será perdido.',
  confirmTitle: 'Confirme sua identidade',
  confirmText: 'Esta alteração é protegida. Informe sua senha novamente.',
  confirmTextWithCodes: 'Esta alteração é protegida. Informe sua senha ou um código.',
  passwordOrCode: 'Senha ou código',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  notConfirmed: 'Senha ou código incorretos.',
  anotherPerson: 'Entrar com outra conta',
}
