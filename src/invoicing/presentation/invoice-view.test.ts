import { describe, expect, test } from 'vitest'
import { aLine, anInvoice, at, usd } from '../../../test/support/data/invoices.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { CustomLabel } from '../settings/label.ts'
import type { SettingValues } from '../settings/settings-fields.ts'
import { type InvoiceView, invoiceView } from './invoice-view.ts'
import { INVOICE_WORDS } from './words/all-words.ts'

type InvoiceInput = Parameters<typeof anInvoice>[0] & {
  readonly labels?: readonly CustomLabel[]
  readonly values?: SettingValues
  readonly definitions?: readonly CustomFieldDefinition[]
  readonly language?: Language
}

const MERCHANT = {
  name: 'Acme Ltd',
  timeZone: 'Pacific/Auckland',
  contact: {
    email: 'billing@acme.example',
    phone: '+64 4 123',
    address: { address1: '1 Quay Street', locality: 'Wellington', postalCode: '6011', country: 'NZ' },
  },
}

function viewOf({
  labels = [],
  values = {},
  definitions = [],
  language = 'en-US',
  ...given
}: InvoiceInput = {}): InvoiceView {
  return invoiceView({
    invoice: anInvoice(given),
    settings: { values, labels },
    definitions,
    merchant: MERCHANT,
    language,
  })
}

const TWO_LINES = [
  aLine({ discountPercent: { units: 10n, scale: 0 } }),
  aLine({ productName: undefined, productSku: 'SKU-2', taxAmount: usd('7.00'), unitPrice: { units: 125n, scale: 4 } }),
]
const FREIGHT = { amount: usd('20.00'), isTaxable: true, taxRate: { units: 5n, scale: 0 } }
const PARTS = {
  total: usd('130.50'),
  discountPercent: { units: 10n, scale: 0 },
  tax: { type: undefined, amount: undefined, rate: { units: 10n, scale: 0 } },
  freight: FREIGHT,
}

describe('an invoice as a payer sees it', () => {
  test('an invoice shows seller, customer, number and dates', () => {
    const view = viewOf({ publishedAt: at('2026-03-01T12:00:00Z'), terms: { customer: { companyName: 'Engines' } } })
    expect(view.seller).toEqual({
      name: 'Acme Ltd',
      vatNumber: undefined,
      address: ['1 Quay Street', '6011 Wellington', 'New Zealand'],
      email: 'billing@acme.example',
      phone: '+64 4 123',
    })
    expect(view.billTo).toEqual({ label: 'Bill to', lines: ['Ada Lovelace', 'ada@example.com'] })
    expect(view.number).toEqual({ label: 'Invoice number', text: '1' })
    expect(view.customer).toEqual([{ label: 'Company', text: 'Engines' }])
    expect(view.due).toEqual({ label: 'Due', text: 'April 1, 2026' })
    // In the merchant's zone the next day had begun.
    expect(view.issued).toEqual({ label: 'Issued', text: 'March 2, 2026' })
  })

  test('an amount-only invoice has a total, and neither lines nor parts', () => {
    expect(viewOf()).toMatchObject({ columns: [], lines: [], parts: [], total: { label: 'Total', text: '$100.00' } })
  })

  test('the balance and the paid amount follow the payments', () => {
    expect(viewOf().paid).toBeUndefined()
    const partial = viewOf({ balance: usd('60.00'), status: 'PARTIAL' })
    expect(partial.paid).toEqual({ label: 'Paid so far', text: '−$40.00' })
    expect(partial.balance).toEqual({ label: 'Amount due', text: '$60.00' })
  })

  test('lines have only the columns in use, and discounts as the merchant gave them', () => {
    const { columns, lines } = viewOf({ terms: { lines: TWO_LINES } })
    expect(columns.map(({ column }) => column)).toEqual(['item', 'quantity', 'unitPrice', 'discount', 'tax', 'amount'])
    expect(lines).toEqual([
      {
        item: 'Gear wheel',
        sku: 'SKU-1',
        quantity: '2',
        unitPrice: '$50.00',
        discount: '10%',
        tax: '',
        amount: '$90.00',
      },
      {
        item: 'SKU-2',
        sku: undefined,
        quantity: '2',
        unitPrice: '$0.0125',
        discount: '',
        tax: '$7.00',
        amount: '$7.03',
      },
    ])
    const plainLines = viewOf({ terms: { lines: [aLine()] } }).columns.map(({ column }) => column)
    expect(plainLines).toEqual(['item', 'quantity', 'unitPrice', 'amount'])
  })

  test('the parts of the total are texts in the language, and discounts have a minus sign', () => {
    const { parts, total } = viewOf({ terms: { lines: [aLine()], amounts: { ...PARTS, total: usd('120.00') } } })
    expect(parts).toEqual([
      { label: 'Subtotal', text: '$100.00' },
      { label: 'Discount\u00A010%', text: '−$10.00' },
      { label: 'Tax\u00A010%', text: '$9.00' },
      { label: 'Shipping', text: '$20.00' },
      { label: 'Tax on shipping\u00A05%', text: '$1.00' },
    ])
    expect(total.text).toBe('$120.00')
  })

  test('the VAT number is shown only where the merchant says so', () => {
    expect(viewOf({ values: { vatRegistrationNumber: 'NZ123' } }).seller.vatNumber).toBeUndefined()
    const shown = viewOf({
      values: { vatRegistrationNumber: 'NZ123', showVatNumber: true, merchantDisplayName: 'Acme' },
    })
    expect(shown.seller).toMatchObject({ name: 'Acme', vatNumber: { label: 'VAT number', text: 'NZ123' } })
  })
})

