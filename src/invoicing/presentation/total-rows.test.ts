import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine, invoiceTerms } from '../../../test/support/data/invoices.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import { formatMoney, type Money, parseMoney, plus, zero } from '../../kernel/money.ts'
import type { InvoiceAmounts, InvoiceTerms, LineItem } from '../rules/invoice.ts'
import { totalsOf } from '../rules/totals.ts'
import type { CustomLabel } from '../settings/label.ts'
import { labelsOf } from './payer-labels.ts'
import { totalRows } from './total-rows.ts'
import { INVOICE_WORDS } from './words/all-words.ts'

type Amounts = {
  readonly total?: string
  readonly discountPercent?: string
  readonly discountAmount?: string
  readonly tax?: { readonly type?: string; readonly amount?: string; readonly rate?: string }
  readonly freight?: { readonly amount: string; readonly taxRate?: string }
}
type Line = {
  readonly price?: string
  readonly quantity?: number
  readonly taxRate?: string
  readonly taxAmount?: string
  readonly discountPercent?: string
  readonly totalAmount?: string
}

const decimal = (text: string | undefined): Decimal | undefined => (text === undefined ? undefined : parseDecimal(text))

/** Terms whose total is the sum of their parts, unless it is given. */
function termsOf({ currency = 'EUR', lines, ...given }: Amounts & { currency?: string; lines: readonly Line[] }) {
  const money = (text: string | undefined): Money | undefined =>
    text === undefined ? undefined : parseMoney(text, currency)
  const items: readonly LineItem[] = lines.map(({ price, quantity = 1, taxRate, taxAmount, ...line }) => ({
    ...aLine({ quantity, unitPrice: decimal(price), taxRate: decimal(taxRate), taxAmount: money(taxAmount) }),
    discountPercent: decimal(line.discountPercent),
    totalAmount: money(line.totalAmount),
  }))
  const amounts: InvoiceAmounts = {
    ...invoiceTerms().amounts,
    total: zero(currency),
    discountAmount: money(given.discountAmount),
    discountPercent: decimal(given.discountPercent),
    tax: { type: given.tax?.type, amount: money(given.tax?.amount), rate: decimal(given.tax?.rate) },
    freight: {
      amount: money(given.freight?.amount),
      isTaxable: given.freight?.taxRate !== undefined,
      taxRate: decimal(given.freight?.taxRate),
    },
  }
  const terms = invoiceTerms({ lines: items, amounts })
  return { ...terms, amounts: { ...amounts, total: money(given.total) ?? totalsOf(terms).total } }
}

function rowsOf(
  terms: InvoiceTerms,
  { labels = [], language = 'en-US' }: { labels?: readonly CustomLabel[]; language?: Language } = {},
) {
  return totalRows(terms, { labels: labelsOf(labels, INVOICE_WORDS[language]), language })
}
const shown = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(({ label, amount }) => [label.replaceAll('\u00a0', ' '), formatMoney(amount)])

describe('tax on the total', () => {
  const lines = [{ price: '105.00', quantity: 2 }]

  test.each([
    ['its type and rate', { type: 'Sales tax', rate: '8.5' }, 'Sales tax 8.5%', '17.85'],
    [
      'its rate beside an amount, as the sender gave both',
      { type: 'Sales tax', amount: '20.00', rate: '8.5' },
      'Sales tax 8.5%',
      '20.00',
    ],
    ['its type alone', { type: 'Sales tax', amount: '20.00' }, 'Sales tax', '20.00'],
    ['the word of the language without a type', { type: ' ', rate: '19' }, 'Tax 19%', '39.90'],
    ['no second rate if the type has it', { type: 'VAT (19 %)', rate: '19' }, 'VAT (19 %)', '39.90'],
    ['no rate of zero', { type: 'Fee', amount: '3.00', rate: '0' }, 'Fee', '3.00'],
  ])('is a row with %s', (_, tax, label, amount) => {
    expect(shown(termsOf({ lines, tax }))).toEqual([
      ['Subtotal', '210.00'],
      [label, amount],
    ])
  })

  test('the type is used before the merchant’s label, and the label before the word', () => {
    const labels = [{ key: 'tax', value: 'USt.' }] as const
    const nameOf = (type?: string) =>
      shown(termsOf({ lines, tax: { rate: '19', ...(type === undefined ? {} : { type }) } }), {
        labels,
        language: 'de-DE',
      })[1]?.[0]

    expect([nameOf(), nameOf('MwSt.')]).toEqual(['USt. 19 %', 'MwSt. 19 %'])
  })
})

