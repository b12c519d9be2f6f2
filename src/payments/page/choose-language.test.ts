import { expect, test } from 'vitest'
import { chosenLanguage } from './choose-language.ts'

test('the payer’s language is used, else the merchant’s', () => {
  expect(chosenLanguage('ja-JP', 'de-DE')).toBe('ja-JP')
  expect(chosenLanguage(undefined, 'de-DE')).toBe('de-DE')
  expect(chosenLanguage('xx', 'de-DE')).toBe('de-DE')
})