describe('labels', () => {
  const terms = { lines: TWO_LINES, amounts: PARTS, customer: { merchantCustomerId: 'C-7' } }

  test('labels can be renamed', () => {
    const labels = [
      { key: 'invoiceNumber', value: 'Order' },
      { key: 'tax', value: 'GST' },
      { key: 'billTo', value: 'Client' },
    ] as const
    const view = viewOf({ labels, terms })
    expect(view.number?.label).toBe('Order')
    expect(view.billTo.label).toBe('Client')
    expect(view.columns.find(({ column }) => column === 'tax')?.label).toBe('GST')
    expect(view.parts.map(({ label }) => label)).toContain('GST\u00A010%')
  })

  test('a payment in parts has the merchant’s own word, unless it is hidden', () => {
    const renamed = { key: 'partialPayment', value: 'Deposit' } as const
    expect(viewOf().partialPayment).toBeUndefined()
    expect(viewOf({ labels: [renamed] }).partialPayment).toBe('Deposit')
    expect(viewOf({ labels: [{ ...renamed, hidden: true }] }).partialPayment).toBeUndefined()
  })

  test.each([['invoiceNumber'], ['description'], ['customerId']] as const)('%s can be hidden', (key) => {
    const shown = JSON.stringify(viewOf({ terms }))
    const hidden = JSON.stringify(viewOf({ terms, labels: [{ key, hidden: true }] }))
    const name = JSON.stringify(INVOICE_WORDS['en-US'][key])
    expect(shown).toContain(name)
    expect(hidden).not.toContain(name)
  })

  test('discount and tax can be hidden on the total, on the items, or discounts everywhere', () => {
    const places = (labels: readonly CustomLabel[]) => {
      const { columns, parts, lines } = viewOf({ labels, terms })
      const onItems = columns.some(({ column }) => column === 'discount')
      // The payment page has no columns; it shows the lines' values.
      expect(lines.some(({ discount }) => discount !== '')).toBe(onItems)
      return [onItems, parts.some(({ label }) => label.startsWith('Discount'))]
    }
    expect(places([])).toEqual([true, true])
    expect(places([{ key: 'discount', hiddenForItem: true }])).toEqual([false, true])
    expect(places([{ key: 'discount', hiddenForInvoice: true }])).toEqual([true, false])
    expect(places([{ key: 'discount', hidden: true }])).toEqual([false, false])
  })
})

test('custom fields are shown if they have a value and the payer may see them', () => {
  const definition: CustomFieldDefinition = {
    organizationId: 'shop',
    definitionId: 1,
    referenceType: 'Invoice',
    createdAt: at('2026-03-01T10:00:00Z'),
    deletedAt: undefined,
    fieldType: 'Text',
    label: 'Purchase order',
    isCustomerVisible: true,
    isReadOnly: true,
    textMinLength: undefined,
    textMaxLength: undefined,
    textDefaultValue: undefined,
    possibleValues: undefined,
    dataIndex: undefined,
  }
  const definitions = [
    definition,
    { ...definition, definitionId: 2, label: 'Internal', isCustomerVisible: false },
    { ...definition, definitionId: 3, label: 'Empty', textDefaultValue: 'A default' },
    { ...definition, definitionId: 4, label: 'House rules', textDefaultValue: 'No smoking' },
    { ...definition, definitionId: 5, label: 'To fill in', isReadOnly: false, textDefaultValue: 'A proposal' },
    { ...definition, definitionId: 6, label: 'Gone', deletedAt: at('2026-03-02T10:00:00Z'), textDefaultValue: 'Old' },
  ]
  const customFieldValues = [
    { definitionId: 1, value: 'PO-9' },
    { definitionId: 2, value: 'secret' },
    { definitionId: 3, value: ' ' },
  ]
  const lines = [aLine()]
  const { customFields } = viewOf({ definitions, terms: { customFieldValues, lines } })
  expect(customFields).toEqual([
    { definitionId: 1, label: 'Purchase order', text: 'PO-9' },
    // Only the merchant could fill it in.
    { definitionId: 4, label: 'House rules', text: 'No smoking' },
  ])
  expect(viewOf({ definitions, terms: { lines: [] } }).customFields).toEqual([])
})

describe('languages', () => {
  test.each(LANGUAGES.filter((language) => language !== 'en-US'))('%s has words of its own', (language) => {
    // Brands, and words that are written alike.
    const ALIKE = ['applePay', 'googlePay', 'paypal', 'description', 'total', 'item', 'subtotal']
    const same = Object.entries(INVOICE_WORDS['en-US'])
      .filter(([key, word]) => INVOICE_WORDS[language][key as keyof (typeof INVOICE_WORDS)['en-US']] === word)
      .map(([key]) => key)
    expect(same.filter((key) => !ALIKE.includes(key))).toEqual([])
  })

  test('amounts and dates follow the language', () => {
    const { total, due } = viewOf({ language: 'de-DE' })
    expect(total).toEqual({ label: 'Gesamtbetrag', text: '100,00\u00A0$' })
    expect(due).toEqual({ label: 'Fällig am', text: '1. April 2026' })
  })
})
