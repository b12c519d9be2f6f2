// pure
import { Html, html } from '../../kernel/markup/html.ts'
import type { SandboxContent, SandboxPlace } from '../../organizations/pure.ts'
import { deliveryItem, type ShownDelivery } from './shown-delivery.ts'

type ShownReceiver = {
  readonly name: string
  readonly status: number
  readonly delayMs: number
  readonly deliveries: number
}

type Lab = {
  readonly receivers: readonly ShownReceiver[]
  /** The receiver whose deliveries are shown; undefined for all. */
  readonly chosen: ShownReceiver | undefined
  readonly deliveries: readonly ShownDelivery[]
  readonly offset: number
  readonly hasOlder: boolean
  /** The address under which programs reach the service. */
  readonly baseUrl: string
  /** The refused name of a receiver, and why. */
  readonly refused?: { readonly name: string; readonly problem: string } | undefined
}

export const LAB_ROWS = 25
export const NAME_PATTERN = '[A-Za-z0-9._\\-]{1,64}'

export function labPath({ root }: SandboxPlace): string {
  return `${root}/sandbox/webhooks`
}

export function labPage(place: SandboxPlace, lab: Lab): SandboxContent {
  const path = labPath(place)
  const body = html`<div class="title"><h1>Webhooks</h1></div>
<div class="beside">
<aside aria-label="Receivers">
${receiverList(path, lab)}
${lab.chosen && answerForm(path, lab.baseUrl, lab.chosen)}
${nameForm(path, lab)}
</aside>
<div class="content">
<div data-live="deliveries">${lab.deliveries.length === 0 ? noDeliveries(lab) : deliveryList(lab)}</div>
<nav class="pager" aria-label="Pages" data-live="pager">${pager(path, lab)}</nav>
</div>
</div>`
  return { name: 'webhooks', title: 'Webhooks', body }
}

function receiverList(path: string, { receivers, chosen }: Lab): Html | undefined {
  if (receivers.length === 0) return undefined
  const link = (href: string, isCurrent: boolean, words: Html) =>
    html`<li><a href="${href}"${isCurrent && new Html(' aria-current="page"')}>${words}</a></li>`
  return html`<nav aria-label="Receivers" data-live="receivers"><ul class="picks">
${link(path, chosen === undefined, html`All receivers`)}
${receivers.map(({ name, deliveries }) =>
  link(
    pathOf(path, { receiver: name }),
    name === chosen?.name,
    html`<span class="value">${name}</span> <span class="quiet">${deliveries.toLocaleString('en-US')}</span>`,
  ),
)}
</ul></nav>`
}

const ANSWERS: Readonly<Record<number, string>> = {
  200: 'OK',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  410: 'Gone',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}
/** The sender of notifications waits ten seconds for an answer. */
const DELAYS: Readonly<Record<number, string>> = {
  0: 'None',
  1000: '1 second',
  5000: '5 seconds',
  15000: '15 seconds: the sender gives up',
  60000: '1 minute: the sender gives up',
}

function answerForm(path: string, baseUrl: string, { name, status, delayMs }: ShownReceiver): Html {
  const address = `${baseUrl.replace(/\/$/, '')}/sandbox/v1/receivers/${name}`
  // A line may end after a slash, and only there if there is room.
  const shown = address.split('/').flatMap((part, index) => (index === 0 ? [part] : [html`/<wbr>`, part]))
  return html`<section class="card" aria-labelledby="receiver">
<h2 id="receiver" class="value">${name}</h2>
<dl class="rows stacked"><div class="fact"><dt>Address for webhookUrl</dt><dd><code>${shown}</code></dd></div></dl>
<form method="post" action="${path}/${name}" data-once>
<div class="field"><label for="status">Answers with</label><select id="status" name="status">${options({ ...(ANSWERS[status] === undefined && { [status]: '' }), ...ANSWERS }, status, (code, words) => `${code} ${words}`)}</select></div>
<div class="field"><label for="delayMs">Delay</label><select id="delayMs" name="delayMs">${options({ ...(DELAYS[delayMs] === undefined && { [delayMs]: `${delayMs.toLocaleString('en-US')} ms` }), ...DELAYS }, delayMs, (_, words) => words)}</select></div>
<button class="button wide">Save</button>
</form>
<form method="post" action="${path}/${name}/reset" data-once><button class="button plain wide">Forget its deliveries</button></form>
</section>`
}

function options(
  choices: Readonly<Record<number, string>>,
  chosen: number,
  inWords: (value: number, words: string) => string,
): readonly Html[] {
  return Object.entries(choices).map(
    ([value, words]) =>
      html`<option value="${value}"${Number(value) === chosen && new Html(' selected')}>${inWords(Number(value), words).trim()}</option>`,
  )
}

/** A receiver exists as soon as something is sent to it, so any name can be opened. */
function nameForm(path: string, { refused }: Lab): Html {
  const described = refused === undefined ? 'receiver-help' : 'receiver-problem receiver-help'
  const invalid = refused !== undefined && new Html(' aria-invalid="true"')
  return html`<form method="get" action="${path}">
<div class="field"><label for="name">Open a receiver</label>
<div class="with-button"><input id="name" name="receiver" required maxlength="64" pattern="${NAME_PATTERN}" autocomplete="off" autocapitalize="none" spellcheck="false" value="${refused?.name}" aria-describedby="${described}"${invalid}>
<button class="button plain">Open</button></div>
${refused && html`<p class="problem" id="receiver-problem" role="alert">${refused.problem}</p>`}
<p class="help" id="receiver-help">Any name: letters, digits, dots and hyphens</p></div>
</form>`
}

function deliveryList({ deliveries }: Lab): Html {
  return html`<div class="deliveries">
<p class="heads" aria-hidden="true"><span>Event</span><span>Signature</span><span>Answer</span><span>Received</span></p>
<ol data-rows="new delivery|new deliveries">${deliveries.map(deliveryItem)}</ol>
</div>`
}

function noDeliveries({ chosen, offset }: Lab): Html {
  if (offset > 0) return html`<div class="empty"><p>There are no older deliveries.</p></div>`
  if (chosen !== undefined) {
    return html`<div class="empty"><h2>No deliveries yet</h2><p>Create a webhook with the address of this receiver as <code>webhookUrl</code>, and its notifications arrive here.</p></div>`
  }
  return html`<div class="empty"><h2>No deliveries yet</h2><p>Receivers take notifications, verify their signatures and fail if you let them. Open one under any name, and use its address as <code>webhookUrl</code> of a webhook.</p></div>`
}

function pager(path: string, { chosen, offset, hasOlder }: Lab): Html {
  const link = (to: number, words: string, rel: string) =>
    html`<a class="next" href="${pathOf(path, { ...(chosen && { receiver: chosen.name }), offset: String(to) })}" rel="${rel}">${words}</a>`
  return html`${offset > 0 && link(Math.max(0, offset - LAB_ROWS), 'Newer', 'prev')}
${hasOlder && link(offset + LAB_ROWS, 'Older', 'next')}`
}

function pathOf(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}
