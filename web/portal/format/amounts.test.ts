import { expect, test } from 'vitest'
import { amountText } from './amounts.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['250.05', 'USD', 'en-US', '$250.05'],
  ['250.05', 'EUR', 'de-DE', '250,05 €'],
  ['100', 'JPY', 'ja-JP', '¥100'],
  ['1.234', 'KWD', 'en-US', 'KWD 1.234'],
  ['999999999999.99', 'USD', 'en-US', '$999,999,999,999.99'],
  ['9007199254740993.01', 'USD', 'en-US', '$9,007,199,254,740,993.01'],
  ['1234567.5', 'USD', 'de-DE', '1.234.567,50 $'],
  ['1234567.5', 'USD', 'es-419', 'USD 1,234,567.50'],
  ['1234567.5', 'USD', 'fr-FR', '1 234 567,50 $US'],
  ['1234567.5', 'USD', 'ja-JP', '$1,234,567.50'],
  ['1234567.5', 'BRL', 'pt-BR', 'R$ 1.234.567,50'],
  ['1234567.5', 'RUB', 'ru-RU', '1 234 567,50 ₽'],
  ['1234567.5', 'CNY', 'zh-CN', '¥1,234,567.50'],
  ['1234567.5', 'TWD', 'zh-TW', '$1,234,567.50'],
  ['-12.3', 'BRL', 'pt-BR', '−R$ 12,30'],
  ['12', 'ZZZ', 'en-US', '12 ZZZ'],
] as const)('%s %s in %s', (amount, currency, language, text) => {
  expect(plain(amountText(amount, currency, language))).toBe(text)
})
