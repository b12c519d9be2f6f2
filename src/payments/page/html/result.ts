// pure
import type { ReceiptView } from '../../../invoicing/pure.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { oneStop } from '../../../kernel/wording/one-stop.ts'
import { type PageModel, pagePath } from '../page-model.ts'
import { mark } from './screens.ts'
import { moneyRow } from './summary.ts'

/** The view of a completed payment that the payer sees. */
export type PaidView = ReceiptView & {
  /** Undefined once everything is paid. */
  readonly rest: string | undefined
  readonly receiptPath: string
}

/** The payment was made: a receipt that can be printed, and a way on. */
export function thanks(model: PageModel, receipt: PaidView): Html {
  const { words, invoiceWords, view } = model
  const { amount, paidOn, method, transactionId, rest, receiptPath } = receipt
  const rows = [
    { label: invoiceWords.amountPaid, text: amount },
    { label: invoiceWords.paidOn, text: paidOn },
    { label: invoiceWords.paymentMethod, text: method },
    { label: invoiceWords.transactionId, text: transactionId },
    ...(view.number === undefined ? [] : [view.number]),
    ...(rest === undefined ? [] : [{ label: invoiceWords.balanceAfter, text: rest }]),
  ]
  return html`<section class="card">
${mark('done')}
<h1>${words.thankYou}</h1>
<p>${oneStop(words.youPaid({ amount, seller: view.seller.name }))}${rest !== undefined && html`<br>${oneStop(words.stillDue({ amount: rest }))}`}</p>
<dl class="rows">${rows.map(moneyRow)}</dl>
<div class="actions">
${rest !== undefined && html`<a class="button wide" href="${pagePath(model)}">${words.payRest}</a>`}
<a class="button plain wide" href="${receiptPath}">${words.downloadReceipt}</a>
<button class="button plain wide" type="button" data-print hidden>${words.printReceipt}</button>
</div>
</section>`
}

type Target = { readonly title: string; readonly url: string }

/** Leads to a page of the merchant or of the processor; the link is for browsers that do not go by themselves. */
export function leavingFor({ words }: PageModel, { title, url }: Target): Html {
  return html`<section class="card">
${mark('wait')}
<h1>${title}</h1>
<div class="actions"><a class="button wide" href="${url}" rel="noreferrer">${words.goOn}</a></div>
</section>`
}

/** The payer is back. What happens next changes something, so a click or the script sends it. */
export function returned({ words }: PageModel, action: string): Html {
  const { title, text } = words.screens.working
  return html`<section class="card">
${mark('wait')}
<h1>${title}</h1>
<p>${text({ seller: '' })}</p>
<form class="actions" method="post" action="${action}" data-send><button class="button wide" type="submit">${words.goOn}</button></form>
</section>`
}
