// pure
import type { LineView, Row } from '../../../invoicing/pure.ts'
import { type Html, html } from '../../../kernel/html.ts'
import type { PageModel } from '../page-model.ts'

/** What is owed, to whom and for what. */
export function summary(model: PageModel): Html {
  const { view, words } = model
  const { lines } = view
  const label = lines.length === 0 ? words.showDetails : words.details({ count: lines.length })
  return html`<section class="summary" aria-label="${view.balance.label}">
<div class="due">
<h1>${view.balance.label}</h1>
<p class="amount money">${view.balance.text}</p>
<p class="about">${aboutLine(model)}</p>
</div>
<details>
<summary>${label}</summary>
<div class="parts">${details(model)}</div>
</details>
<p class="links"><a href="${pdfPath(model)}">${words.downloadPdf}</a></p>
</section>`
}

/** In the language of the page; a preview's link stays one. */
export function pdfPath({ path, query, language }: PageModel): string {
  return `${path}/invoice.pdf${query === '' ? '?' : `${query}&`}lang=${language}`
}

function aboutLine({ view, words }: PageModel): string {
  const { number, due } = view
  return number === undefined
    ? words.due({ due: due.text })
    : words.numberAndDue({ number: number.text, due: due.text })
}

/** The invoice in full: whom it is for, its lines and how the total comes about. */
export function details(model: PageModel): Html {
  const { view, words, payments } = model
  const { billTo, customer, number, issued, due, description, customFields } = view
  const facts = [number, issued, due, description, ...customer, ...customFields].filter((row) => row !== undefined)
  const bill: Row = { label: billTo.label, text: billTo.lines.join(', ') }
  return html`<dl class="rows">${[...(billTo.lines.length === 0 ? [] : [bill]), ...facts].map(textRow)}</dl>
<dl class="rows">${view.lines.map(lineRow)}${view.parts.map(moneyRow)}${sumRow(view.total)}${view.paid && moneyRow(view.paid)}${view.paid && sumRow(view.balance)}</dl>
${
  payments.length > 0 &&
  html`<section><h2 class="small">${words.paymentsSoFar}</h2>
<dl class="rows">${payments.map(({ date, amount }) => moneyRow({ label: date, text: amount }))}</dl></section>`
}`
}

function textRow({ label, text }: Row): Html {
  return html`<div><dt>${label}</dt><dd>${text}</dd></div>`
}

export function moneyRow({ label, text }: Row): Html {
  return html`<div><dt>${label}</dt><dd class="money">${text}</dd></div>`
}

function sumRow({ label, text }: Row): Html {
  return html`<div class="sum"><dt>${label}</dt><dd class="money">${text}</dd></div>`
}

function lineRow({ item, sku, quantity, unitPrice, discount, tax, amount }: LineView): Html {
  const price = unitPrice === '' ? quantity : `${quantity} × ${unitPrice}`
  const more = [sku, price, discount === '' ? undefined : `−${discount}`, tax === '' ? undefined : `+${tax}`]
  return html`<div class="item"><dt>${item}<small>${more.filter((part) => part !== undefined).join(' · ')}</small></dt><dd>${amount}</dd></div>`
}
