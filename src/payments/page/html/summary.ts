// pure
import type { InvoiceView, LineView, Row } from '../../../invoicing/pure.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { type FormTerms, type PageModel, pagePath } from '../page-model.ts'

type Asked = Pick<FormTerms, 'questions'>

/** The amount due, the seller and the lines. Fields that the form asks for are not shown twice. */
export function summary(model: PageModel, asked: Asked): Html {
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
<div class="parts">${details(model, asked)}</div>
</details>
<p class="links"><a href="${pdfPath(model)}">${words.downloadPdf}</a></p>
</section>`
}

export function pdfPath(model: PageModel): string {
  return pagePath(model, '/invoice.pdf')
}

function aboutLine({ view, words }: PageModel): string {
  const { number, due } = view
  return number === undefined
    ? words.due({ due: due.text })
    : words.numberAndDue({ number: number.text, due: due.text })
}

/** The full invoice: its lines, the parts of the total, and the customer. */
export function details(model: PageModel, asked?: Asked): Html {
  const { view, words, payments } = model
  const { billTo, customer, number, issued, due, description, customFields } = view
  const inputs = asked?.questions.customFields.filter(({ canAnswer }) => canAnswer) ?? []
  const isAsked = (id: number | undefined) => inputs.some(({ definitionId }) => definitionId === id)
  const shown = customFields.filter(({ definitionId }) => !isAsked(definitionId))
  const facts = [number, issued, due, description, ...customer, ...shown].filter((row) => row !== undefined)
  const bill: Row = { label: billTo.label, text: billTo.lines.join(', ') }
  return html`<dl class="rows">${view.lines.map((line) => lineRow(line, view.columns))}${view.parts.map(moneyRow)}${sumRow(view.total)}${view.paid && moneyRow(view.paid)}${view.paid && sumRow(view.balance)}</dl>
${
  payments.length > 0 &&
  html`<section><h2 class="small">${words.paymentsSoFar}</h2>
<dl class="rows">${payments.map(({ date, amount }) => moneyRow({ label: date, text: amount }))}</dl></section>`
}
<dl class="rows">${[...(billTo.lines.length === 0 ? [] : [bill]), ...facts].map(textRow)}</dl>`
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

/** Discount and tax are called as in the columns of the PDF. */
function lineRow(line: LineView, columns: InvoiceView['columns']): Html {
  const { item, sku, quantity, unitPrice, amount } = line
  const price = unitPrice === '' ? quantity : `${quantity} × ${unitPrice}`
  const parts = columns.flatMap(({ column, label }) =>
    (column === 'discount' || column === 'tax') && line[column] !== '' ? [`${label} ${line[column]}`] : [],
  )
  const more = [sku, price, ...parts]
  return html`<div class="item"><dt>${item}<small>${more.filter((part) => part !== undefined).join(' · ')}</small></dt><dd>${amount}</dd></div>`
}
