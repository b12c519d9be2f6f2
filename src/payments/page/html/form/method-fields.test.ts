import { expect, test } from 'vitest'
import { aPayPage } from '../../../../../test/support/data/pay-pages.ts'
import type { PageParts } from '../../../port/page-parts.ts'
import type { Method } from '../../../port/port.ts'
import { methodFields } from './method-fields.ts'

/** The methods that a browser without script shows, and the one that is chosen. */
function shown(methods: readonly Method[], parts: PageParts = {}) {
  const { page, form } = aPayPage({ parts, capabilities: { methods } })
  const { text } = methodFields(page, form)
  const options = text.split('<div class="option"').slice(1)
  const nameOf = (option: string) => /value="(\w+)"/.exec(option)?.[1]
  return {
    visible: options.filter((option) => !/^[^>]+ hidden>/.test(option)).map(nameOf),
    chosen: options.filter((option) => option.includes(' checked>')).map(nameOf),
  }
}

test('wallets of a device wait for the script to find it; simulated ones are there for everyone', () => {
  const methods = ['applePay', 'googlePay', 'card', 'paypal'] as const

  expect(shown(methods)).toEqual({ visible: ['card', 'paypal'], chosen: ['card'] })
  expect(shown(methods, { hasSimulatedWallets: true }).visible).toEqual(methods)
})

test('a hidden wallet is not chosen, and the only way to pay is not hidden', () => {
  expect(shown(['applePay', 'paypal'])).toEqual({ visible: ['paypal'], chosen: ['paypal'] })
  expect(shown(['applePay'])).toEqual({ visible: ['applePay'], chosen: ['applePay'] })
})

test('marks of cards are small, and each page has one copy of their shapes', () => {
  const { page, form } = aPayPage()
  const { text } = methodFields(page, form)

  expect(text.match(/<symbol id="mark-visa"/g)).toHaveLength(1)
  const [shapes = ''] = /<svg hidden.+?<\/svg>/.exec(text) ?? []
  expect(shapes.length).toBeLessThan(3_500)
})
