import { expect, test } from 'vitest'
import { aPayPage } from '../../../../../test/support/data/pay-pages.ts'
import type { PageParts } from '../../../port/page-parts.ts'
import type { Method } from '../../../port/port.ts'
import { methodFields } from './method-fields.ts'

const SIMULATED: PageParts = { hasSimulatedWallets: true }

/** The methods that a browser without script shows, and the one that is chosen. */
function shown(methods: readonly Method[], parts: PageParts = {}) {
  const { page, form } = aPayPage({ parts, capabilities: { methods } })
  const { text } = methodFields(page, form)
  const options = text.split('<div class="option').slice(1)
  const nameOf = (option: string) => /value="(\w+)"/.exec(option)?.[1]
  return {
    visible: options.filter((option) => !/^[^>]+ hidden>/.test(option)).map(nameOf),
    chosen: options.filter((option) => option.includes(' checked>')).map(nameOf),
  }
}

test('wallets of a device wait for the script to find it; simulated ones are there for everyone', () => {
  const methods = ['applePay', 'googlePay', 'card', 'paypal'] as const

  expect(shown(methods)).toEqual({ visible: ['card', 'paypal'], chosen: ['card'] })
  expect(shown(methods, SIMULATED).visible).toEqual(methods)
})

test('a hidden wallet is not chosen, and the only way to pay is not hidden', () => {
  expect(shown(['applePay', 'paypal'])).toEqual({ visible: ['paypal'], chosen: ['paypal'] })
  expect(shown(['applePay'])).toEqual({ visible: ['applePay'], chosen: ['applePay'] })
})

/** The wallets that have a button of their own. */
function expressOf(methods: readonly Method[], parts: PageParts = {}) {
  const { page, form } = aPayPage({ parts, capabilities: { methods } })
  const { text } = methodFields(page, form)
  return {
    buttons: [...text.matchAll(/<button [^>]*data-wallet="(\w+)"([^>]*)>/g)].map(([, name, rest]) => `${name}${rest}`),
    divider: /<p class="or">([^<]*)</.exec(text)?.[1],
    onlyWithoutScript: [...text.matchAll(/<div class="option wallet".+?value="(\w+)"/gs)].map(([, name]) => name),
  }
}

test('wallets have buttons above the other methods, and are choices among them without script', () => {
  const methods = ['card', 'applePay', 'googlePay', 'paypal'] as const

  expect(expressOf(methods, SIMULATED)).toEqual({
    ...{ buttons: ['applePay', 'googlePay'], divider: 'or pay with card' },
    onlyWithoutScript: ['applePay', 'googlePay'],
  })
  expect(expressOf(methods).buttons).toEqual([
    'applePay data-needs="ApplePaySession" hidden',
    'googlePay data-needs="PaymentRequest" hidden',
  ])
})

test('the buttons need another method beside them, and the divider a card', () => {
  expect(expressOf(['applePay', 'paypal'], SIMULATED)).toMatchObject({ buttons: ['applePay'], divider: undefined })
  expect(expressOf(['applePay', 'googlePay'], SIMULATED)).toEqual({
    buttons: [],
    divider: undefined,
    onlyWithoutScript: [],
  })
  expect(expressOf(['card', 'paypal'], SIMULATED)).toMatchObject({ buttons: [], divider: undefined })
})

test('the buttons of a preview do nothing', () => {
  const { page, form } = aPayPage({ parts: SIMULATED })

  expect(methodFields({ ...page, isPreview: true }, form).text.match(/data-wallet="\w+" disabled/g)).toHaveLength(2)
})

test('marks of cards are small, and each page has one copy of their shapes', () => {
  const { page, form } = aPayPage()
  const { text } = methodFields(page, form)

  expect(text.match(/<symbol id="mark-visa"/g)).toHaveLength(1)
  const [shapes = ''] = /<svg hidden.+?<\/svg>/.exec(text) ?? []
  expect(shapes.length).toBeLessThan(3_500)
})
