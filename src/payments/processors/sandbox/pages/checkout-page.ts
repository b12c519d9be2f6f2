// pure

import type { Language } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { htmlPage } from '../../../../kernel/markup/html-page.ts'
import { bankFields, cardFields } from '../../../page/html/source-fields.ts'
import type { FormModel } from '../../../page/page-model.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { Method } from '../../../port/port.ts'

type Checkout = Pick<FormModel, 'values' | 'problems'> & {
  readonly language: Language
  readonly method: Method
  readonly amount: string
  readonly action: string
  readonly style: string
}

/** The page that stands in for the one of a processor with a hosted checkout. */
export function checkoutPage({ language, method, amount, action, style, ...form }: Checkout): Html {
  const words = PAGE_WORDS[language]
  return htmlPage({
    language,
    title: words.checkout,
    head: html`<link rel="stylesheet" href="${style}">`,
    body: html`<header><p class="banner">${words.testMode}</p></header>
<main><section class="card">
<h1>${words.checkout}</h1>
<p class="amount money">${amount}</p>
<form class="actions pay" method="post" action="${action}" novalidate>
${method === 'card' && cardFields(words, form)}${method === 'bankDebit' && bankFields(words, form)}
<button name="result" value="pay">${words.pay({ amount })}</button>
<button name="result" value="cancel" class="plain">${words.cancelPayment}</button>
</form>
<p class="small quiet">${words.simulated}</p>
</section></main>`,
  })
}
