// pure
import { type Html, html } from '../../../kernel/markup/html.ts'
import { oneStop } from '../../../kernel/wording/one-stop.ts'
import type { PageModel } from '../page-model.ts'
import type { ScreenName } from '../screen.ts'
import { details, moneyRow, pdfPath } from './summary.ts'

type Mark = 'done' | 'wait' | 'stop'

const MARKS: Readonly<Record<Mark, string>> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  wait: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  stop: 'M12 8v5M12 16.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
}

const MARK_OF: Readonly<Record<ScreenName, Mark>> = {
  paid: 'done',
  canceled: 'stop',
  expired: 'stop',
  underReview: 'wait',
  suspended: 'stop',
  nothingToPay: 'done',
  held: 'wait',
  noMethod: 'stop',
  working: 'wait',
}

export function mark(kind: Mark): Html {
  return html`<span class="mark${kind === 'done' && ' good'}" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${MARKS[kind]}"/></svg></span>`
}

/** Why nothing can be paid here, and the invoice below it. */
export function screen(model: PageModel, name: ScreenName): Html {
  const { words, view } = model
  const { title, text } = words.screens[name]
  return html`<section class="card">
${mark(MARK_OF[name])}
<h1>${title}</h1>
<p>${oneStop(text({ seller: view.seller.name }))}</p>
<dl class="rows">${moneyRow(view.total)}${view.paid && moneyRow(view.paid)}${view.paid && moneyRow(view.balance)}</dl>
<details><summary>${words.showDetails}</summary><div class="parts">${details(model)}</div></details>
<p class="links"><a href="${pdfPath(model)}">${words.downloadPdf}</a></p>
</section>`
}
