import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountOnlyRequest,
  changed,
  itemizedRequest,
  type Json,
  readOnCreate,
  readOnUpdate,
  TODAY,
} from '../../../test/support/data/invoice-request.ts'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { formatDecimal } from '../../kernel/decimal.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { FieldTable } from '../../kernel/reading/field-table.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'
import { CUSTOM_VALUE_FIELDS, INVOICE_FIELDS, LINE_FIELDS } from '../rules/terms/invoice-fields.ts'
import { type ReadOptions, readInvoice } from './read-invoice.ts'

/** No JSON value makes the reader throw, and an accepted request can be sent again. */

const options: fc.Arbitrary<ReadOptions> = fc.record({
  operation: fc.constantFrom('create', 'update'),
  validation: fc.constantFrom('strict', 'lenient'),
  today: fc.constant(TODAY),
})

const pathsOf = (table: FieldTable, prefix = ''): readonly string[] =>
  Object.values(table).map(({ path }) => `${prefix}${path}`)
const PATHS = [
  ...pathsOf(INVOICE_FIELDS),
  ...pathsOf(LINE_FIELDS, 'orderInformation.lineItems[0].'),
  ...pathsOf(CUSTOM_VALUE_FIELDS, 'merchantDefinedFieldValues[0].'),
  'customerInformation',
  'customerInformation.company',
  'orderInformation',
  'orderInformation.amountDetails',
  'orderInformation.amountDetails.freight',
  'orderInformation.lineItems',
  'orderInformation.lineItems[1]',
  'merchantDefinedFieldValues',
  'merchantDefinedFieldValues[0]',
]

const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown
const strange = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  anyCharacters({ maxLength: 40 }),
  fc.double(),
  fc.constantFrom<unknown>(
    '',
    null,
    '1e400',
    '\ud800',
    '\u0000',
    'x'.repeat(100_000),
    deep,
    [[]],
    { length: 3 },
    { constructor: 1, toString: 2, value: 3 },
    Object.create(null),
    true,
    'TRUE',
    '0',
    '5.00',
    '12-12-2030',
  ),
)
const mutated = fc
  .tuple(
    fc.constantFrom(amountOnlyRequest(), itemizedRequest()),
    fc.array(fc.tuple(fc.constantFrom(...PATHS), strange), { maxLength: 6 }),
  )
  .map(([body, changes]) => changes.reduce(withChange, body))

/** A change inside a value that another change has replaced has no effect. */
function withChange(body: Json, change: readonly [string, unknown]): Json {
  try {
    return changed(body, change)
  } catch {
    return body
  }
}

test('any JSON value gives either terms or problems, and never an exception', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 3, arbitrary: mutated }, strange), options, (body, chosen) => {
      const read = readInvoice(body, chosen)

      expect(read.terms === undefined).toBe(read.problems.length > 0)
      const fields = read.problems.map(({ field }) => field)
      expect(new Set(fields).size).toBe(fields.length)
      expect(read.personalData.every(({ field }) => fields.includes(field))).toBe(true)
    }),
    { seed, numRuns: 5000 },
  )
})

test('the response to an accepted request is accepted again with the same terms', () => {
  let accepted = 0
  fc.assert(
    fc.property(mutated, options, (body, chosen) => {
      const { terms, sendImmediately } = readInvoice(body, chosen)
      if (terms === undefined) return
      accepted += 1

      // Responses do not contain sendImmediately, and the required fields depend on it.
      const returned = changed(presented(terms), ['invoiceInformation.sendImmediately', sendImmediately])
      const again = readInvoice(returned, chosen)

      expect(again.problems).toEqual([])
      expect(comparable(again.terms)).toEqual(comparable(terms))
    }),
    { seed, numRuns: 3000 },
  )
  expect(accepted).toBeGreaterThan(300)
})

test('amounts at their limits are accepted again with the decimals of responses', () => {
  const amounts = {
    totalAmount: '9'.repeat(19),
    currency: 'CLF',
    discountAmount: '9'.repeat(15),
    discountPercent: '.123456',
    subAmount: '9'.repeat(25),
    taxDetails: { amount: '9'.repeat(13), rate: '.12345' },
    freight: { amount: '9'.repeat(13), taxRate: '.123456' },
  }
  const body = itemizedRequest({
    'orderInformation.amountDetails': amounts,
    'orderInformation.lineItems[0].totalAmount': '9'.repeat(13),
  })

  for (const read of [readOnCreate, readOnUpdate]) {
    const { terms } = read(body)
    if (terms === undefined) throw new Error('The limits are accepted.')

    expect(comparable(read(presented(terms)).terms)).toEqual(comparable(terms))
  }
})

/** As responses write it: amounts with all the decimals of the currency, both names of a line's discount. */
function presented(terms: InvoiceTerms): Json {
  const { customer, amounts, lines } = terms
  const money = (amount: Money | undefined) => amount && formatMoney(amount)
  return {
    customerInformation: {
      ...customer,
      company: { name: customer.companyName },
      companyName: undefined,
    },
    processingInformation: {
      requestPhone: terms.isPhoneRequested,
      requestShipping: terms.isShippingRequested,
    },
    invoiceInformation: {
      transactionReferenceNumber: terms.transactionReferenceNumber,
      description: terms.description,
      dueDate: terms.dueOn.toString(),
      expirationDate: terms.expiresOn?.toString(),
      allowPartialPayments: terms.canPayPartially,
      deliveryMode: terms.deliveryMode === 'email' ? 'Email' : 'None',
    },
    orderInformation: {
      amountDetails: {
        totalAmount: money(amounts.total),
        currency: amounts.total.currency,
        subAmount: money(amounts.subAmount),
        minimumPartialAmount: money(amounts.minimumPartial),
        discountAmount: money(amounts.discountAmount),
        discountPercent: amounts.discountPercent && formatDecimal(amounts.discountPercent),
        taxDetails: {
          type: amounts.tax.type,
          amount: money(amounts.tax.amount),
          rate: amounts.tax.rate && formatDecimal(amounts.tax.rate),
        },
        freight: {
          amount: money(amounts.freight.amount),
          taxable: amounts.freight.isTaxable,
          taxRate: amounts.freight.taxRate && formatDecimal(amounts.freight.taxRate),
        },
      },
      lineItems: lines.map((line) => {
        const discount = line.discountPercent && formatDecimal(line.discountPercent)
        return {
          productSku: line.productSku,
          productName: line.productName,
          quantity: line.quantity,
          unitPrice: line.unitPrice && formatDecimal(line.unitPrice),
          discountAmount: money(line.discountAmount),
          discountRate: discount,
          discountPercent: discount,
          taxAmount: money(line.taxAmount),
          taxRate: line.taxRate && formatDecimal(line.taxRate),
          totalAmount: money(line.totalAmount),
        }
      }),
    },
    merchantDefinedFieldValues: terms.customFieldValues,
  }
}

/** Decimals by their value: 5.0 equals 5. */
function comparable(terms: InvoiceTerms | undefined): unknown {
  return JSON.parse(
    JSON.stringify(terms, (_, value: unknown) => {
      if (typeof value === 'bigint') return value.toString()
      const isDecimal = typeof value === 'object' && value !== null && 'units' in value
      return isDecimal ? formatDecimal(value as Parameters<typeof formatDecimal>[0]) : value
    }) ?? 'null',
  )
}
