import { describe, expect, test } from 'vitest'
import { languageOfBrowser } from './language-of-browser.ts'

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
