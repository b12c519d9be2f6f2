import type { Language } from '../../../kernel/language.ts'
import { languageOfBrowser } from '../../../kernel/language-of-browser.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { selfContainedPage } from '../../../kernel/markup/html-page.ts'
import { prefersHtml } from '../negotiation/accept-header.ts'
import { HTML_TYPE, newNonce, pageHeaders } from '../pages/send-html.ts'
import { type ErrorShape, type ErrorShapeOfPrefix, standardErrorShape } from './error-shape.ts'
import type { HttpFailure } from './http-failure.ts'
import { pathOf } from './request-path.ts'
import { SITE_FAILURE_WORDS, type SiteFailureName } from './site-failure-words.ts'

/** The answer may be JSON or a page in the reader's language, and a cache must tell them apart. */
const VARY = 'accept, accept-language'

/**
 * Errors of all paths without a shape of their own: a page for a browser, JSON for everything else. Paths of programs
 * need a shape of their own (`programErrors`), so that the Accept header of a client never changes what it gets.
 */
export function siteErrors({ hasStart }: { readonly hasStart: boolean }): ErrorShapeOfPrefix {
  const shape: ErrorShape = (failure, context) => {
    if (!prefersHtml(context.accept)) return { ...standardErrorShape(failure, context), headers: { vary: VARY } }
    const nonce = newNonce()
    const page = failurePage({
      name: nameOf(failure),
      language: languageOfBrowser(context.acceptLanguage),
      nonce,
      requestId: context.correlationId,
      start: hasStart ? pathToRoot(context.url) : undefined,
    })
    return { contentType: HTML_TYPE, body: page.text, headers: { ...pageHeaders(nonce), vary: VARY } }
  }
  return { prefix: '/', shape }
}

/** JSON for every error of paths that only programs call. */
export function programErrors(...prefixes: readonly `/${string}`[]): readonly ErrorShapeOfPrefix[] {
  return prefixes.map((prefix) => ({ prefix, shape: standardErrorShape }))
}

/** A path that cannot be decoded, or has no page for this method, is a broken link to a reader. */
function nameOf({ httpStatus, reason }: HttpFailure): SiteFailureName {
  if (httpStatus === 404 || httpStatus === 405 || reason === 'INVALID_URL') return 'notFound'
  if (httpStatus === 503 || httpStatus === 429) return 'unavailable'
  return httpStatus >= 500 ? 'failed' : 'refused'
}

/** Relative, so that it works below any path of a reverse proxy. */
function pathToRoot(url = '/'): string {
  return '../'.repeat(pathOf({ url }).split('/').length - 2) || './'
}

type FailurePage = {
  readonly name: SiteFailureName
  readonly language: Language
  readonly nonce: string
  readonly requestId: string
  /** Undefined if the service has no start page. */
  readonly start: string | undefined
}

function failurePage({ name, language, nonce, requestId, start }: FailurePage): Html {
  const words = SITE_FAILURE_WORDS[language]
  const { title, text } = words[name]
  const mayReload = name === 'failed' || name === 'unavailable'
  return selfContainedPage({
    language,
    title: `${title} · Quittance`,
    nonce,
    body: html`<main>
${MARK}
<h1>${title}</h1>
<p>${text}</p>
${mayReload && html`<p><a href="">${words.reload}</a></p>`}
${!mayReload && start !== undefined && html`<p><a href="${start}">${words.toStart}</a></p>`}
${name === 'failed' && html`<p class="quiet">${words.requestNumber}<br><code>${requestId}</code></p>`}
</main>`,
  })
}

const MARK = html`<span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M12 8v5M12 16.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"/></svg></span>`
