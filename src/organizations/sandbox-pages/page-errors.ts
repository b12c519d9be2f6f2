import { html } from '../../kernel/markup/html.ts'
import { selfContainedPage } from '../../kernel/markup/html-page.ts'
import type { ErrorShape, ErrorShapeOfPrefix } from '../../platform/http/errors/error-shape.ts'
import { HTML_TYPE, newNonce, pageHeaders } from '../../platform/http/pages/send-html.ts'

/** The parts of `/sandbox` that people read; programs call the others. */
const PREFIXES = [
  '/sandbox/inbox',
  '/sandbox/webhooks',
  '/sandbox/clock',
  '/sandbox/session',
  '/sandbox/assets',
] as const

/** People read these pages, so every failure is a page. */
const sandboxPageShape: ErrorShape = ({ message, details }, { url = PREFIXES[0] }) => {
  const nonce = newNonce()
  const body = html`<main>
<h1>${message}</h1>
${details.map(({ field, reason }) => html`<p>${field}: ${reason}</p>`)}
<p><a href="${pathToInbox(url)}">Go to the inbox</a></p>
</main>`
  const page = selfContainedPage({ language: 'en', title: 'Quittance sandbox', nonce, body })
  return { contentType: HTML_TYPE, body: page.text, headers: pageHeaders(nonce) }
}

/** Relative, so that it works under any base URL. */
function pathToInbox(url: string): string {
  const [path = ''] = url.split('?', 1)
  return `${'../'.repeat(path.split('/').length - 3)}inbox`
}

export const sandboxPageErrors: readonly ErrorShapeOfPrefix[] = PREFIXES.map((prefix) => ({
  prefix,
  shape: sandboxPageShape,
}))
