// pure

import type { Language } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { htmlPage } from '../../../../kernel/markup/html-page.ts'
import { amountSize } from '../../../page/html/invoice/summary.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'

type Challenge = {
  readonly language: Language
  /** The address of the kit's style. */
  readonly style: string
  readonly amount: string
  readonly action: string
}

/** The page of the sandbox's bank, in its frame; the page around it says what it is about. Its answer leaves the frame. */
export function challengePage({ language, style, amount, action }: Challenge): Html {
  const words = PAGE_WORDS[language]
  return htmlPage({
    language,
    title: words.confirmTitle,
    head: html`<link rel="stylesheet" href="${style}">`,
    body: html`<main class="bank">
<h1 class="amount money${amountSize(amount)}">${amount}</h1>
<p class="small quiet">${words.simulated}</p>
<form method="post" action="${action}" target="_top">
<button class="button wide" name="result" value="passed">${words.confirmPayment}</button>
<button class="button plain wide" name="result" value="failed">${words.cancelPayment}</button>
</form>
</main>`,
  })
}
