import { expect, test } from 'vitest'
import { amountText } from './amounts.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['250.05', 'USD', 'en-US', '$250.05'],
  ['250.05', 'EUR', 'de-DE', '250,05 €'],
  ['100', 'JPY', 'ja-JP', '￥100'],
  ['1.234', 'KWD', 'en-US', 'KWD 1.234'],
  ['999999999999.99', 'USD', 'en-US', '$999,999,999,999.99'],
  ['9007199254740993.01', 'USD', 'en-US', '$9,007,199,254,740,993.01'],
  ['12', 'ZZZ', 'en-US', '12 ZZZ'],
] as const)('%s %s in %s', (amount, currency, language, text) => {
  expect(plain(amountText(amount, currency, language))).toBe(text)
})
