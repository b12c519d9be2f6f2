// pure
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { labeled } from '../../../../kernel/wording/labeled.ts'
import type { PageModel, PaymentView } from '../../page-model.ts'

const GROUP = /.{1,4}/g

/** Every payment so far, with its receipt. */
export function paymentList(model: PageModel): Html {
  return html`<dl class="rows payments">${model.payments.map((payment) => paymentRow(model, payment))}</dl>`
}

function paymentRow({ invoiceWords, language }: PageModel, payment: PaymentView): Html {
  const { paidOn, amount, method, refunded, receiptPath } = payment
  const about = [
    method,
    ...(refunded === undefined ? [] : [labeled(language, { label: invoiceWords.refunded, text: refunded })]),
  ]
  return html`<div class="item"><dt>${paidOn}</dt><dd class="money">${amount}</dd><dd class="also"><span>${about.join(' · ')}</span><a href="${receiptPath}">${invoiceWords.receipt}<span class="hidden-text"> ${paidOn}</span></a></dd></div>`
}

/** Read in groups, copied without spaces: a click selects all of it, and with the script a button copies it. */
export function transactionCode({ words }: PageModel, id: string): Html {
  const groups = (id.match(GROUP) ?? []).map((group) => html`<span>${group}</span>`)
  return html`<span class="code">${groups}</span><button class="link" type="button" data-copy="${id}" data-copied="${words.copied}" hidden>${words.copy}</button>`
}
