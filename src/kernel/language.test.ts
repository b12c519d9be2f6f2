import { describe, expect, test } from 'vitest'
import { countryText, dateText, LANGUAGES, type Language, moneyText, percentText, priceText } from './language.ts'

const DAY = Temporal.PlainDate.from('2026-07-11')

/** Spaces that do not break lines read badly in a table of tests. */
function plain(text: string): string {
  return text.replaceAll(/[\u00A0\u202F]/g, ' ')
}

describe('amounts, prices, rates and dates are written as people write them', () => {
  test.each<[Language, string, string, string, string]>([
    ['de-DE', '1.234,50 €', '1.234 ¥', '7,5 %', '11. Juli 2026'],
    ['en-US', '€1,234.50', '¥1,234', '7.5%', 'July 11, 2026'],
    ['es-419', 'EUR 1,234.50', 'JPY 1,234', '7.5%', '11 de julio de 2026'],
    ['fr-FR', '1 234,50 €', '1 234 JPY', '7,5 %', '11 juillet 2026'],
    ['ja-JP', '€1,234.50', '¥1,234', '7.5%', '2026年7月11日'],
    ['pt-BR', '€ 1.234,50', 'JP¥ 1.234', '7,5%', '11 de julho de 2026'],
    ['ru-RU', '1 234,50 €', '1 234 ¥', '7,5 %', '11 июля 2026 г.'],
    ['zh-CN', '€1,234.50', 'JP¥1,234', '7.5%', '2026年7月11日'],
    ['zh-TW', '€1,234.50', '¥1,234', '7.5%', '2026年7月11日'],
  ])('%s', (language, euro, yen, percent, day) => {
    expect(plain(moneyText({ minor: 123_450n, currency: 'EUR' }, language))).toBe(euro)
    expect(plain(moneyText({ minor: 1234n, currency: 'JPY' }, language))).toBe(yen)
    expect(plain(percentText({ units: 75n, scale: 1 }, language))).toBe(percent)
    expect(dateText(DAY, language)).toBe(day)
  })

  test('countries have their names; an unknown code stays', () => {
    expect(countryText('DE', 'de-DE')).toBe('Deutschland')
    expect(countryText('NZ', 'ja-JP')).toBe('ニュージーランド')
    expect(countryText('QQ', 'en-US')).toBe('QQ')
  })

  test('no digit of a large amount is lost', () => {
    expect(moneyText({ minor: 9_007_199_254_740_993_01n, currency: 'USD' }, 'en-US')).toBe('$9,007,199,254,740,993.01')
  })

  test('decimals are those of the currency, also where the language would leave them out', () => {
    expect(plain(moneyText({ minor: 1500n, currency: 'IQD' }, 'en-US'))).toBe('IQD 1.500')
    expect(plain(moneyText({ minor: 12_345n, currency: 'CLF' }, 'en-US'))).toBe('CLF 1.2345')
  })

  test('a price keeps up to six decimals', () => {
    expect(priceText({ units: 1_234_567n, scale: 6 }, 'USD', 'en-US')).toBe('$1.234567')
    expect(priceText({ units: 5n, scale: 0 }, 'USD', 'en-US')).toBe('$5.00')
  })

  test('every language is known to the runtime, so none falls back to another', () => {
    expect(Intl.NumberFormat.supportedLocalesOf([...LANGUAGES])).toEqual([...LANGUAGES])
  })
})
