// pure
import { INVOICE_WORDS } from '../../../../invoicing/pure.ts'
import type { Language } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { amountSize } from '../../../page/html/invoice/summary.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { WalletSheet } from '../../../port/page-parts.ts'
import type { Method } from '../../../port/port.ts'

/** The sheet of a wallet, as the wallet's own device would show it. */
export function walletSheet({ language, method, seller, amount, rest, path, hidden }: WalletSheet): Html {
  const words = PAGE_WORDS[language]
  return html`<section class="card">
<h1>${words.confirmWith({ wallet: nameOf(language, method) })}</h1>
<p class="quiet">${seller}</p>
<p class="amount money${amountSize(amount)}">${amount}</p>
${rest !== undefined && html`<p>${rest}</p>`}
<p class="small quiet">${words.simulated}</p>
<form class="actions pay" method="post" action="${path}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="walletToken" value="confirmed">
<button class="button wide" type="submit">${words.confirmPayment}</button>
<a class="button plain wide" href="${path}">${words.cancelPayment}</a>
</form>
</section>`
}

/** A line does not end within the name. */
function nameOf(language: Language, method: Method): string {
  return INVOICE_WORDS[language][method].replaceAll(' ', '\u00A0')
}
