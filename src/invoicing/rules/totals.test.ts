import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOnlyRequest,
  itemizedRequest,
  type Json,
  readOnCreate,
} from '../../../test/support/data/invoice-request.ts'
import { CURRENCIES, decimalsOfCurrency } from '../../kernel/currency.ts'
import { formatDecimal } from '../../kernel/decimal.ts'
import { formatMoney, minus, plus, zero } from '../../kernel/money.ts'
import type { InvoiceTerms } from './invoice.ts'
import { differenceFromTotal, lineTotalOf, totalsOf } from './totals.ts'

const AMOUNTS = 'orderInformation.amountDetails'
const LINES = 'orderInformation.lineItems'

function termsOf(body: Json): InvoiceTerms {
  const { terms, problems } = readOnCreate(body, { validation: 'lenient' })
  if (terms === undefined) throw new Error(JSON.stringify(problems))
  return terms
}
const itemized = (line: Json, changes: Json = {}): InvoiceTerms =>
  termsOf(
    amountOnlyRequest({
      [LINES]: [{ productSku: 'A', productName: 'B', quantity: 1, unitPrice: '0', ...line }],
      ...changes,
    }),
  )
const lineTotal = (line: Json, currency = 'USD'): string | undefined => {
  const [item] = itemized(line, { [`${AMOUNTS}.currency`]: currency }).lines
  const total = item === undefined ? undefined : lineTotalOf(item, currency)
  return total === undefined ? undefined : formatMoney(total)
}

describe('a known invoice', () => {
  const known = (tax: string, total: string) =>
    itemized(
      { quantity: 21, unitPrice: '120.08' },
      {
        [AMOUNTS]: {
          totalAmount: total,
          currency: 'USD',
          discountAmount: '126.08',
          discountPercent: 5,
          subAmount: 2749.72,
          taxDetails: { type: 'State Tax', amount: tax, rate: '8.25' },
          freight: { amount: '20.00', taxable: true },
        },
      },
    )

  test('21 × 120.08 − 126.08 + 208.04 + 20.00 is 2623.64', () => {
    const terms = known('208.04', '2623.64')

    expect(formatMoney(totalsOf(terms).total)).toBe('2623.64')
    expect(differenceFromTotal(terms)).toBeUndefined()
  })

  test('a difference to the total is reported with its sign', () => {
    expect(differenceFromTotal(known('208.00', '2623.64'))).toEqual({ minor: -4n, currency: 'USD' })
    expect(differenceFromTotal(known('208.04', '2600.00'))).toEqual({
      minor: 2364n,
      currency: 'USD',
    })
  })
})

describe('a line', () => {
  test.each([
    [{ quantity: 3, unitPrice: '10.01' }, '30.03'],
    [{ quantity: 3, unitPrice: '0.333333' }, '1.00'],
    [{ quantity: 2, unitPrice: '10', discountAmount: '5' }, '15.00'],
    [{ quantity: 2, unitPrice: '10', discountRate: '12.5' }, '17.50'],
    [{ quantity: 2, unitPrice: '10', discountPercent: '12.5', discountAmount: '1' }, '19.00'],
    [{ quantity: 2, unitPrice: '10', discountAmount: '0.00', discountPercent: '10' }, '18.00'],
    [{ quantity: 2, unitPrice: '10', taxAmount: '1.90' }, '21.90'],
    [{ quantity: 2, unitPrice: '10', taxRate: '19' }, '23.80'],
    [{ quantity: 2, unitPrice: '10', taxRate: '19', taxAmount: '1' }, '21.00'],
    // The tax applies after the discount: 20 − 2 = 18, and 19 % of it.
    [{ quantity: 2, unitPrice: '10', discountRate: '10', taxRate: '19' }, '21.42'],
    // Rounded once, at the end: 0.125 − 0.0125 + 0.01125 = 0.12375.
    [{ unitPrice: '0.125', discountRate: '10', taxRate: '10' }, '0.12'],
    [{ quantity: 999_999_999, unitPrice: '99999999.999999' }, '99999999899999000.00'],
    // The computed price counts, not the line's totalAmount.
    [{ quantity: 2, unitPrice: '10', totalAmount: '21.00' }, '20.00'],
  ])('%j costs %s', (line, expected) => {
    expect(lineTotal(line)).toBe(expected)
  })

  test.each([
    ['JPY', '34'],
    ['BHD', '33.500'],
    ['CLF', '33.5000'],
  ])('a line in %s costs %s', (currency, expected) => {
    expect(lineTotal({ quantity: 1, unitPrice: '33.5' }, currency)).toBe(expected)
  })

  test('a line without a price costs its total, and without both its cost is unknown', () => {
    const [line] = itemized({}).lines
    if (line === undefined) throw new Error('There is a line.')
    const totalAmount = { minor: 500n, currency: 'USD' }

    expect(lineTotalOf({ ...line, unitPrice: undefined, totalAmount }, 'USD')).toEqual(totalAmount)
    expect(lineTotalOf({ ...line, unitPrice: undefined, totalAmount: undefined }, 'USD')).toBeUndefined()
  })
})

