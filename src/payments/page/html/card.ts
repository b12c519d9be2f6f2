// pure

import { withBreakPoints } from '../../../kernel/markup/break-points.ts'
import { type Html, type HtmlPart, html } from '../../../kernel/markup/html.ts'
import type { PageModel } from '../page-model.ts'
import { invoiceName } from './invoice/summary.ts'

type Mark = 'done' | 'wait' | 'stop'

const MARKS: Readonly<Record<Mark, string>> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  wait: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  stop: 'M12 8v5M12 16.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
}

export function mark(kind: Mark): Html {
  return html`<span class="mark${kind === 'done' && ' good'}" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${MARKS[kind]}"/></svg></span>`
}

type Card = {
  readonly mark: Mark
  readonly title: string
  /** A class for the size of an amount in the title. */
  readonly titleSize?: string
  /** The invoice that it is about, and an amount. */
  readonly about?: HtmlPart
  readonly texts: readonly string[]
  readonly rows?: readonly Html[]
  /** A list in place of the rows. */
  readonly list?: Html | undefined
  /** Links and buttons; the first one is the thing to do next. */
  readonly actions?: readonly Html[]
  /** Below all this. */
  readonly more?: HtmlPart
}

/** A screen that says one thing: what happened, how much, when, and what to do next. */
export function card({ mark: kind, title, titleSize = '', about, texts, rows = [], list, ...next }: Card): Html {
  const { actions = [], more } = next
  return html`<section class="card">
${mark(kind)}
<div class="says"><h1 class="title${titleSize}">${title}</h1>${about !== undefined && html`<p class="about money">${about}</p>`}</div>
${texts.length > 0 && html`<div class="texts">${texts.map((text) => html`<p>${withBreakPoints(text)}</p>`)}</div>`}
${rows.length > 0 && html`<dl class="rows">${rows}</dl>`}${list}
${actions.length > 0 && html`<div class="actions">${actions}</div>`}
${more}
</section>`
}

/** Invoice 36 · $250.05. */
export function aboutInvoice(model: PageModel, amount: string): string {
  const name = invoiceName(model)
  return name === undefined ? amount : `${name} · ${amount}`
}

/** The zero of “+49 (0) 30” is for callers in the country only. */
const TRUNK_ZERO = /^(\+[\d ]+)\(0\)/

export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(TRUNK_ZERO, '$1').replaceAll(/[^+\d]/g, '')}`
}

type Look = 'filled' | 'plain'

/** A button has no room for longer names, which header and footer have. */
const NAME_MAX = 24

export function actionLink(look: Look, { url, label }: { readonly url: string; readonly label: string }): Html {
  return html`<a class="button wide${look === 'plain' && ' plain'}" href="${url}">${label}</a>`
}

/** A way to reach the merchant: by mail, else by phone; nothing if it gave neither. */
export function contactAction(model: PageModel, look: Look): readonly Html[] {
  const { words, view } = model
  const { email, phone, name } = view.seller
  // A computer may not call: the number is in the label, so that payers can do so themselves.
  if (email === undefined)
    return phone === undefined ? [] : [actionLink(look, { url: phoneUrl(phone), label: words.call({ phone }) })]
  const about = invoiceName(model)
  const url = `mailto:${email}${about === undefined ? '' : `?subject=${encodeURIComponent(about)}`}`
  const label = name.length > NAME_MAX ? words.sendEmail : words.emailSeller({ seller: name })
  return [actionLink(look, { url, label })]
}
