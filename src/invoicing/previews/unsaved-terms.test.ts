import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { formatMoney } from '../../kernel/money.ts'
import { ContentRefusal } from '../../kernel/reading/reading.ts'
import { readInvoice } from '../invoices/read-invoice.ts'
import { unsavedTerms } from './unsaved-terms.ts'

const today = Temporal.PlainDate.from('2026-03-01')
const GIVEN = { definitions: [], today, dueOn: today.add({ days: 14 }), currency: 'EUR' }
const termsOf = (body: unknown) => unsavedTerms(body, GIVEN).terms

describe('the terms of an unfinished invoice', () => {
  test('are those of a finished one, if it is finished', () => {
    const body = anInvoiceBody({ orderInformation: { lineItems: [aLineBody()] } })

    expect(termsOf(body)).toEqual(readInvoice(body, { operation: 'create', validation: 'strict', today }).terms)
  })

  test('have placeholders for all that is missing', () => {
    const { dueOn, amounts, description } = termsOf({})

    expect([dueOn.toString(), formatMoney(amounts.total), amounts.total.currency]).toEqual([
      '2026-03-15',
      '0.00',
      'EUR',
    ])
    expect(description).toBe('—')
  })

  test('have the sum of the lines as long as no total is typed', () => {
    const lines = [aLineBody({ quantity: 3, totalAmount: undefined }), { productName: 'Only a name' }]

    const { amounts, lines: items } = termsOf({ orderInformation: { lineItems: lines } })

    expect(formatMoney(amounts.total)).toBe('150.00')
    expect(items.map(({ productName }) => productName)).toEqual(['Gear wheel', 'Only a name'])
  })

  test.each([
    ['an address', { customerInformation: { email: 'ada@' } }, ['customer', 'email']],
    ['a date', { invoiceInformation: { expirationDate: '2026-02-31' } }, ['expiresOn']],
    ['a discount', { orderInformation: { amountDetails: { discountPercent: 'ten' } } }, ['amounts', 'discountPercent']],
    ['a language', { invoiceInformation: { deliveryLanguage: 'xx' } }, ['deliveryLanguage']],
  ])('leave %s out that is wrong', (_what, part, path) => {
    const valueAt = (value: unknown, key: string) => (value as Readonly<Record<string, unknown>>)[key]

    expect(path.reduce<unknown>(valueAt, termsOf(anInvoiceBody(part)))).toBeUndefined()
  })

  test('keep the other lines if the price of one is wrong', () => {
    const body = {
      orderInformation: { lineItems: [aLineBody(), aLineBody({ unitPrice: 'x', totalAmount: undefined })] },
    }

    expect(termsOf(body).lines.map(({ unitPrice }) => unitPrice !== undefined)).toEqual([true, false])
  })

  test('keep the other lines if some of them are none', () => {
    const body = { orderInformation: { lineItems: ['x', 'y', { productName: 'A line', quantity: 1 }] } }

    expect(termsOf(body).lines.map(({ productName }) => productName)).toEqual(['A line'])
  })

  test('do not change the body', () => {
    const body = { invoiceInformation: { dueDate: 'soon' }, orderInformation: { lineItems: [{ quantity: 'x' }] } }
    const before = structuredClone(body)

    termsOf(body)

    expect(body).toEqual(before)
  })

  test('are read from any JSON, or it is refused with its fields', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('12.345', '-1', 'USD', 'JPY', '2026-04-01'))
    const line = fc.oneof(value, fc.record({ productSku: value, quantity: value, unitPrice: value, taxRate: value }))
    const anyBody = fc.record(
      {
        customerInformation: fc.oneof(value, fc.record({ email: value, name: value })),
        invoiceInformation: fc.oneof(value, fc.record({ dueDate: value, deliveryMode: value, description: value })),
        orderInformation: fc.oneof(
          value,
          fc.record({ amountDetails: fc.record({ totalAmount: value, currency: value }), lineItems: fc.array(line) }),
        ),
        merchantDefinedFieldValues: value,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(value, anyBody), (body) => {
        try {
          expect(termsOf(body).amounts.total.currency).toMatch(/^[A-Z]{3}$/)
        } catch (error) {
          if (!(error instanceof ContentRefusal)) throw error
          expect(error.details.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