test.each([
  [{ discountPercent: '10' }, '90.00'],
  [{ discountAmount: '15', discountPercent: '10' }, '85.00'],
  [{ taxDetails: { rate: '19' } }, '119.00'],
  [{ discountPercent: '10', taxDetails: { rate: '19' } }, '107.10'],
  [{ taxDetails: { amount: '7', rate: '19' } }, '107.00'],
  [{ freight: { amount: '10' } }, '110.00'],
  [{ freight: { amount: '10', taxable: true, taxRate: '19' } }, '111.90'],
  [{ freight: { amount: '10', taxable: false, taxRate: '19' } }, '110.00'],
  [{ freight: { amount: '10', taxRate: '19' } }, '110.00'],
  [{ freight: { amount: '0.05', taxable: true, taxRate: '19' } }, '100.06'],
])('100.00 with %j comes to %s', (parts, expected) => {
  const amounts = { totalAmount: '1', currency: 'USD', ...parts }

  expect(formatMoney(totalsOf(termsOf(itemizedRequest({ [AMOUNTS]: amounts }))).total)).toBe(expected)
})

test('the total of an amount-only invoice ignores its sub-amount', () => {
  const terms = termsOf(amountOnlyRequest({ [`${AMOUNTS}.subAmount`]: '1.00' }))

  expect(totalsOf(terms).total).toEqual(terms.amounts.total)
  expect(differenceFromTotal(terms)).toBeUndefined()
})

test('the parts add up to the total in every currency', () => {
  fc.assert(
    fc.property(invoiceIn(fc.constantFrom(...CURRENCIES)), (body) => {
      const terms = termsOf(body)
      const { subtotal, discount, tax, freight, freightTax, total } = totalsOf(terms)
      const { currency } = total

      expect([tax, freight, freightTax].reduce(plus, minus(subtotal, discount))).toEqual(total)
      const lines = terms.lines.map((line) => lineTotalOf(line, currency) ?? zero(currency))
      expect(lines.reduce(plus, zero(currency))).toEqual(subtotal)
      // A sender that uses our total has no difference.
      expect(differenceFromTotal({ ...terms, amounts: { ...terms.amounts, total } })).toBeUndefined()
    }),
    { numRuns: 400 },
  )
})

function invoiceIn(currencies: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const percent = fc.option(fc.nat(2500).map((n) => formatDecimal({ units: BigInt(n), scale: 2 })))
  return currencies.chain((currency) => {
    const scale = decimalsOfCurrency(currency) ?? 0
    const amount = fc.option(fc.nat(10 ** 7).map((n) => formatDecimal({ units: BigInt(n), scale })))
    const line = fc.record({
      productSku: fc.constant('A'),
      productName: fc.constant('B'),
      quantity: fc.integer({ min: 1, max: 999_999_999 }),
      unitPrice: fc.nat(10 ** 9).map((n) => formatDecimal({ units: BigInt(n), scale: 6 })),
      discountAmount: amount,
      discountRate: percent,
      taxAmount: amount,
      taxRate: percent,
    })
    const amounts = fc.record({
      totalAmount: fc.constant('1'),
      currency: fc.constant(currency),
      discountAmount: amount,
      discountPercent: percent,
      taxDetails: fc.record({ amount, rate: percent }),
      freight: fc.record({ amount, taxable: fc.boolean(), taxRate: percent }),
    })
    return fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 30 }), amounts)
      .map(([lines, details]) => amountOnlyRequest({ [LINES]: lines, [AMOUNTS]: details }))
  })
}
