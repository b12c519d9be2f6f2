// pure
import { isLanguage, type Language } from '../../kernel/language.ts'
import { languageOfBrowser } from '../../kernel/language-of-browser.ts'

/** How the page looks before its script has asked who is signed in. */
export type Look = {
  readonly language: Language
  readonly theme: 'light' | 'dark' | undefined
  /** Whether the browser has the cookie of a session; the session may have ended. */
  readonly hasSession: boolean
}

const THEME = /(?:^|;\s*)quittance-theme=(light|dark)\s*(?:;|$)/
const SESSION = /(?:^|;\s*)(?:__Host-|__Secure-)?quittance=[^\s;]/
const LANGUAGE = /(?:^|;\s*)quittance-language=([\w-]+)\s*(?:;|$)/

type Headers = { readonly cookie?: string | undefined; readonly acceptLanguage?: string | undefined }

/** The person's choices, of which the browser keeps copies in cookies; else the browser's language and scheme. */
export function lookOf({ cookie = '', acceptLanguage }: Headers): Look {
  const chosen = LANGUAGE.exec(cookie)?.[1] ?? ''
  const theme = THEME.exec(cookie)?.[1]
  return {
    language: isLanguage(chosen) ? chosen : languageOfBrowser(acceptLanguage),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    hasSession: SESSION.test(cookie),
  }
}
