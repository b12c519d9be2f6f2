// pure
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { nearestMoney } from '../../../../kernel/money.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import { FREE_UNITS_MAX, TEST_CARDS, type TestCase } from '../test-cards.ts'

type Page = { readonly language: Language; readonly currency: string }

/** By language and currency: the longest part of a page is the same for all invoices. */
const written = new Map<string, Html>()

/** The cards of the sandbox, with their effects. */
export function testCardList(page: Page): Html {
  const key = `${page.language} ${page.currency}`
  const cards = written.get(key) ?? writeTestCards(page)
  written.set(key, cards)
  return cards
}

function writeTestCards(page: Page): Html {
  const words = PAGE_WORDS[page.language]
  return html`<details class="test-cards" id="test-cards">
<summary>${words.testCards}</summary>
<div class="parts">
<p class="small quiet">${words.testCardsNote}</p>
<dl class="rows">${Object.entries(TEST_CARDS).map(
    ([number, card]) => html`<div><dt class="money">${grouped(number)}</dt><dd>${resultOf(card, page)}</dd></div>`,
  )}</dl>
</div>
</details>`
}

function resultOf(card: TestCase, { language, currency }: Page): string {
  const words = PAGE_WORDS[language]
  if (card.decline !== undefined) return words.declines[card.decline]
  if (card.isReviewed === true) return words.testReview
  if (card.authentication === 'challenge') return words.testChallenge
  if (card.authentication === 'failed') return words.declines.authenticationFailed
  if (card.declineStored !== undefined) return words.testStoredDecline
  if (card.isByAmount !== true) return words.testApproved
  return words.testApprovedUpTo({
    amount: moneyText(nearestMoney({ units: FREE_UNITS_MAX, scale: 0 }, currency), language),
  })
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
