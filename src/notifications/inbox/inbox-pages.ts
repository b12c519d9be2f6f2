// pure
import { withBreakPoints } from '../../kernel/markup/break-points.ts'
import { Html, html } from '../../kernel/markup/html.ts'
import { instantTag, type SandboxContent, type SandboxPlace } from '../../organizations/pure.ts'
import { MAIL_KINDS } from '../mail/mail.ts'
import { KIND_NAMES, kindTag, type ShownMessage } from './shown-message.ts'

type Filter = Readonly<Record<'to' | 'kind' | 'invoiceId', string | undefined>>

type List = {
  readonly messages: readonly ShownMessage[]
  readonly total: number
  readonly offset: number
  readonly filter: Filter
  /** The problem of the filter. */
  readonly problem: string | undefined
}

export const LIST_ROWS = 50

export function inboxPath({ root }: SandboxPlace): string {
  return `${root}/sandbox/inbox`
}

export function listPage(place: SandboxPlace, list: List): SandboxContent {
  const path = inboxPath(place)
  const body = html`<div class="title"><h1>Inbox</h1><p class="quiet small" data-live="count">${countOf(list)}</p></div>
${filterForm(path, list)}
<div data-live="list">${list.messages.length === 0 ? emptyList(list) : messageTable(path, list)}</div>
<nav class="pager" aria-label="Pages" data-live="pager">${pager(path, list)}</nav>`
  return { name: 'inbox', title: 'Inbox', body }
}

export function notFoundPage(place: SandboxPlace): SandboxContent {
  const body = html`<h1>There is no such message</h1>
<p>It may belong to an organization that your key may not act for. <a href="${inboxPath(place)}">Go to the inbox</a></p>`
  return { name: 'inbox', title: 'Not found', body }
}

/** Its button is for browsers without script: with it, a change applies immediately. */
function filterForm(path: string, { filter, problem }: List): Html {
  return html`<form class="filter" method="get" action="${path}" data-filter>
<div class="field"><label for="to">To</label><input id="to" name="to" type="search" value="${filter.to}" autocomplete="off"></div>
<div class="field"><label for="kind">Kind</label><select id="kind" name="kind">
<option value="">All</option>${MAIL_KINDS.map((kind) => kindOption(kind, filter.kind))}</select></div>
<div class="field"><label for="invoiceId">Invoice</label><input id="invoiceId" name="invoiceId" type="search" value="${filter.invoiceId}" autocomplete="off"></div>
<div class="actions"><button class="button plain">Filter</button><span data-live="clear">${isFiltered(filter) && html`<a class="next" href="${path}">Clear</a>`}</span></div>
<div class="refusal" data-live="problem">${problem && html`<p class="problem" role="alert">${problem}</p>`}</div>
</form>`
}

function kindOption(kind: string, chosen: string | undefined): Html {
  return html`<option value="${kind}"${kind === chosen && new Html(' selected')}>${KIND_NAMES[kind] ?? kind}</option>`
}

function emptyList({ filter }: List): Html {
  return isFiltered(filter)
    ? html`<div class="empty"><p>No mail matches this filter.</p></div>`
    : html`<div class="empty"><h2>No mails yet</h2><p>Create an invoice with <code>"deliveryMode": "email"</code> and <code>"sendImmediately": true</code>, and its mail arrives here.</p></div>`
}

function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

function countOf({ total, filter }: List): string {
  const mails = total === 1 ? '1 mail' : `${total.toLocaleString('en-US')} mails`
  return isFiltered(filter) ? `${mails} found` : mails
}

function messageTable(path: string, { messages }: List): Html {
  return html`<table class="table mails">
<thead><tr><th scope="col" class="subject">Subject</th><th scope="col" class="to">To</th><th scope="col" class="kind">Kind</th><th scope="col" class="sent">Sent</th></tr></thead>
<tbody data-rows="new mail|new mails">${messages.map((message) => messageRow(path, message))}</tbody>
</table>`
}

function messageRow(path: string, message: ShownMessage): Html {
  const { id, subject, to, createdAt } = message
  return html`<tr data-key="${id}">
<td class="main value"><a class="row-link" href="${path}/${id}"><bdi>${subject}</bdi></a></td>
<td class="to value"><bdi>${withBreakPoints(to)}</bdi></td>
<td class="kind">${kindTag(message)}</td>
<td class="sent quiet">${instantTag(createdAt)}</td>
</tr>`
}

function pager(path: string, { offset, total, filter }: List): Html {
  const link = (to: number, words: string, rel: string) => {
    const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const query = new URLSearchParams([...given, ['offset', String(to)]])
    return html`<a class="next" href="${path}?${query.toString()}" rel="${rel}">${words}</a>`
  }
  return html`${offset > 0 && link(Math.max(0, offset - LIST_ROWS), 'Newer', 'prev')}
${offset + LIST_ROWS < total && link(offset + LIST_ROWS, 'Older', 'next')}`
}
