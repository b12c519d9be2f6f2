import type { Language } from '../../../src/kernel/language.ts'
import { ROOT_PATH } from '../page-facts.ts'

export type Theme = 'light' | 'dark'
type Look = { readonly theme?: Theme | null; readonly language?: Language }

const KEPT_SECONDS = 365 * 24 * 60 * 60

/**
 * The service reads these cookies to write theme and language into the page, so that the first picture is right. They are
 * copies of the person's choices, which are stored with the person.
 */
export function keepLook({ theme, language }: Look): void {
  if (theme !== undefined) keepCookie('quittance-theme', theme ?? '')
  if (language !== undefined) keepCookie('quittance-language', language)
}

/** Null follows the system. */
export function showTheme(theme: Theme | null): void {
  const { dataset } = document.documentElement
  if (theme === null) delete dataset['theme']
  else dataset['theme'] = theme
  keepLook({ theme })
}

export function shownTheme(): Theme | null {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : null
}

function keepCookie(name: string, value: string): void {
  const age = value === '' ? 0 : KEPT_SECONDS
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API exists on https only, and a sandbox has none.
  document.cookie = `${name}=${value}; Path=${ROOT_PATH}/; Max-Age=${age}; SameSite=Lax${secure}`
}
