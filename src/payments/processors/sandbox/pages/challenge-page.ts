// pure

import type { Language } from '../../../../kernel/language.ts'
import { Html, html } from '../../../../kernel/markup/html.ts'
import { htmlPage } from '../../../../kernel/markup/html-page.ts'
import { amountSize } from '../../../page/html/invoice/summary.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'

type Challenge = {
  readonly language: Language
  /** The address of the kit's style. */
  readonly style: string
  readonly amount: string
  /** The card, as far as it may be shown. */
  readonly account: string | undefined
  readonly action: string
}

/** A bank by its columns. */
const BANK = new Html(
  '<span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4 9.5L12 5l8 4.5M5 19h14M7 12.5V16M12 12.5V16M17 12.5V16"/></svg></span>',
)

/** The page of the sandbox's bank, in its frame; the page around it says what it is about. Its answer leaves the frame. */
export function challengePage({ language, style, amount, account, action }: Challenge): Html {
  const words = PAGE_WORDS[language]
  return htmlPage({
    language,
    title: words.confirmTitle,
    head: html`<link rel="stylesheet" href="${style}">`,
    body: html`<main class="bank">
<div class="asked">
${BANK}
<h1 class="amount money${amountSize(amount)}">${amount}</h1>
${account !== undefined && html`<p class="money">${account}</p>`}
<p class="small quiet">${words.simulated}</p>
</div>
<form method="post" action="${action}" target="_top">
<button class="button wide" name="result" value="passed">${words.confirmPayment}</button>
<button class="button plain wide" name="result" value="failed">${words.cancelPayment}</button>
</form>
</main>`,
  })
}
