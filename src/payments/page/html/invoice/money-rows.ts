// pure
import type { InvoiceView, LineView, Row } from '../../../../invoicing/pure.ts'
import { withBreakPoints } from '../../../../kernel/markup/break-points.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import type { PageModel } from '../../page-model.ts'

/** More lines are folded away: the total and the form matter more than the thirtieth line. */
const LINES_SHOWN = 5
const NO_BREAK_SPACE = '\u00a0'

/** The lines and how they add up. An invoice that is nothing but its total has no rows: the heading says it. */
export function moneyRows(model: PageModel): Html {
  const { lines, parts, total, paid, balance, status } = model.view
  if (lines.length === 0 && parts.length === 0 && paid === undefined) return html``
  return html`<div class="sums">
${lines.length > 0 && items(model)}
<dl class="rows totals">${parts.map(moneyRow)}${sumRow(total)}${paid && moneyRow(paid)}${paid && status !== 'PAID' && sumRow(balance)}</dl>
</div>`
}

function items({ view, words }: PageModel): Html {
  const rows = view.lines.map((line) => lineRow(line, view.columns))
  const folded = rows.slice(LINES_SHOWN)
  return html`<dl class="rows">${rows.slice(0, LINES_SHOWN)}</dl>
${
  folded.length > 0 &&
  html`<details class="fold"><summary><span class="closed">${words.showAll({ count: rows.length })}</span><span class="opened">${words.showFewer}</span></summary>
<dl class="rows">${folded}</dl></details>`
}`
}

function moneyRow({ label, text }: Row): Html {
  return html`<div><dt>${label}</dt><dd class="money">${text}</dd></div>`
}

function sumRow({ label, text }: Row): Html {
  return html`<div class="sum"><dt>${label}</dt><dd class="money">${text}</dd></div>`
}

/** Breaks at no space. */
function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE)
}

/** Discount and tax are called as in the columns of the PDF. */
function lineRow(line: LineView, columns: InvoiceView['columns']): Html {
  const { item, sku, quantity, unitPrice, amount } = line
  const price = unitPrice === '' ? quantity : unbroken(`${quantity} × ${unitPrice}`)
  const parts = columns.flatMap(({ column, label }) =>
    (column === 'discount' || column === 'tax') && line[column] !== '' ? [unbroken(`${label} ${line[column]}`)] : [],
  )
  const more = [sku, price, ...parts].filter((part) => part !== undefined)
  return html`<div class="item"><dt>${withBreakPoints(item)}</dt><dd class="money">${amount}</dd><dd class="also">${more.join(`${NO_BREAK_SPACE}· `)}</dd></div>`
}
