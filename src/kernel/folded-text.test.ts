import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../test/support/run/test-run.ts'
import { foldedText } from './folded-text.ts'

test.each([
  ['Ada Lovelace', 'ada lovelace'],
  ['Müller, ÉCLAIR & Señor', 'muller, eclair & senor'],
  // One code point and two.
  ['Ren\u00e9e', 'renee'],
  ['Rene\u0301e', 'renee'],
  ['Großmann GROẞMANN', 'grossmann grossmann'],
  ['Łódź Đặng Ærøskøbing Þór', 'lodz dang aeroskobing thor'],
  // Turkish has both letters with and without a dot.
  ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
  ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Артём Зайцев', 'артем заицев'],
  ['ＡＢＣ１２３　ｶﾞｲﾄﾞ', 'abc123 ガイド'],
  // A voiced kana is another letter.
  ['がき', 'がき'],
  ['한국', '한국'],
  ['की का', 'की का'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['ﬁne №5', 'fine no5'],
  ['O’Brien–Smith', "o'brien-smith"],
  ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
  [' line\n\tbreak\u00a0\u3000end\u0000 ', 'line break end'],
  ['Ada@Example.COM', 'ada@example.com'],
  ['', ''],
])('%j is searched as %j', (text, expected) => {
  expect(foldedText(text)).toBe(expected)
})

const text = fc.string({ unit: 'binary' })

test('a folded text does not change when it is folded again', () => {
  fc.assert(
    fc.property(text, (any) => {
      const folded = foldedText(any)

      expect(foldedText(folded)).toBe(folded)
    }),
    { seed, numRuns: 2_000 },
  )
})

test('letter case, composition and marks do not matter', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZéÜñçşğŞåÅŠΩώЙёＡｚ'), maxLength: 20 }), (any) => {
      const folded = foldedText(any)

      expect(foldedText(any.normalize('NFD'))).toBe(folded)
      expect(foldedText(any.toUpperCase())).toBe(folded)
      expect(foldedText(any.normalize('NFD').replaceAll(/\p{M}/gu, ''))).toBe(folded)
    }),
    { seed, numRuns: 500 },
  )
})
