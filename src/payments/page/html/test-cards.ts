// pure

import { moneyText } from '../../../kernel/language.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { nearestMoney } from '../../../kernel/money.ts'
import { FREE_UNITS_MAX, TEST_CARDS, type TestCase } from '../../processors/sandbox/test-cards.ts'
import type { PageModel } from '../page-model.ts'

/** By language and currency: the longest part of a page is the same for all invoices. */
const written = new Map<string, Html>()

/** The cards of the sandbox, and what each does. */
export function testCards(model: PageModel, currency: string): Html {
  const key = `${model.language} ${currency}`
  const cards = written.get(key) ?? writeTestCards(model, currency)
  written.set(key, cards)
  return cards
}

function writeTestCards(model: PageModel, currency: string): Html {
  const { words } = model
  return html`<details class="test-cards" id="test-cards">
<summary>${words.testCards}</summary>
<div class="parts">
<p class="small quiet">${words.testCardsNote}</p>
<dl class="rows">${Object.entries(TEST_CARDS).map(
    ([number, card]) =>
      html`<div><dt class="money">${grouped(number)}</dt><dd>${resultOf(card, model, currency)}</dd></div>`,
  )}</dl>
</div>
</details>`
}

function resultOf(card: TestCase, { words, language }: PageModel, currency: string): string {
  if (card.decline !== undefined) return words.declines[card.decline]
  if (card.isReviewed === true) return words.testReview
  if (card.authentication === 'challenge') return words.testChallenge
  if (card.authentication === 'failed') return words.declines.authenticationFailed
  if (card.isByAmount !== true) return words.testApproved
  return words.testApprovedUpTo({
    amount: moneyText(nearestMoney({ units: FREE_UNITS_MAX, scale: 0 }, currency), language),
  })
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
