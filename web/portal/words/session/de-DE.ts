import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  code: 'Code',
  codeHelp: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  keepSignedIn: '30 Tage angemeldet bleiben',
  forgotten: 'Passwort vergessen?',
  linkUsed: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Melden Sie sich mit Ihrem Passwort an.',
  signIn: 'Anmelden',
  signingIn: 'Anmeldung läuft\u00a0…',
  wrongCredentials: 'E-Mail-Adresse oder Passwort ist falsch.',
  wrongCode: 'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie den aktuellen ein.',
  tooManyAttempts: ({ minutes }) =>
    plural('de-DE', minutes, {
      one: `Zu viele Versuche. Versuchen Sie es in ${minutes} Minute erneut.`,
      other: `Zu viele Versuche. Versuchen Sie es in ${minutes} Minuten erneut.`,
    }),
  failed: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  expiredTitle: 'Ihre Sitzung ist abgelaufen',
  expiredText: 'Melden Sie sich erneut an, um fortzufahren. Auf dieser Seite geht nichts verloren.',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirmText: 'Diese Änderung ist geschützt. Geben Sie Ihr Passwort noch einmal ein.',
  confirmTextWithCodes: 'Diese Änderung ist geschützt. Geben Sie Ihr Passwort oder einen Code ein.',
  passwordOrCode: 'Passwort oder Code',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt\u00a0…',
  notConfirmed: 'Passwort oder Code ist falsch.',
  anotherPerson: 'Mit einem anderen Konto anmelden',
}
