// pure

import { INVOICE_WORDS } from '../../../../invoicing/pure.ts'
import type { Language } from '../../../../kernel/language.ts'
import { Html, html } from '../../../../kernel/markup/html.ts'
import { htmlPage } from '../../../../kernel/markup/html-page.ts'
import { bankFields, cardFields } from '../../../page/html/form/source-fields.ts'
import { amountSize } from '../../../page/html/invoice/summary.ts'
import { testBanner } from '../../../page/html/seller-frame.ts'
import type { FormModel } from '../../../page/page-model.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { PageWords } from '../../../page/words/page-words.ts'
import { DEBIT_CURRENCY, type Method } from '../../../port/port.ts'
import { TEST_PAY } from '../behaviour.ts'
import { testCardList } from './test-card-list.ts'

export type CheckoutMethod = Exclude<Method, 'hosted'> | typeof TEST_PAY

/** The methods to choose from where our page left the choice to this one. */
export function methodsFor(currency: string): readonly CheckoutMethod[] {
  return currency === DEBIT_CURRENCY ? ['card', 'bankDebit', TEST_PAY] : ['card', TEST_PAY]
}

type Checkout = Pick<FormModel, 'values' | 'problems'> & {
  readonly language: Language
  readonly method: Method
  readonly amount: string
  readonly currency: string
  readonly action: string
  readonly style: string
  readonly script: string
}

/** The page that simulates that of a processor with a hosted checkout. */
export function checkoutPage(checkout: Checkout): Html {
  const { language, method, amount, currency, action, style, script } = checkout
  const words = PAGE_WORDS[language]
  const methods = method === 'hosted' ? methodsFor(currency) : [method]
  const entered = methods.filter((one) => one === 'card' || one === 'bankDebit')
  return htmlPage({
    language,
    title: words.checkout,
    head: html`<link rel="stylesheet" href="${style}">
<script src="${script}" defer></script>`,
    body: html`<header>${testBanner(words, { hasTestCards: entered.includes('card') })}</header>
<main><section class="card">
<h1>${words.checkout}</h1>
<p class="amount money${amountSize(amount)}">${amount}</p>
<form class="actions pay" method="post" action="${action}" novalidate>
${method === 'hosted' ? methodChoice(words, methods, checkout) : sourceFields(words, method, checkout)}
<button class="button wide" name="result" value="pay">${words.pay({ amount })}</button>
<button class="button plain wide" name="result" value="cancel">${words.cancelPayment}</button>
</form>
<p class="small quiet">${words.simulated}</p>
${entered.length > 0 && testCardList({ language, currency, methods: entered })}
</section></main>`,
  })
}

type Entered = Pick<FormModel, 'values' | 'problems'>

function sourceFields(words: PageWords, method: CheckoutMethod, form: Entered): Html {
  if (method === 'card') return cardFields(words, form)
  return method === 'bankDebit' ? bankFields(words, form) : html``
}

function methodChoice(
  words: PageWords,
  methods: readonly CheckoutMethod[],
  { language, values, problems }: Entered & { readonly language: Language },
): Html {
  const form = { values, problems }
  const chosen = values.method ?? methods[0]
  return html`<fieldset id="method"><legend>${words.payWith}</legend><div class="choices">${methods.map(
    (
      method,
    ) => html`<div class="option"><label class="choice"><input type="radio" name="method" value="${method}"${method === chosen && new Html(' checked')}><span>${method === TEST_PAY ? method : INVOICE_WORDS[language][method]}</span></label>
<div class="panel">${sourceFields(words, method, form)}</div></div>`,
  )}</div></fieldset>`
}
