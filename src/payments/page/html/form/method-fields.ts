// pure
import { Html, html } from '../../../../kernel/markup/html.ts'
import { oneStop } from '../../../../kernel/wording/one-stop.ts'
import type { Method } from '../../../port/port.ts'
import type { FormModel, PageModel } from '../../page-model.ts'
import { checkField } from './fields.ts'
import { icon } from './icons.ts'
import { CARD_MARKS, MARK_SHAPES } from './marks.ts'
import { bankFields, cardFields } from './source-fields.ts'

/** Wallets that only some browsers have, each with the global object by which a script sees it. */
const NEEDS: Partial<Record<Method, string>> = { applePay: 'ApplePaySession', googlePay: 'PaymentRequest' }

/**
 * The methods to choose from, each with its fields or its next step. Where scripts run, wallets are buttons above the
 * others; without one they are choices among them, so that the one button of the form sends them.
 */
export function methodFields(page: PageModel, form: FormModel): Html {
  const { words } = page
  const shown = form.methods.filter((method) => neededFor(method, page, form) === undefined)
  const chosen = form.values.method ?? (shown.includes('card') ? 'card' : shown[0])
  const express = expressWallets(form)
  return html`<fieldset id="method"><legend>${words.payWith}</legend>${form.methods.includes('card') && MARK_SHAPES}${express.length > 0 && expressRow(express, page, form)}<div class="choices">${form.methods.map(
    (method) => {
      const need = neededFor(method, page, form)
      return html`<div class="option${express.includes(method) && ' wallet'}"${need !== undefined && html` data-needs="${need}" hidden`}><label class="choice"><input type="radio" name="method" value="${method}"${method === chosen && new Html(' checked')}><span>${nameOf(method, page)}</span>${method === 'card' ? CARD_MARKS : icon(method)}</label>
<div class="panel">${panelOf(method, page, form)}</div></div>`
    },
  )}</div></fieldset>`
}

/** None if there is nothing else to pay with: the script may fail, and the form's own button has to lead on. */
function expressWallets({ methods }: FormModel): readonly Method[] {
  return isOnlyWallets(methods) ? [] : methods.filter((method) => NEEDS[method] !== undefined)
}

function isOnlyWallets(methods: readonly Method[]): boolean {
  return methods.every((method) => NEEDS[method] !== undefined)
}

/** Not submit buttons: Enter in a field presses the first of those. */
function expressRow(wallets: readonly Method[], page: PageModel, form: FormModel): Html {
  return html`<div class="express"><div class="wallets">${wallets.map((wallet) => {
    const need = neededFor(wallet, page, form)
    return html`<button class="button plain" type="button" data-wallet="${wallet}"${need !== undefined && html` data-needs="${need}" hidden`}${page.isPreview && new Html(' disabled')}>${wallet !== 'card' && icon(wallet)}<span>${nameOf(wallet, page)}</span></button>`
  })}</div>${form.methods.includes('card') && html`<p class="or">${page.words.orPayWithCard}</p>`}</div>`
}

function nameOf(method: Method, { words, invoiceWords }: PageModel): string {
  return method === 'hosted' ? words.hostedChoice : invoiceWords[method]
}

/**
 * The object that the browser must have for a method to work; the script then shows it. A wallet that is the only way to
 * pay is always shown.
 */
function neededFor(method: Method, { parts }: PageModel, { methods }: FormModel): string | undefined {
  return parts.hasSimulatedWallets || isOnlyWallets(methods) ? undefined : NEEDS[method]
}

function panelOf(method: Method, page: PageModel, form: FormModel): Html {
  const { words, invoiceWords, view } = page
  const { name: seller } = view.seller
  if (form.hostedMethods.includes(method)) return html`<p class="small quiet">${words.hostedNext}</p>`
  if (method === 'card')
    return html`${cardFields(words, form)}
${form.canSaveCard && checkField(form, { name: 'saveCard', label: words.saveCard({ seller }), help: oneStop(words.saveCardRemoval({ seller })) })}`
  if (method === 'bankDebit')
    return html`${bankFields(words, form)}
<p class="small quiet">${oneStop(words.debitMandate({ seller }))}</p>`
  return html`<p class="small quiet">${words.walletNext({ wallet: invoiceWords[method] })}</p>`
}
