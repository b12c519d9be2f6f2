// pure
import type { ReceiptView } from '../../../invoicing/pure.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { oneStop } from '../../../kernel/wording/one-stop.ts'
import { PAYMENT_MAIL_WORDS } from '../../mails/words/all-words.ts'
import { type PageModel, pagePath } from '../page-model.ts'
import { aboutInvoice, actionLink, card, contactAction, mark } from './card.ts'
import { textRow } from './invoice/fact-list.ts'
import { transactionCode } from './invoice/payment-list.ts'
import { amountSize, invoiceName } from './invoice/summary.ts'
import { invoiceBelow } from './screens.ts'

/** The view of a payment that its payer sees. */
export type PaidView = ReceiptView & {
  /** Undefined once everything is paid. */
  readonly rest: string | undefined
  readonly receiptPath: string
  /** Where the receipt was mailed to; undefined if it was not. */
  readonly mailedTo: string | undefined
}

/** The payment was made: a receipt that can be printed, and a way on. */
export function thanks(model: PageModel, receipt: PaidView): Html {
  const { words, invoiceWords, view } = model
  const { amount, paidOn, method, transactionId, rest, receiptPath, mailedTo } = receipt
  const download = { url: receiptPath, label: words.downloadReceipt }
  const next =
    rest === undefined
      ? [actionLink('filled', download)]
      : [
          actionLink('filled', { url: pagePath(model), label: words.payRemaining({ amount: rest }) }),
          actionLink('plain', download),
        ]
  return card({
    ...{ mark: 'done', title: words.paidAmount({ amount }), titleSize: amountSize(amount), about: invoiceName(model) },
    texts: [
      oneStop(words.thankYou({ seller: view.seller.name })),
      ...(mailedTo === undefined ? [] : [words.receiptSent({ address: mailedTo })]),
    ],
    rows: [
      textRow({ label: invoiceWords.paidOn, text: paidOn }),
      textRow({ label: invoiceWords.paymentMethod, text: method }),
      textRow({ label: invoiceWords.transactionId, text: transactionCode(model, transactionId) }),
      ...(rest === undefined ? [] : [textRow({ label: invoiceWords.balanceAfter, text: rest })]),
    ],
    actions: [...next, html`<button class="link" type="button" data-print hidden>${words.printReceipt}</button>`],
    more: invoiceBelow(model, { hasPayments: false }),
  })
}

/** The payer's own payment is under review; its mail says the same. */
export function underReview(model: PageModel, receipt: PaidView): Html {
  const { words, invoiceWords, view } = model
  const mailWords = PAYMENT_MAIL_WORDS[model.language]
  const { amount, paidOn, method, transactionId, mailedTo } = receipt
  return card({
    ...{ mark: 'wait', title: mailWords.underReview, about: aboutInvoice(model, amount) },
    texts: [
      oneStop(mailWords.reviewText({ seller: view.seller.name })),
      ...(mailedTo === undefined ? [] : [words.receiptFollows({ address: mailedTo })]),
    ],
    rows: [
      textRow({ label: words.submittedOn, text: paidOn }),
      textRow({ label: invoiceWords.paymentMethod, text: method }),
      textRow({ label: invoiceWords.transactionId, text: transactionCode(model, transactionId) }),
    ],
    actions: contactAction(model, 'plain'),
    more: invoiceBelow(model, { hasPayments: true }),
  })
}

type Target = { readonly title: string; readonly url: string }

/** Leads to a page of the merchant or of the processor; the link is for browsers that do not go by themselves. */
export function leavingFor(model: PageModel, { title, url }: Target): Html {
  return card({
    ...{ mark: 'wait', title, about: invoiceName(model), texts: [model.words.leavingText] },
    actions: [html`<a class="button wide" href="${url}" rel="noreferrer">${model.words.goOn}</a>`],
  })
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
