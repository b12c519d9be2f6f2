// pure
import { assert } from '../../kernel/assert.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import { formatMoney, type Money, parseMoney } from '../../kernel/money.ts'
import type { InvoiceAmounts, InvoiceTerms, LineItem } from '../rules/invoice.ts'

/** The terms as JSON keeps them: amounts and rates as decimal texts, dates as ISO texts, nothing for no value. */
export type StoredTerms = StoredForm<InvoiceTerms>

type StoredForm<T> = T extends Money | Decimal | Temporal.PlainDate
  ? string
  : T extends string | number | boolean | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly StoredForm<E>[]
      : { readonly [K in keyof T]?: StoredForm<T[K]> | undefined }

export function storedTerms(terms: InvoiceTerms): StoredTerms {
  const { dueOn, expiration, amounts, lines, ...same } = terms
  return {
    ...same,
    dueOn: dueOn.toString(),
    expiration: expiration && { on: expiration.on.toString(), text: expiration.text },
    amounts: storedAmounts(amounts),
    lines: lines.map(storedLine),
  }
}

/** Reads what `storedTerms` made, also after a way through JSON. */
export function termsOf(stored: StoredTerms, currency: string): InvoiceTerms {
  const { customer = {}, expiration, lines = [], customFieldValues = [] } = stored
  return {
    customer: {
      name: customer.name,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      merchantCustomerId: customer.merchantCustomerId,
      companyName: customer.companyName,
    },
    isPhoneRequested: stored.isPhoneRequested === true,
    isShippingRequested: stored.isShippingRequested === true,
    transactionReferenceNumber: stored.transactionReferenceNumber,
    description: stored.description,
    dueOn: Temporal.PlainDate.from(known(stored.dueOn)),
    expiration: expiration && {
      on: Temporal.PlainDate.from(known(expiration.on)),
      text: known(expiration.text),
    },
    canPayPartially: stored.canPayPartially === true,
    deliveryMode: known(stored.deliveryMode),
    amounts: amountsOf(known(stored.amounts), currency),
    lines: lines.map((line) => lineOf(line, currency)),
    customFieldValues: customFieldValues.map(({ definitionId, value }) => ({
      definitionId: known(definitionId),
      value: known(value),
    })),
  }
}

function storedAmounts(amounts: InvoiceAmounts): StoredForm<InvoiceAmounts> {
  const { tax, freight } = amounts
  return {
    total: formatMoney(amounts.total),
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

function amountsOf(stored: StoredForm<InvoiceAmounts>, currency: string): InvoiceAmounts {
  const { tax = {}, freight = {} } = stored
  const money = (text: string | undefined) => (text === undefined ? undefined : parseMoney(text, currency))
  return {
    total: parseMoney(known(stored.total), currency),
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

/** With the zeros at its end, so that what is read is what was written to the digit. */
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