test('discount, tax, shipping and its tax are rows in the order of the arithmetic', () => {
  const terms = termsOf({
    lines: [{ price: '100.00' }],
    discountPercent: '10',
    tax: { rate: '10' },
    freight: { amount: '20.00', taxRate: '5' },
  })

  expect(shown(terms)).toEqual([
    ['Subtotal', '100.00'],
    ['Discount 10%', '-10.00'],
    ['Tax 10%', '9.00'],
    ['Shipping', '20.00'],
    ['Tax on shipping 5%', '1.00'],
  ])
})

test('a discount has its percentage beside an amount too', () => {
  const terms = termsOf({ lines: [{ price: '210.00' }], discountAmount: '21.00', discountPercent: '10' })

  expect(shown(terms)[1]).toEqual(['Discount 10%', '-21.00'])
})

test('an invoice without parts has no rows', () => {
  expect(shown(termsOf({ lines: [{ price: '5.00' }] }))).toEqual([])
  expect(shown(invoiceTerms())).toEqual([])
})

describe('tax in the lines', () => {
  test('is a row of its own below the net subtotal', () => {
    const terms = termsOf({ lines: [{ price: '210.00', taxRate: '19' }] })
    const labels = [{ key: 'tax', value: 'USt.' }] as const

    expect(shown(terms, { labels, language: 'de-DE' })).toEqual([
      ['Zwischensumme netto', '210.00'],
      ['USt. 19 %', '39.90'],
    ])
  })

  test('is a row for each rate, which names the part that it applies to', () => {
    const lines = [
      { price: '100.00', taxRate: '19' },
      { price: '50.00', taxRate: '7.00' },
      { price: '10.00', quantity: 2, taxRate: '19.0', discountPercent: '50' },
      { price: '5.00', taxRate: '7' },
      { price: '1.00' },
    ]

    expect(shown(termsOf({ lines }))).toEqual([
      ['Subtotal before tax', '166.00'],
      ['Tax 19% on €110.00', '20.90'],
      ['Tax 7% on €55.00', '3.85'],
    ])
  })

  test('is the difference between the rounded net and the total of each line', () => {
    // 0.995 + 0.18905 is 1.18; 0.995 is 1.00.
    const lines = [
      { price: '0.995', taxRate: '19' },
      { price: '0.995', taxRate: '19' },
    ]

    expect(shown(termsOf({ lines }))).toEqual([
      ['Subtotal before tax', '2.00'],
      ['Tax 19%', '0.36'],
    ])
  })

  test('given as amounts has no rate; given as both, the rate that the sender named', () => {
    const lines = [
      { price: '10.00', taxAmount: '1.00' },
      { price: '10.00', taxAmount: '1.90', taxRate: '19' },
      { totalAmount: '12.00', taxAmount: '2.00' },
    ]

    expect(shown(termsOf({ lines, tax: { type: 'VAT' } }))).toEqual([
      ['Subtotal before tax', '30.00'],
      ['VAT', '3.00'],
      ['VAT 19% on €10.00', '1.90'],
    ])
  })

  test('stays in the subtotal if the rows do not add up to the sender’s total', () => {
    const lines = [{ price: '210.00', taxRate: '19' }]

    expect(shown(termsOf({ lines, total: '249.91' }))).toEqual([])
    expect(shown(termsOf({ lines, total: '1.00', freight: { amount: '5.00' } }))).toEqual([
      ['Subtotal', '249.90'],
      ['Shipping', '5.00'],
    ])
  })

  test('stays in the subtotal if a line does not tell its price without tax', () => {
    const lines = [
      { price: '210.00', taxRate: '19' },
      { totalAmount: '119.00', taxRate: '19' },
    ]

    expect(shown(termsOf({ lines }))).toEqual([])
  })

  test('stays in the subtotal if the merchant hides taxes on the total', () => {
    const terms = termsOf({ lines: [{ price: '210.00', taxRate: '19' }], freight: { amount: '5.00' } })

    expect(shown(terms, { labels: [{ key: 'tax', hiddenForInvoice: true }] })).toEqual([
      ['Subtotal', '249.90'],
      ['Shipping', '5.00'],
    ])
  })

  test('comes before a discount on the total, which includes it, and a tax on the total', () => {
    const terms = termsOf({
      lines: [{ price: '100.00', taxRate: '10' }],
      discountPercent: '10',
      tax: { type: 'Levy', rate: '1' },
    })

    expect(shown(terms)).toEqual([
      ['Subtotal before tax', '100.00'],
      ['Tax 10%', '10.00'],
      ['Discount 10%', '-11.00'],
      ['Levy 1%', '0.99'],
    ])
  })
})

