import { plural } from '../../../../src/kernel/wording/plural.ts'

/** Sign-in, and the questions that come up over a page. */
export const words = {
  email: 'Email address',
  password: 'Password',
  code: 'Code',
  codeHelp: 'The six digits from your authenticator app, or a recovery code.',
  keepSignedIn: 'Keep me signed in for 30 days',
  forgotten: 'Forgot your password?',
  linkUsed: 'This link was used or has expired. Sign in with your password.',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wrongCredentials: 'Email address or password is wrong.',
  wrongCode: 'This code is wrong or was already used. Enter the current one.',
  tooManyAttempts: ({ minutes }: { readonly minutes: number }) =>
    plural('en-US', minutes, {
      one: `Too many attempts. Try again in ${minutes} minute.`,
      other: `Too many attempts. Try again in ${minutes} minutes.`,
    }),
  failed: 'Signing in did not work. Please try again.',
  expiredTitle: 'Your session has ended',
  expiredText: 'Sign in again to continue. Nothing on this page is lost.',
  confirmTitle: 'Confirm that it is you',
  confirmText: 'This change is protected. Enter your password again.',
  confirmTextWithCodes: 'This change is protected. Enter your password or a code.',
  passwordOrCode: 'Password or code',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  notConfirmed: 'Password or code is wrong.',
  anotherPerson: 'Sign in as another person',
}
