// pure
import type { NoticeWords } from './notice-words.ts'

export const EN_US: NoticeWords = {
  events: {
    'new-browser': {
      subject: 'Sign-in from a new browser',
      text: 'Somebody signed in to your account from a browser that we did not know yet.',
    },
    'recovery-code-used': {
      subject: 'Sign-in with a recovery code',
      text: 'Somebody signed in to your account with one of your recovery codes. That code no longer works.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: 'The password of your account was changed.',
    },
    'codes-turned-on': {
      subject: 'One-time codes were turned on',
      text: 'Signing in to your account now takes a one-time code, too. Ten new recovery codes were shown.',
    },
    'codes-turned-off': {
      subject: 'One-time codes were turned off',
      text: 'Signing in to your account now takes the password alone.',
    },
    'access-ended': {
      subject: 'Your access was ended',
      text: 'You cannot sign in any more, and you were signed out everywhere.',
    },
  },
  ifYou: 'If this was you, there is nothing to do.',
  ifNotYou:
    'If this was not you, set a new password now. That signs you out everywhere. Then check the one-time codes in your profile, and tell the owners of your organization.',
  link: 'Set new password',
  askOperator: 'If you did not expect this, ask the owners of your organization.',
  when: 'Time',
  browser: 'Browser',
  network: 'Network',
}
