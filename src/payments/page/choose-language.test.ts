import { describe, expect, test } from 'vitest'
import { chosenLanguage, languageOfBrowser } from './choose-language.ts'

test('the payer’s language is used, else the merchant’s', () => {
  expect(chosenLanguage('ja-JP', 'de-DE')).toBe('ja-JP')
  expect(chosenLanguage(undefined, 'de-DE')).toBe('de-DE')
  expect(chosenLanguage('xx', 'de-DE')).toBe('de-DE')
})

describe('without a merchant the browser decides', () => {
  test.each([
    ['de', 'de-DE'],
    ['de-CH,en;q=0.5', 'de-DE'],
    ['es-ES', 'es-419'],
    ['pt', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-TW', 'zh-TW'],
    ['nl, fr;q=0.8', 'fr-FR'],
    ['nl', 'en-US'],
    ['', 'en-US'],
    [undefined, 'en-US'],
  ])('%j leads to %s', (header, language) => {
    expect(languageOfBrowser(header)).toBe(language)
  })
})
