// pure
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { nearestMoney } from '../../../../kernel/money.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { TestPage } from '../../../port/page-parts.ts'
import { FREE_UNITS_MAX, TEST_ACCOUNTS, TEST_CARDS, type TestCase } from '../test-cards.ts'

/** By language, currency and methods: the longest part of a page is the same for all invoices. */
const written = new Map<string, Html>()

/** The cards and bank accounts of the sandbox, with their effects. */
export function testCardList(page: TestPage): Html {
  const key = `${page.language} ${page.currency} ${page.methods.join()}`
  const cards = written.get(key) ?? writeTestCards(page)
  written.set(key, cards)
  return cards
}

/** A number is a button where there is a script: it fills the form. */
function writeTestCards(page: TestPage): Html {
  const { language, methods } = page
  const words = PAGE_WORDS[language]
  const hasCards = methods.includes('card')
  const hasAccounts = methods.includes('bankDebit')
  return html`<details class="test-cards" id="test-cards">
<summary>${hasCards ? words.testCards : words.testAccounts}</summary>
<div class="parts">
<p class="small quiet" data-fills hidden>${words.testFill}</p>
${
  hasCards &&
  html`<p class="small quiet">${words.testCardsNote}</p>
${list('card', TEST_CARDS, page)}`
}
${hasAccounts && hasCards && html`<h2>${words.testAccounts}</h2>`}
${
  hasAccounts &&
  html`<p class="small quiet">${words.testAccountsNote}</p>
${list('bankDebit', TEST_ACCOUNTS, page)}`
}
</div>
</details>`
}

function list(method: 'card' | 'bankDebit', cases: Readonly<Record<string, TestCase>>, page: TestPage): Html {
  return html`<dl class="test-list">${Object.entries(cases).map(
    ([number, sample]) =>
      html`<div><dt class="money" data-method="${method}" data-number="${number}">${method === 'card' ? grouped(number) : number}</dt><dd>${resultOf(sample, page)}</dd></div>`,
  )}</dl>`
}

function resultOf(
  sample: TestCase,
  { language, currency }: { readonly language: Language; readonly currency: string },
): string {
  const words = PAGE_WORDS[language]
  if (sample.decline !== undefined) return words.declines[sample.decline]
  if (sample.isReviewed === true) return words.testReview
  if (sample.authentication === 'challenge') return words.testChallenge
  if (sample.authentication === 'failed') return words.declines.authenticationFailed
  if (sample.declineStored !== undefined) return words.testStoredDecline
  if (sample.later === 'bankReturn') return words.testReturned
  if (sample.isByAmount !== true) return words.testApproved
  return words.testApprovedUpTo({
    amount: moneyText(nearestMoney({ units: FREE_UNITS_MAX, scale: 0 }, currency), language),
  })
}

const AMERICAN_EXPRESS = /^(3[47]\d\d)(\d{6})(\d{5})$/

/** As printed on the card: 4-6-5 for American Express, 4-4-4-4 for others. */
function grouped(number: string): string {
  const [, ...groups] = AMERICAN_EXPRESS.exec(number) ?? []
  return groups.length > 0 ? groups.join(' ') : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
