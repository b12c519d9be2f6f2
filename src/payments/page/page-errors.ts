import type { ErrorShape, ErrorShapeOfPrefix } from '../../platform/http/errors/error-shape.ts'
import { HTML_TYPE, newNonce, pageHeaders } from '../../platform/http/pages/send-html.ts'
import { chosenLanguage, languageOfBrowser } from './choose-language.ts'
import { failureOfStatus } from './failure-of-status.ts'
import { failurePage } from './html/failure.ts'
import { PAGE_WORDS } from './words/all-words.ts'

type Framing = Parameters<typeof pageHeaders>[1]

/** Payers read pages: every failure has one, in the language of the page that they come from. */
function pageErrorShape(framing: Framing = {}): ErrorShape {
  return (failure, { accept, acceptLanguage, url = '' }) => {
    const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
    const language = chosenLanguage(query.get('lang'), languageOfBrowser(acceptLanguage))
    const name = failureOfStatus(failure)
    if (accept === 'application/json') {
      const { title, text } = PAGE_WORDS[language].failures[name]
      return {
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify({ notice: { title, sentences: [text] } }),
      }
    }
    query.set('lang', language)
    const nonce = newNonce()
    // Relative, so that it works below any path. The form is not sent again: the address of every form is also a page.
    const again = name === 'notFound' ? undefined : `?${query.toString()}`
    return {
      contentType: HTML_TYPE,
      body: failurePage({ name, language, nonce, again }).text,
      headers: pageHeaders(nonce, framing),
    }
  }
}

export const pageErrors: readonly ErrorShapeOfPrefix[] = [
  { prefix: '/pay', shape: pageErrorShape() },
  { prefix: '/sandbox/checkout', shape: pageErrorShape() },
  { prefix: '/sandbox/challenge', shape: pageErrorShape({ ancestors: "'self'" }) },
]
