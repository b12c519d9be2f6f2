// pure
import { assert } from '../../kernel/assert.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import type { Language } from '../../kernel/language.ts'
import { formatMoney, type Money, parseMoney } from '../../kernel/money.ts'
import { isObject } from '../../kernel/reading/reading.ts'
import type { Customer, InvoiceAmounts, InvoiceTerms, LineItem } from '../rules/invoice.ts'

/** The terms except those with their own columns: total, due date, language, the customer's name and address. */
type TermsWithoutColumns = Omit<InvoiceTerms, 'customer' | 'dueOn' | 'deliveryLanguage' | 'amounts'> & {
  readonly customer: Omit<Customer, 'name' | 'email'>
  readonly amounts: AmountsWithoutColumns
}
type AmountsWithoutColumns = Omit<InvoiceAmounts, 'total'>

/** In JSON: amounts and rates are decimal strings, dates are ISO strings, and a missing value has no member. */
export type StoredTerms = StoredForm<TermsWithoutColumns>

/** The columns of an invoice that its terms are read from. */
export type TermsColumns = {
  readonly currency: string
  readonly total_minor: string
  readonly due_on: Temporal.PlainDate
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly delivery_language: Language | null
  readonly terms: StoredTerms
}

type StoredForm<T> = T extends Money | Decimal | Temporal.PlainDate
  ? string
  : T extends string | number | boolean | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly StoredForm<E>[]
      : { readonly [K in keyof T]?: StoredForm<T[K]> | undefined }

export function storedTerms(terms: InvoiceTerms): StoredTerms {
  const { dueOn: _dueOn, deliveryLanguage: _language, customer, amounts, ...others } = terms
  const { name: _name, email: _email, ...otherCustomer } = customer
  const { total: _total, ...otherAmounts } = amounts
  return storedForm({ ...others, customer: otherCustomer, amounts: otherAmounts }) as StoredTerms
}

function storedForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storedForm)
  if (value instanceof Temporal.PlainDate) return value.toString()
  if (!isObject(value)) return value
  if ('minor' in value) return formatMoney(value as Money)
  // Trailing zeros are kept, so that a value is read back exactly as it was written.
  if ('units' in value) return formatDecimal(value as Decimal, (value as Decimal).scale)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storedForm(part)]))
}

/** Reads the terms of an invoice from `terms` and from their own columns. */
export function termsOf(row: TermsColumns): InvoiceTerms {
  const { currency, terms: stored } = row
  const { customer = {}, expiresOn, lines = [], customFieldValues = [] } = stored
  return {
    customer: {
      name: row.customer_name ?? undefined,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: row.customer_email ?? undefined,
      merchantCustomerId: customer.merchantCustomerId,
      companyName: customer.companyName,
    },
    isPhoneRequested: stored.isPhoneRequested === true,
    isShippingRequested: stored.isShippingRequested === true,
    transactionReferenceNumber: stored.transactionReferenceNumber,
    description: stored.description,
    dueOn: row.due_on,
    expiresOn: expiresOn === undefined ? undefined : Temporal.PlainDate.from(expiresOn),
    canPayPartially: stored.canPayPartially === true,
    deliveryMode: known(stored.deliveryMode),
    deliveryLanguage: row.delivery_language ?? undefined,
    amounts: {
      total: { minor: BigInt(row.total_minor), currency },
      ...amountsOf(known(stored.amounts), currency),
    },
    lines: lines.map((line) => lineOf(line, currency)),
    customFieldValues: customFieldValues.map(({ definitionId, value }) => ({
      definitionId: known(definitionId),
      value: known(value),
    })),
  }
}

function amountsOf(stored: StoredForm<AmountsWithoutColumns>, currency: string): AmountsWithoutColumns {
  const { tax = {}, freight = {} } = stored
  const money = (text: string | undefined) => (text === undefined ? undefined : parseMoney(text, currency))
  return {
    subAmount: money(stored.subAmount),
    minimumPartial: money(stored.minimumPartial),
    discountAmount: money(stored.discountAmount),
    discountPercent: decimalOf(stored.discountPercent),
    tax: { type: tax.type, amount: money(tax.amount), rate: decimalOf(tax.rate) },
    freight: {
      amount: money(freight.amount),
      isTaxable: freight.isTaxable,
      taxRate: decimalOf(freight.taxRate),
    },
  }
}

function lineOf(stored: StoredForm<LineItem>, currency: string): LineItem {
  const money = (text: string | undefined) => (text === undefined ? undefined : parseMoney(text, currency))
  return {
    productSku: known(stored.productSku),
    productName: stored.productName,
    quantity: known(stored.quantity),
    unitPrice: decimalOf(stored.unitPrice),
    discountAmount: money(stored.discountAmount),
    discountPercent: decimalOf(stored.discountPercent),
    taxAmount: money(stored.taxAmount),
    taxRate: decimalOf(stored.taxRate),
    totalAmount: money(stored.totalAmount),
  }
}

function decimalOf(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text)
}

function known<T>(value: T | undefined): T {
  assert(value !== undefined, 'Stored terms have every required value.')
  return value
}
