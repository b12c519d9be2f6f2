// pure
import { SHELL_POLICY } from './shell-page.ts'

export const SHELL_HEADERS = {
  'content-security-policy': SHELL_POLICY,
  // With no-referrer, browsers would send `Origin: null` with the portal's own forms, too.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept, accept-language, cookie',
} as const
