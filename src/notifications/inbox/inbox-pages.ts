// pure
import { Html, html } from '../../kernel/markup/html.ts'
import { htmlPage } from '../../kernel/markup/html-page.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { MAIL_KINDS } from '../mail/mail.ts'
import { invoiceIdOf } from './message-filter.ts'

/** The input of every page of the inbox. */
export type InboxPlace = {
  /** The path of the inbox. */
  readonly path: string
  readonly style: string
}

type ShownMessage = {
  readonly organizationId: string
  readonly id: string
  readonly kind: string
  readonly about: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly createdAt: Temporal.Instant
}
type ShownAttachment = { readonly position: number; readonly filename: string; readonly bytes: number }
type Filter = Readonly<Record<'to' | 'kind' | 'invoiceId', string | undefined>>

export const VIEWS = ['html', 'text', 'headers'] as const
type View = (typeof VIEWS)[number]
const VIEW_NAMES: Readonly<Record<View, string>> = { html: 'HTML', text: 'Text', headers: 'Headers' }

type List = {
  readonly messages: readonly ShownMessage[]
  readonly total: number
  readonly offset: number
  readonly filter: Filter
  /** The problem of the filter. */
  readonly problem: string | undefined
}

const KINDS: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  resend: 'Invoice sent again',
  reminder: 'Reminder',
  'overdue-reminder': 'Overdue reminder',
  receipt: 'Receipt',
  'partial-receipt': 'Partial receipt',
  review: 'Under review',
  refund: 'Refund',
  'merchant-notification': 'Merchant notification',
  cancellation: 'Cancellation',
  report: 'Report',
}

export function signInPage(place: InboxPlace, problem?: string): Html {
  const body = html`<main class="sign-in">
<h1>Sandbox inbox</h1>
<p>Every mail of this sandbox is kept here. Sign in with a bearer key that has the scope <code>sandbox</code>.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${place.path}/session">
<div class="field"><label for="key">Bearer key</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus></div>
<button class="button wide">Sign in</button>
</form>
<p class="quiet">The first start wrote keys to <code>sandbox-credentials.json</code> in the data folder; <code>quittance keys</code> makes more.</p>
</main>`
  return page(place, { title: 'Sandbox inbox', body, isSignedIn: false })
}

export function listPage(place: InboxPlace, list: List): Html {
  const body = html`<main>
<div class="title"><h1>Inbox</h1><p class="quiet">${countOf(list)}</p></div>
${filterForm(place, list)}
${list.messages.length === 0 ? emptyList(list) : messageList(place, list)}
${pager(place, list)}
</main>`
  return page(place, { title: 'Sandbox inbox', body, isSignedIn: true })
}

type Opened = {
  readonly message: ShownMessage & { readonly text: string; readonly headers: Readonly<Record<string, string>> }
  readonly attachments: readonly ShownAttachment[]
  readonly view: View
}

export function messagePage(place: InboxPlace, { message, attachments, view }: Opened): Html {
  const here = `${place.path}/${message.id}`
  const body = html`<main>
<nav aria-label="Back"><a class="back" href="${place.path}">All mails</a></nav>
<h1>${message.subject}</h1>
<div class="opened">
<aside aria-label="About this mail">
<dl class="facts">
<div><dt>Kind</dt><dd>${kindTag(message)}</dd></div>
<div><dt>From</dt><dd>${message.from}</dd></div>
<div><dt>To</dt><dd>${message.to}</dd></div>
<div><dt>Sent</dt><dd>${timeOf(message)}</dd></div>
${invoiceFact(place, message)}
<div><dt>Organization</dt><dd>${message.organizationId}</dd></div>
${attachments.length > 0 && html`<div><dt>Attachments</dt><dd><ul class="attachments">${attachments.map((one) => attachmentLink(here, one))}</ul></dd></div>`}
</dl>
</aside>
<div class="content">
<nav class="tabs" aria-label="View">${VIEWS.map((one) => viewLink(here, one, view))}</nav>
${contentOf(here, message, view)}
</div>
</div>
</main>`
  return page(place, { title: message.subject, body, isSignedIn: true })
}

export function notFoundPage(place: InboxPlace): Html {
  const body = html`<main><h1>There is no such message</h1>
<p>It may belong to an organization that your key may not act for. <a href="${place.path}">Go to the inbox</a></p></main>`
  return page(place, { title: 'Sandbox inbox', body, isSignedIn: true })
}

type Content = { readonly title: string; readonly body: Html; readonly isSignedIn: boolean }

