import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHelp: 'Los seis dígitos de su aplicación de autenticación o un código de recuperación.',
  keepSignedIn: 'Mantener la sesión iniciada por 30 días',
  signIn: 'Iniciar sesión',
  signingIn: 'Iniciando sesión…',
  wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
  wrongCode: 'Este código no es correcto o ya se usó. Ingrese el código actual.',
  tooManyAttempts: (minutes) =>
    minutes <= 1
      ? 'Demasiados intentos. Vuelva a intentarlo en un minuto.'
      : `Demasiados intentos. Vuelva a intentarlo en ${minutes} minutos.`,
  failed: 'No se pudo iniciar sesión. Vuelva a intentarlo.',
  expiredTitle: 'Su sesión terminó',
  expiredText: 'Inicie sesión de nuevo para continuar. No se pierde nada de esta página.',
  confirmTitle: 'Confirme su identidad',
  confirmText: 'Este cambio está protegido. Ingrese su contraseña de nuevo.',
  confirmTextWithCodes: 'Este cambio está protegido. Ingrese su contraseña o un código.',
  passwordOrCode: 'Contraseña o código',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  notConfirmed: 'La contraseña o el código no son correctos.',
  anotherPerson: 'Iniciar sesión con otra cuenta',
}
