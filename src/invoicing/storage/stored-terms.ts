// pure
import { assert } from '../../kernel/assert.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import { formatMoney, type Money, parseMoney } from '../../kernel/money.ts'
import type { Customer, InvoiceAmounts, InvoiceTerms, LineItem } from '../rules/invoice.ts'

/** The terms but for what has a column of its own: total, due date, the customer's name and address. */
type TermsWithoutColumns = Omit<InvoiceTerms, 'customer' | 'dueOn' | 'amounts'> & {
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
  const { customer, dueOn: _column, expiration, amounts, lines, ...same } = terms
  const { name: _name, email: _email, ...otherCustomer } = customer
  return {
    ...same,
    customer: otherCustomer,
    expiration: expiration && { on: expiration.on.toString(), text: expiration.text },
    amounts: storedAmounts(amounts),
    lines: lines.map(storedLine),
  }
}

/**
 * Reads the terms of an invoice. Rows that a former version wrote, or that were written while it could run, repeat
 * the columns in `terms` (see migration 0022); the columns count.
 */
export function termsOf(row: TermsColumns): InvoiceTerms {
  const { currency, terms: stored } = row
  const { customer = {}, expiration, lines = [], customFieldValues = [] } = stored
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
    expiration: expiration && {
      on: Temporal.PlainDate.from(known(expiration.on)),
      text: known(expiration.text),
    },
    canPayPartially: stored.canPayPartially === true,
    deliveryMode: known(stored.deliveryMode),
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

function storedAmounts(amounts: AmountsWithoutColumns): StoredForm<AmountsWithoutColumns> {
  const { tax, freight } = amounts
  return {
    subAmount: moneyText(amounts.subAmount),
    minimumPartial: moneyText(amounts.minimumPartial),
    discountAmount: moneyText(amounts.discountAmount),
    discountPercent: decimalText(amounts.discountPercent),
    tax: { type: tax.type, amount: moneyText(tax.amount), rate: decimalText(tax.rate) },
    freight: {
      amount: moneyText(freight.amount),
      isTaxable: freight.isTaxable,
      taxRate: decimalText(freight.taxRate),
    },
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

function storedLine(line: LineItem): StoredForm<LineItem> {
  return {
    productSku: line.productSku,
    productName: line.productName,
    quantity: line.quantity,
    unitPrice: decimalText(line.unitPrice),
    discountAmount: moneyText(line.discountAmount),
    discountPercent: decimalText(line.discountPercent),
    taxAmount: moneyText(line.taxAmount),
    taxRate: decimalText(line.taxRate),
    totalAmount: moneyText(line.totalAmount),
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

function moneyText(money: Money | undefined): string | undefined {
  return money === undefined ? undefined : formatMoney(money)
}

/** Trailing zeros are kept, so that a value is read back exactly as it was written. */
function decimalText(value: Decimal | undefined): string | undefined {
  return value === undefined ? undefined : formatDecimal(value, value.scale)
}

function decimalOf(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text)
}

function known<T>(value: T | undefined): T {
  assert(value !== undefined, 'Stored terms have all that every invoice has.')
  return value
}