function page({ path, style }: InboxPlace, { title, body, isSignedIn }: Content): Html {
  return htmlPage({
    language: 'en',
    title,
    head: html`<link rel="stylesheet" href="${style}">`,
    body: html`<header>
<p class="banner">Test mode: no money moves</p>
<div class="bar"><a href="${path}">Quittance sandbox</a>
${isSignedIn && html`<form method="post" action="${path}/session/end"><button class="button quiet">Sign out</button></form>`}</div>
</header>
${body}`,
  })
}

function filterForm({ path }: InboxPlace, { filter, problem }: List): Html {
  return html`<form class="filter" method="get" action="${path}">
<div class="field"><label for="to">To</label><input id="to" name="to" type="search" value="${filter.to}"></div>
<div class="field"><label for="kind">Kind</label><select id="kind" name="kind">
<option value="">All</option>${MAIL_KINDS.map((kind) => kindOption(kind, filter.kind))}</select></div>
<div class="field"><label for="invoiceId">Invoice</label><input id="invoiceId" name="invoiceId" type="search" value="${filter.invoiceId}"></div>
<div class="actions"><button class="button plain">Filter</button>${isFiltered(filter) && html`<a href="${path}">Clear</a>`}</div>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
</form>`
}

function kindOption(kind: string, chosen: string | undefined): Html {
  return html`<option value="${kind}"${kind === chosen && new Html(' selected')}>${KINDS[kind] ?? kind}</option>`
}

function emptyList({ filter }: List): Html {
  return isFiltered(filter)
    ? html`<p class="empty">No mail matches this filter.</p>`
    : html`<p class="empty">No mails yet. Create an invoice with <code>"deliveryMode": "email"</code> and <code>"sendImmediately": true</code>, and its mail arrives here.</p>`
}

function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

function countOf({ total, filter }: List): string {
  const mails = total === 1 ? '1 mail' : `${total.toLocaleString('en-US')} mails`
  return isFiltered(filter) ? `${mails} found` : mails
}

function messageList({ path }: InboxPlace, { messages }: List): Html {
  return html`<ol class="messages">${messages.map(
    (message) => html`<li><a href="${path}/${message.id}">
<span class="subject">${message.subject}</span>
<span class="to">${message.to}</span>
${kindTag(message)}
<span class="time">${timeOf(message)}</span></a></li>`,
  )}</ol>`
}

export const LIST_ROWS = 50

function pager({ path }: InboxPlace, { offset, total, filter }: List): Html {
  const link = (to: number, words: string, rel: string) => {
    const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const query = new URLSearchParams([...given, ['offset', String(to)]])
    return html`<a href="${path}?${query.toString()}" rel="${rel}">${words}</a>`
  }
  return html`<nav class="pager" aria-label="Pages">
${offset > 0 && link(Math.max(0, offset - LIST_ROWS), 'Newer', 'prev')}
${offset + LIST_ROWS < total && link(offset + LIST_ROWS, 'Older', 'next')}</nav>`
}

/** Kinds of mails that need attention, and those with good news. */
const TONES: Readonly<Record<string, string>> = {
  'overdue-reminder': 'overdue',
  review: 'pending',
  receipt: 'paid',
  'partial-receipt': 'partial',
}

function kindTag({ kind }: ShownMessage): Html {
  return html`<span class="badge ${TONES[kind] ?? 'draft'}">${KINDS[kind] ?? kind}</span>`
}

/** Leads to all mails about the invoice. */
function invoiceFact({ path }: InboxPlace, { about }: ShownMessage): Html | undefined {
  const invoiceId = invoiceIdOf(about)
  if (invoiceId === undefined) return undefined
  const query = new URLSearchParams({ invoiceId }).toString()
  return html`<div><dt>Invoice</dt><dd><a href="${path}?${query}">${invoiceId}</a></dd></div>`
}

const SHOWN_TIME = { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const

function timeOf({ createdAt }: ShownMessage): Html {
  const shown = createdAt.toLocaleString('en-US', SHOWN_TIME)
  return html`<time datetime="${writtenInstant(createdAt)}">${shown} UTC</time>`
}

function attachmentLink(here: string, { position, filename, bytes }: ShownAttachment): Html {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`
  return html`<li><a href="${here}/attachments/${position}" target="_blank" rel="noopener">${filename}</a> <span class="quiet">${size}</span></li>`
}

function viewLink(here: string, view: View, current: View): Html {
  return html`<a href="${here}?view=${view}"${view === current && new Html(' aria-current="page"')}>${VIEW_NAMES[view]}</a>`
}

function contentOf(here: string, { text, headers }: Opened['message'], view: View): Html {
  if (view === 'html') {
    return html`<iframe class="mail" title="The mail" src="${here}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  }
  if (view === 'text') return html`<pre class="mail">${text}</pre>`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return html`<pre class="mail">${lines.join('\n')}</pre>`
}
