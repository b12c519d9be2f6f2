// pure
import type { Row } from '../../../invoicing/pure.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { oneStop } from '../../../kernel/wording/one-stop.ts'
import { STATUS_WORDS } from '../../../kernel/wording/status-words.ts'
import { type PageModel, pagePath } from '../page-model.ts'
import type { ScreenName } from '../screen.ts'
import { aboutInvoice, actionLink, card, contactAction } from './card.ts'
import type { Tab } from './document.ts'
import { textRow } from './invoice/fact-list.ts'
import { paymentList, transactionCode } from './invoice/payment-list.ts'
import { details, invoiceName, pdfPath } from './invoice/summary.ts'

type ScreenLook = {
  readonly mark: Parameters<typeof card>[0]['mark']
  /** Whether to reach the merchant is the thing to do next. */
  readonly asksMerchant: boolean
}

const LOOKS: Readonly<Record<ScreenName, ScreenLook>> = {
  paid: { mark: 'done', asksMerchant: false },
  canceled: { mark: 'stop', asksMerchant: true },
  expired: { mark: 'stop', asksMerchant: true },
  underReview: { mark: 'wait', asksMerchant: false },
  suspended: { mark: 'stop', asksMerchant: true },
  nothingToPay: { mark: 'done', asksMerchant: false },
  held: { mark: 'wait', asksMerchant: false },
  noMethod: { mark: 'stop', asksMerchant: true },
  working: { mark: 'wait', asksMerchant: false },
}

export function tabOfScreen({ words, language }: PageModel, name: ScreenName): Tab {
  const { PAID, CANCELED } = STATUS_WORDS[language]
  const ends: Partial<Record<ScreenName, Tab>> = {
    paid: { state: PAID, iconState: 'paid' },
    canceled: { state: CANCELED, iconState: 'canceled' },
    expired: { state: words.expired, iconState: 'expired' },
    underReview: { state: words.inReview, iconState: 'review' },
  }
  return ends[name] ?? { state: words.screens[name].title }
}

/** Why nothing can be paid here, what to do next, and the invoice below it. */
export function screen(model: PageModel, name: ScreenName): Html {
  const { words, view } = model
  const { title, text } = words.screens[name]
  const { mark, asksMerchant } = LOOKS[name]
  // Once something is paid, only the rest matters, unless all is paid or nothing is owed.
  const amount = name === 'paid' ? view.total : view.balance
  return card({
    ...{
      mark,
      title,
      about: name === 'canceled' ? canceledAmount(model) : aboutInvoice(model, amount.text),
      texts: [oneStop(text({ seller: view.seller.name }))],
    },
    rows: rowsOf(model, name),
    actions: [...nextSteps(model, name), ...contactAction(model, asksMerchant ? 'filled' : 'plain')],
    list: name === 'paid' ? listOfPayments(model) : undefined,
    more: invoiceBelow(model, { hasPayments: name !== 'paid' }),
  })
}

/** Struck, so that nobody takes it for an amount due. */
function canceledAmount(model: PageModel): Html {
  const name = invoiceName(model)
  return html`${name !== undefined && `${name} · `}<s>${model.view.total.text}</s>`
}

/** The invoice, folded, and its PDF. */
export function invoiceBelow(model: PageModel, { hasPayments }: { readonly hasPayments: boolean }): Html {
  const { words } = model
  return html`<div class="below"><details class="invoice"><summary>${words.showDetails}</summary><div class="parts">${details(model, { hasPayments })}</div></details>
<p class="links"><a href="${pdfPath(model)}">${words.invoicePdf}</a></p></div>`
}

/** The one payment of a paid invoice, or the one that is under review. */
function singlePayment({ payments, review }: PageModel, name: ScreenName) {
  if (name === 'underReview') return review
  return name === 'paid' && payments.length === 1 ? payments[0] : undefined
}

/** The date that matters where no payment is shown. Nothing that is not owed is called due. */
function dateOf({ words, view, linkEndsOn, canceledOn }: PageModel, name: ScreenName): Row | undefined {
  switch (name) {
    case 'expired':
      return linkEndsOn === undefined ? undefined : { label: words.expiredOn, text: linkEndsOn }
    case 'canceled':
      return canceledOn === undefined ? undefined : { label: words.canceledOn, text: canceledOn }
    case 'nothingToPay':
      return view.issued
    case 'suspended':
    case 'held':
    case 'noMethod':
      return view.due
    case 'paid':
    case 'underReview':
    case 'working':
      return undefined
  }
}

function rowsOf(model: PageModel, name: ScreenName): readonly Html[] {
  const { invoiceWords, words } = model
  const payment = singlePayment(model, name)
  if (payment === undefined) {
    const date = dateOf(model, name)
    return date === undefined ? [] : [textRow(date)]
  }
  const { paidOn, method, transactionId, refunded } = payment
  return [
    textRow({ label: name === 'underReview' ? words.submittedOn : invoiceWords.paidOn, text: paidOn }),
    textRow({ label: invoiceWords.paymentMethod, text: method }),
    textRow({ label: invoiceWords.transactionId, text: transactionCode(model, transactionId) }),
    ...(refunded === undefined ? [] : [textRow({ label: invoiceWords.refunded, text: refunded })]),
  ]
}

function nextSteps(model: PageModel, name: ScreenName): readonly Html[] {
  const { words, payments } = model
  if (name === 'held') return [actionLink('filled', { url: pagePath(model), label: words.checkAgain })]
  const [payment] = payments
  if (name !== 'paid' || payments.length !== 1 || payment === undefined) return []
  return [actionLink('filled', { url: payment.receiptPath, label: words.downloadReceipt })]
}

function listOfPayments(model: PageModel): Html | undefined {
  if (model.payments.length < 2) return undefined
  return html`<section class="payments"><h2 class="small">${model.words.paymentsSoFar}</h2>${paymentList(model)}</section>`
}
