// pure
import { type Html, html } from '../../../kernel/html.ts'
import type { PageModel } from '../page-model.ts'
import { oneStop } from '../words/one-stop.ts'
import { mark } from './screens.ts'
import { moneyRow } from './summary.ts'

/** What a payer keeps of a payment. */
export type ReceiptView = {
  readonly amount: string
  readonly date: string
  readonly method: string
  readonly transactionId: string
  /** Undefined once everything is paid. */
  readonly rest: string | undefined
  readonly receiptPath: string
}

/** The payment was made: a receipt that can be printed, and a way on. */
export function thanks(model: PageModel, receipt: ReceiptView): Html {
  const { words, invoiceWords, view, path } = model
  const { amount, date, method, transactionId, rest, receiptPath } = receipt
  const rows = [
    { label: invoiceWords.amountPaid, text: amount },
    { label: invoiceWords.paidOn, text: date },
    { label: invoiceWords.paymentMethod, text: method },
    { label: invoiceWords.transactionId, text: transactionId },
    ...(view.number === undefined ? [] : [view.number]),
    ...(rest === undefined ? [] : [{ label: invoiceWords.balanceAfter, text: rest }]),
  ]
  return html`<section class="card">
${mark('done')}
<h1>${words.thankYou}</h1>
<p>${oneStop(words.youPaid({ amount, seller: view.seller.name }))}${rest !== undefined && html`<br>${words.stillDue({ amount: rest })}`}</p>
<dl class="rows">${rows.map(moneyRow)}</dl>
<div class="actions">
${rest !== undefined && html`<a class="button" href="${path}?lang=${model.language}">${words.payRest}</a>`}
<a class="button plain" href="${receiptPath}">${words.downloadReceipt}</a>
<button class="plain" type="button" data-print hidden>${words.printReceipt}</button>
</div>
</section>`
}

/** Leads to the merchant's own page; a browser without it has the link. */
export function leaving({ words, view }: PageModel, url: string): Html {
  return html`<section class="card">
${mark('wait')}
<h1>${words.leaving({ seller: view.seller.name })}</h1>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">${words.goOn}</a></div>
</section>`
}

/** The processor's or the bank's own page, in a frame. */
export function challenge({ words }: PageModel, url: string): Html {
  return html`<section class="card">
<h1>${words.confirmTitle}</h1>
<p>${words.confirmText}</p>
<iframe src="${url}" title="${words.confirmTitle}"></iframe>
</section>`
}

/** The payer is back. What happens next changes something, so a click or the script sends it. */
export function returned({ words }: PageModel, action: string): Html {
  const { title, text } = words.screens.working
  return html`<section class="card">
${mark('wait')}
<h1>${title}</h1>
<p>${text({ seller: '' })}</p>
<form class="actions" method="post" action="${action}" data-send><button type="submit">${words.goOn}</button></form>
</section>`
}

type Sheet = {
  readonly wallet: string
  readonly amount: string
  /** What the payer entered before. */
  readonly hidden: readonly (readonly [string, string])[]
}

/** The sheet of a wallet, as the wallet's own device would show it. */
export function walletSheet(
  { words, view, path, language, isSandbox }: PageModel,
  { wallet, amount, hidden }: Sheet,
): Html {
  return html`<section class="card">
<h1>${words.confirmWith({ wallet })}</h1>
<dl class="rows">${moneyRow({ label: view.seller.name, text: amount })}</dl>
${isSandbox && html`<p class="small quiet">${words.simulated}</p>`}
<form class="actions pay" method="post" action="${path}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="confirmed" value="yes">
<button type="submit">${words.confirmPayment}</button>
<a class="button plain" href="${path}?lang=${language}">${words.cancelPayment}</a>
</form>
</section>`
}
