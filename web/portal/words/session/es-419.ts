import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHelp: 'Los seis dígitos de tu aplicación de autenticación o un código de recuperación.',
  keepSignedIn: 'Mantener la sesión iniciada por 30 días',
  forgotten: '¿Olvidaste tu contraseña?',
  linkUsed: 'Este enlace ya se usó o venció. Inicia sesión con tu contraseña.',
  signIn: 'Iniciar sesión',
  signingIn: 'Iniciando sesión…',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
  wrongCode: 'Este código no es correcto o ya se usó. Ingresa el código actual.',
  tooManyAttempts: ({ minutes }) =>
    plural('es-419', minutes, {
      one: `Demasiados intentos. Vuelve a intentarlo en ${minutes} minuto.`,
      many: `Demasiados intentos. Vuelve a intentarlo en ${minutes} de minutos.`,
      other: `Demasiados intentos. Vuelve a intentarlo en ${minutes} minutos.`,
    }),
  failed: 'No se pudo iniciar sesión. Vuelve a intentarlo.',
  expiredTitle: 'Tu sesión terminó',
  expiredText: 'Inicia sesión de nuevo para continuar. No se pierde nada de esta página.',
  confirmTitle: 'Confirma tu identidad',
  confirmText: 'Este cambio está protegido. Ingresa tu contraseña de nuevo.',
  confirmTextWithCodes: 'Este cambio está protegido. Ingresa tu contraseña o un código.',
  passwordOrCode: 'Contraseña o código',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  notConfirmed: 'La contraseña o el código no son correctos.',
  anotherPerson: 'Iniciar sesión con otra cuenta',
}
