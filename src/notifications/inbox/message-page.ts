// pure
import { withBreakPoints } from '../../kernel/markup/break-points.ts'
import { Html, html } from '../../kernel/markup/html.ts'
import { instantTag, type SandboxContent, type SandboxPlace } from '../../organizations/pure.ts'
import { inboxPath } from './inbox-pages.ts'
import { invoiceIdOf } from './message-filter.ts'
import { kindTag, type ShownMessage } from './shown-message.ts'

export const VIEWS = ['html', 'text', 'headers'] as const
type View = (typeof VIEWS)[number]
const VIEW_NAMES: Readonly<Record<View, string>> = { html: 'HTML', text: 'Text', headers: 'Headers' }

type ShownAttachment = { readonly position: number; readonly filename: string; readonly bytes: number }

type Opened = {
  readonly message: ShownMessage & { readonly text: string; readonly headers: Readonly<Record<string, string>> }
  readonly attachments: readonly ShownAttachment[]
  readonly view: View
}

export function messagePage(place: SandboxPlace, { message, attachments, view }: Opened): SandboxContent {
  const path = inboxPath(place)
  const here = `${path}/${message.id}`
  const body = html`<nav aria-label="Back"><a class="back" href="${path}">All mails</a></nav>
<h1 class="value"><bdi>${message.subject}</bdi></h1>
<div class="beside">
<aside class="facts" aria-label="About this mail">
<dl class="rows stacked">
<div class="fact"><dt>Kind</dt><dd>${kindTag(message)}</dd></div>
<div class="fact"><dt>From</dt><dd class="value"><bdi>${withBreakPoints(message.from)}</bdi></dd></div>
<div class="fact"><dt>To</dt><dd class="value"><bdi>${withBreakPoints(message.to)}</bdi></dd></div>
<div class="fact"><dt>Sent</dt><dd>${instantTag(message.createdAt)}</dd></div>
${invoiceFact(path, message)}
<div class="fact"><dt>Organization</dt><dd class="value">${message.organizationId}</dd></div>
${attachments.length > 0 && html`<div class="fact"><dt>Attachments</dt><dd><ul>${attachments.map((one) => attachmentLink(here, one))}</ul></dd></div>`}
</dl>
</aside>
<div class="content">
<nav class="tabs" aria-label="View">${VIEWS.map((one) => viewLink(here, one, view))}</nav>
${contentOf(here, message, view)}
</div>
</div>`
  return { name: 'inbox', title: message.subject, body }
}

/** Leads to all mails about the invoice. */
function invoiceFact(path: string, { about }: ShownMessage): Html | undefined {
  const invoiceId = invoiceIdOf(about)
  if (invoiceId === undefined) return undefined
  const query = new URLSearchParams({ invoiceId }).toString()
  return html`<div class="fact"><dt>Invoice</dt><dd class="value"><a href="${path}?${query}">${invoiceId}</a></dd></div>`
}

function attachmentLink(here: string, { position, filename, bytes }: ShownAttachment): Html {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`
  return html`<li><a class="value" href="${here}/attachments/${position}" target="_blank" rel="noopener"><bdi>${filename}</bdi></a> <span class="quiet">${size}</span></li>`
}

function viewLink(here: string, view: View, current: View): Html {
  return html`<a href="${here}?view=${view}"${view === current && new Html(' aria-current="page"')}>${VIEW_NAMES[view]}</a>`
}

/** The script lets the frame grow to the height of the mail; without it, the frame scrolls. */
function contentOf(here: string, { text, headers }: Opened['message'], view: View): Html {
  if (view === 'html') {
    return html`<div class="mail-frame" data-measure="${here}/height"><iframe class="mail" title="The mail" src="${here}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>`
  }
  if (view === 'text') return html`<pre class="mail">${text}</pre>`
  // By the direction of an Arabic name, its address would be turned around and lose its brackets.
  const rows = Object.entries(headers).map(
    ([name, value]) =>
      html`<div class="fact"><dt>${name}</dt><dd class="value"><bdi dir="ltr">${withBreakPoints(value)}</bdi></dd></div>`,
  )
  return html`<dl class="rows stacked mail">${rows}</dl>`
}