test.each(LANGUAGES)('a tax on a part of the subtotal is named in %s', (language) => {
  const terms = termsOf({ lines: [{ price: '100.00', taxRate: '19' }, { price: '1.00' }], tax: { type: 'VAT' } })

  const [net, tax] = shown(terms, { language })

  expect(net?.[0]).toBe(INVOICE_WORDS[language].netSubtotal)
  expect(tax?.[0]).toMatch(/^VAT 19\s?%.*100/)
})

const amount = fc.integer({ min: 0, max: 10_000_000 })
const rate = fc.option(fc.constantFrom('0', '5', '7', '7.7', '8.5', '19', '20.0', '33.33'), { nil: undefined })
const CURRENCIES = ['JPY', 'USD', 'KWD']
const someTerms = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    lines: fc.array(
      fc.record({
        price: fc.tuple(amount, fc.integer({ min: 0, max: 6 })).map(([units, scale]) => `${units}e-${scale}`),
        quantity: fc.integer({ min: 1, max: 999 }),
        taxRate: rate,
        discountPercent: rate,
      }),
      { minLength: 1, maxLength: 30 },
    ),
    discountPercent: rate,
    taxRate: rate,
    freight: fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }),
    freightTaxRate: rate,
  })
  .map(({ lines, freight, freightTaxRate, taxRate, ...more }) =>
    termsOf({
      ...definedOnly(more),
      currency: more.currency,
      lines: lines.map(({ price, ...line }) => ({ ...definedOnly(line), price: plain(price) })),
      ...(taxRate === undefined ? {} : { tax: { rate: taxRate } }),
      ...(freight === undefined ? {} : { freight: definedOnly({ amount: String(freight), taxRate: freightTaxRate }) }),
    }),
  )

/** 12345e-3 as 12.345. */
function plain(text: string): string {
  const [units = '', scale = '0'] = text.split('e-')
  const digits = units.padStart(Number(scale) + 1, '0')
  return Number(scale) === 0 ? digits : `${digits.slice(0, -Number(scale))}.${digits.slice(-Number(scale))}`
}

type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> }
function definedOnly<Given extends object>(given: Given): Defined<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>
}

describe('in yen, dollars and dinars', () => {
  const sumOf = (terms: InvoiceTerms, rows: readonly { readonly amount: Money }[]) =>
    rows.reduce((sum, row) => plus(sum, row.amount), zero(terms.amounts.total.currency))

  test('the rows add up exactly to the total', () => {
    fc.assert(
      fc.property(someTerms, (terms) => {
        const rows = rowsOf(terms)

        if (rows.length > 0) expect(sumOf(terms, rows)).toEqual(terms.amounts.total)
        else expect(totalsOf(terms).subtotal).toEqual(terms.amounts.total)
      }),
    )
  })

  test('every rate of the lines is one row at most, and no row is zero', () => {
    fc.assert(
      fc.property(someTerms, (terms) => {
        const [, ...rows] = rowsOf(terms)

        expect(rows.filter(({ amount: { minor } }) => minor === 0n)).toEqual([])
        const taxes = rows.filter(({ label }) => label.includes(' on ') && !label.startsWith('Tax on shipping'))
        expect(new Set(taxes.map(({ label }) => label.replace(/ on .*/, ''))).size).toBe(taxes.length)
      }),
    )
  })

  test('another total than the sum leaves the rows of the parts, without taxes of lines', () => {
    fc.assert(
      fc.property(someTerms, (terms) => {
        const total = plus(terms.amounts.total, { minor: 1n, currency: terms.amounts.total.currency })
        const other = { ...terms, amounts: { ...terms.amounts, total } }
        const rows = rowsOf(other)

        if (rows.length > 0) expect(sumOf(terms, rows)).toEqual(terms.amounts.total)
        expect(rows.map(({ label }) => label)).not.toContain('Subtotal before tax')
      }),
    )
  })
})
