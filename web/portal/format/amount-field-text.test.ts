import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { readPayerAmount } from '../../../src/kernel/reading/typed-amount.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { moneyFieldText } from './amount-field-text.ts'

const amounts = fc.record({
  minor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  currency: fc.constantFrom('JPY', 'USD', 'EUR', 'KWD', 'CLF'),
})

test('what a field holds at first is read as the same amount in every language', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...LANGUAGES), (amount, language) => {
      expect(readPayerAmount(moneyFieldText(amount, language), amount.currency)).toEqual({ read: 'amount', amount })
    }),
    { seed, numRuns: 500 },
  )
})

test('decimals stand behind the sign of the language, and dinars are not taken for thousands', () => {
  const dollars = { minor: 7_653_086_530_87n, currency: 'USD' }
  const dinars = { minor: 1_234n, currency: 'KWD' }

  expect([moneyFieldText(dollars, 'en-US'), moneyFieldText(dollars, 'de-DE')]).toEqual([
    '7653086530.87',
    '7653086530,87',
  ])
  expect([moneyFieldText(dinars, 'en-US'), moneyFieldText(dinars, 'fr-FR')]).toEqual(['1.2340', '1,2340'])
  expect(moneyFieldText({ minor: 1_234n, currency: 'JPY' }, 'de-DE')).toBe('1234')
})
