import { expect, test } from 'vitest'
import { spaced } from './spaced.ts'

test.each([
  ['Café Bar', '向 Café Bar 付款'],
  ['Acme Inc.', '向 Acme Inc. 付款'],
  ['3M', '向 3M 付款'],
  ['Кафе', '向 Кафе 付款'],
  ['小明咖啡', '向小明咖啡付款'],
  ['小明 Coffee', '向小明 Coffee 付款'],
  ['Café 小明', '向 Café 小明付款'],
  ['スターバックスコーヒー', '向スターバックスコーヒー付款'],
])('%s has spaces beside Chinese characters only where its script needs them', (seller, sentence) => {
  expect(spaced`向${seller}付款`).toBe(sentence)
})

test('no space is next to punctuation, an end of the sentence or another space', () => {
  expect(spaced`${'Acme'}，${'Acme'}。 ${'Acme'} ${'Acme'}…`).toBe('Acme，Acme。 Acme Acme…')
  expect(spaced`${'Acme'}`).toBe('Acme')
  expect(spaced`请联系${'Acme'}`).toBe('请联系 Acme')
})

test('a date is set without spaces, as the dates on labels are', () => {
  expect(spaced`${'Acme'}的账单，已于${'2026年7月11日'}到期`).toBe('Acme 的账单，已于2026年7月11日到期')
})

test('an empty name leaves no space', () => {
  expect(spaced`请联系${''}了解`).toBe('请联系了解')
})
