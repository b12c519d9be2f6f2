import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { decimalsOfCurrency } from '../currency.ts'
import { formatDecimal } from '../decimal.ts'
import { formatMoney, type Money, parseMoney } from '../money.ts'
import { readPayerAmount, readTypedAmount } from './typed-amount.ts'

describe('a payer’s amount', () => {
  test.each([
    ['40', 'USD', '40.00'],
    ['40.00', 'USD', '40.00'],
    ['40,00', 'USD', '40.00'],
    ['40.5', 'EUR', '40.50'],
    ['40,5', 'EUR', '40.50'],
    ['0,5', 'EUR', '0.50'],
    ['0.500', 'EUR', '0.50'],
    [' 40.00 ', 'USD', '40.00'],
    ['４０．００', 'JPY', '40'],
    ['４０，００', 'USD', '40.00'],
    ['40.00', 'JPY', '40'],
    ['1,000', 'JPY', '1000'],
    ['1.000', 'KRW', '1000'],
    ['40.001', 'JPY', '40001'],
    ['１，０００', 'JPY', '1000'],
    ['1,234.56', 'USD', '1234.56'],
    ['1.234,56', 'EUR', '1234.56'],
    ['1 234,56', 'EUR', '1234.56'],
    ['1\u00a0234,56', 'EUR', '1234.56'],
    ['1\u202f234,56', 'EUR', '1234.56'],
    ['1 000', 'EUR', '1000.00'],
    ["1'234.50", 'CHF', '1234.50'],
    ['1’234.50', 'CHF', '1234.50'],
    ['1.234.567', 'EUR', '1234567.00'],
    ['1,234,567', 'USD', '1234567.00'],
    ['12,34,567.50', 'INR', '1234567.50'],
    ['1234.5', 'KWD', '1234.500'],
    ['1234.567', 'KWD', '1234.567'],
    ['1,234.567', 'KWD', '1234.567'],
    ['1.2345', 'CLF', '1.2345'],
    ['0040', 'USD', '40.00'],
    ['$40.00', 'USD', '40.00'],
    ['US$ 40.00', 'USD', '40.00'],
    ['40.00 USD', 'USD', '40.00'],
    ['usd 40', 'USD', '40.00'],
    ['40,00 €', 'EUR', '40.00'],
    ['￥1000', 'JPY', '1000'],
    ['1000円', 'JPY', '1000'],
    ['40,00 ₽', 'RUB', '40.00'],
    ['0', 'USD', '0.00'],
  ])('%j in %s is %s', (text, currency, amount) => {
    expect(readPayerAmount(text, currency)).toEqual({ read: 'amount', amount: parseMoney(amount, currency) })
  })

  test.each([
    ['1.000', 'USD', ['1.00', '1000.00']],
    ['1,000', 'USD', ['1.00', '1000.00']],
    ['１．０００', 'EUR', ['1.00', '1000.00']],
    ['1.500', 'EUR', ['1.50', '1500.00']],
    ['1.234', 'EUR', ['1234.00']],
    ['40.005', 'USD', ['40005.00']],
    ['$1,000', 'USD', ['1.00', '1000.00']],
    ['1.234', 'KWD', ['1.234', '1234.000']],
    ['12,345', 'CLF', ['12.3450', '12345.0000']],
  ])('%j in %s may mean %j, and the payer is asked', (text, currency, meanings) => {
    expect(readPayerAmount(text, currency)).toEqual({
      read: 'ambiguous',
      meanings: meanings.map((amount) => parseMoney(amount, currency)),
    })
  })

  test.each([
    ['', 'USD', 'empty'],
    ['  ', 'USD', 'empty'],
    ['USD', 'USD', 'empty'],
    ['40.5', 'JPY', 'tooManyDecimals'],
    ['1234.567', 'USD', 'tooManyDecimals'],
    ['1,234.567', 'USD', 'tooManyDecimals'],
    ['0.12345', 'CLF', 'tooManyDecimals'],
    ['forty', 'USD', 'notAnAmount'],
    ['-40', 'USD', 'notAnAmount'],
    ['+40', 'USD', 'notAnAmount'],
    ['40.', 'USD', 'notAnAmount'],
    ['.5', 'USD', 'notAnAmount'],
    ['4 0', 'USD', 'notAnAmount'],
    ['1,2,3', 'USD', 'notAnAmount'],
    ['1,23,45', 'USD', 'notAnAmount'],
    ['1.234,567,890', 'USD', 'notAnAmount'],
    ['1,234.567.890', 'USD', 'notAnAmount'],
    ['40.00.00', 'USD', 'notAnAmount'],
    ['1e3', 'USD', 'notAnAmount'],
    ['0x10', 'USD', 'notAnAmount'],
    ['40 €', 'USD', 'notAnAmount'],
    ['40 EUR', 'USD', 'notAnAmount'],
    ['9'.repeat(19), 'USD', 'notAnAmount'],
    ['9'.repeat(10_000), 'USD', 'notAnAmount'],
  ])('%j in %s is %s', (text, currency, read) => {
    expect(readPayerAmount(text, currency).read).toBe(read)
  })
})

const amounts: fc.Arbitrary<Money> = fc.record({
  minor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  currency: fc.constantFrom('JPY', 'USD', 'EUR', 'KWD', 'CLF'),
})

test('an amount in the form of any of the nine languages is read, or asked back with it among the meanings', () => {
  const languages = fc.constantFrom('en-US', 'zh-CN', 'zh-TW', 'fr-FR', 'de-DE', 'ja-JP', 'pt-BR', 'ru-RU', 'es-419')
  const styles = fc.constantFrom('currency', 'decimal')
  fc.assert(
    fc.property(amounts, languages, styles, (amount, language, style) => {
      const { currency } = amount
      const digits = decimalsOfCurrency(currency) ?? 0
      const written = new Intl.NumberFormat(language, {
        ...{ style, currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
      }).format(formatMoney(amount) as Intl.StringNumericLiteral)

      const read = readPayerAmount(written, currency)

      const meanings = read.read === 'amount' ? [read.amount] : read.read === 'ambiguous' ? read.meanings : []
      expect(meanings).toContainEqual(amount)
    }),
    { seed, numRuns: 500 },
  )
})

test('arbitrary text neither throws nor reads as a negative amount', () => {
  fc.assert(
    fc.property(anyCharacters(), (text) => {
      const read = readPayerAmount(text, 'USD')

      if (read.read === 'amount') expect(read.amount.minor).toBeGreaterThanOrEqual(0n)
    }),
    { seed, numRuns: 1_000 },
  )
})

describe('an amount with a scale of its own', () => {
  test.each([
    ['0,001234', 6, ['0.001234']],
    ['1.234567', 6, ['1.234567']],
    ['1,234.567891', 6, ['1234.567891']],
    ['1.234', 6, ['1.234', '1234']],
    ['35', 4, ['35']],
    ['1 234,56', 4, ['1234.56']],
  ])('%j with up to %d decimals is read as %j', (text, decimalsMax, amounts) => {
    const read = readTypedAmount(text, { decimalsMax })

    const meanings = read.read === 'amount' ? [read.amount] : read.read === 'ambiguous' ? read.meanings : []
    expect(meanings.map((amount) => formatDecimal(amount))).toEqual(amounts)
  })

  test.each([
    ['1.2345678', 'tooManyDecimals'],
    ['$35', 'notAnAmount'],
  ])('%j without a currency is %s', (text, read) => {
    expect(readTypedAmount(text, { decimalsMax: 6 }).read).toBe(read)
  })
})
