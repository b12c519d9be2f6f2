import { html } from '../../kernel/markup/html.ts'
import { selfContainedPage } from '../../kernel/markup/html-page.ts'
import type { ErrorShape, ErrorShapeOfPrefix } from '../../platform/http/errors/error-shape.ts'
import { HTML_TYPE, newNonce, pageHeaders } from '../../platform/http/pages/send-html.ts'

const PREFIX = '/sandbox/inbox'

/** People read the inbox, so every failure has a page. */
const inboxErrorShape: ErrorShape = ({ message, details }, { url = PREFIX }) => {
  const nonce = newNonce()
  const body = html`<main>
<h1>${message}</h1>
${details.map(({ field, reason }) => html`<p>${field}: ${reason}</p>`)}
<p><a href="${pathToInbox(url)}">Go to the inbox</a></p>
</main>`
  const page = selfContainedPage({ language: 'en', title: 'Sandbox inbox', nonce, body })
  return { contentType: HTML_TYPE, body: page.text, headers: pageHeaders(nonce) }
}

/** Relative, so that it works under any base URL. */
function pathToInbox(url: string): string {
  const below = (url.split('?', 1)[0] ?? '').slice(PREFIX.length)
  return `${'../'.repeat(below.split('/').length - 1)}inbox`
}

export const inboxErrors: ErrorShapeOfPrefix = { prefix: PREFIX, shape: inboxErrorShape }
