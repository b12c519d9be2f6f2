import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES } from '../../kernel/currency.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'
import { storedTerms, type TermsColumns, termsOf } from './stored-terms.ts'

const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const text = orNone(fc.string({ minLength: 1, unit: 'grapheme' }))
const decimal = orNone(fc.record({ units: fc.bigInt(0n, 10n ** 15n), scale: fc.integer({ min: 0, max: 6 }) }))
const date = fc.integer({ min: 0, max: 40_000 }).map((days) => Temporal.PlainDate.from('1990-01-01').add({ days }))

function terms(currency: string): fc.Arbitrary<InvoiceTerms> {
  const money = fc.bigInt(0n, 10n ** 19n).map((minor) => ({ minor, currency }))
  const line = fc.record({
    productSku: fc.string(),
    productName: text,
    quantity: fc.integer({ min: 1, max: 999_999_999 }),
    unitPrice: decimal,
    discountAmount: orNone(money),
    discountPercent: decimal,
    taxAmount: orNone(money),
    taxRate: decimal,
    totalAmount: orNone(money),
  })
  return fc.record({
    customer: fc.record({
      name: text,
      firstName: text,
      lastName: text,
      email: text,
      merchantCustomerId: text,
      companyName: text,
    }),
    isPhoneRequested: fc.boolean(),
    isShippingRequested: fc.boolean(),
    transactionReferenceNumber: text,
    description: text,
    dueOn: date,
    expiresOn: orNone(date),
    canPayPartially: fc.boolean(),
    deliveryMode: fc.constantFrom('email', 'none'),
    deliveryLanguage: orNone(fc.constantFrom(...LANGUAGES)),
    amounts: fc.record({
      total: money,
      subAmount: orNone(money),
      minimumPartial: orNone(money),
      discountAmount: orNone(money),
      discountPercent: decimal,
      tax: fc.record({ type: text, amount: orNone(money), rate: decimal }),
      freight: fc.record({
        amount: orNone(money),
        isTaxable: orNone(fc.boolean()),
        taxRate: decimal,
      }),
    }),
    lines: fc.array(line, { maxLength: 3 }),
    customFieldValues: fc.array(fc.record({ definitionId: fc.integer({ min: 1 }), value: fc.string() }), {
      maxLength: 3,
    }),
  })
}

test('stored terms are read back exactly, in every currency', () => {
  const cases = fc.constantFrom(...CURRENCIES).chain((currency) => fc.tuple(fc.constant(currency), terms(currency)))

  fc.assert(
    fc.property(cases, ([currency, given]) => {
      const read = termsOf(columnsOf(given, currency))

      expect(comparable(read)).toEqual(comparable(given))
    }),
  )
})

test('a value with a column of its own is stored only there', () => {
  const [given] = fc.sample(terms('USD'), 1) as [InvoiceTerms]

  const stored = storedTerms(given)

  expect(stored).not.toHaveProperty('dueOn')
  expect(stored).not.toHaveProperty('deliveryLanguage')
  expect(Object.keys(stored.customer ?? {})).not.toEqual(expect.arrayContaining(['name']))
  expect(Object.keys(stored.customer ?? {})).not.toEqual(expect.arrayContaining(['email']))
  expect(stored.amounts).not.toHaveProperty('total')
})

test('no amount is stored as a number', () => {
  const [given] = fc.sample(terms('USD'), 1) as [InvoiceTerms]
  const subAmount = given.amounts.total

  const { amounts } = JSON.parse(JSON.stringify(storedTerms({ ...given, amounts: { ...given.amounts, subAmount } })))

  expect(amounts.subAmount).toMatch(/^\d+\.\d\d$/)
})

/** The row, after its terms went through JSON. */
function columnsOf(given: InvoiceTerms, currency: string): TermsColumns {
  return {
    currency,
    total_minor: given.amounts.total.minor.toString(),
    due_on: given.dueOn,
    customer_name: given.customer.name ?? null,
    customer_email: given.customer.email ?? null,
    delivery_language: given.deliveryLanguage ?? null,
    terms: JSON.parse(JSON.stringify(storedTerms(given))),
  }
}

/** As strings, because a comparison sees no properties of dates. */
function comparable(given: InvoiceTerms): unknown {
  return { ...given, dueOn: given.dueOn.toString(), expiresOn: given.expiresOn?.toString() }
}
