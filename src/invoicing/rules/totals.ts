// pure
import { type Decimal, differenceOf, hundredth, isZero, sumOf, times } from '../../kernel/decimal.ts'
import { decimalOfMoney, type Money, minus, nearestMoney, plus, zero } from '../../kernel/money.ts'
import type { InvoiceTerms, LineItem } from './invoice.ts'

/** The sum of an invoice's parts: subtotal − discount + tax + freight + freightTax is exactly total. */
export type InvoiceTotals = {
  /** Of the lines, with the discount and tax of each. */
  readonly subtotal: Money
  /** On the invoice as a whole, as is the tax. */
  readonly discount: Money
  readonly tax: Money
  readonly freight: Money
  readonly freightTax: Money
  readonly total: Money
}

type LineAmounts = Pick<
  LineItem,
  'unitPrice' | 'discountAmount' | 'discountPercent' | 'taxAmount' | 'taxRate' | 'totalAmount'
> & { readonly quantity: number }

/**
 * The order of arithmetic, also for the portal and the payment page:
 *
 * 1. line = unitPrice × quantity − its discount + its tax, exact and rounded once, at its end;
 *    a discount in percent applies to unitPrice × quantity, a tax rate to the amount after the discount;
 * 2. subtotal = all lines;
 * 3. discount = its amount, or its percentage of the subtotal;
 * 4. tax = its amount, or its rate of the subtotal after the discount;
 * 5. freight, and its tax by its own rate if it is taxable.
 *
 * If both an amount and a percentage are given, the amount counts. A zero amount counts as not given, because clients
 * fill unused fields with zeros. An amount-only invoice has no parts: its total is the sum.
 */
export function totalsOf({ amounts, lines }: Pick<InvoiceTerms, 'amounts' | 'lines'>): InvoiceTotals {
  const { currency } = amounts.total
  const nothing = zero(currency)
  if (lines.length === 0) {
    const none = { discount: nothing, tax: nothing, freight: nothing, freightTax: nothing }
    return { ...none, subtotal: amounts.total, total: amounts.total }
  }
  const subtotal = lines
    .map((line) => lineTotalOf(line, currency) ?? nothing)
    .reduce((sum, line) => plus(sum, line), nothing)
  const discount = partOf(subtotal, amounts.discountAmount, amounts.discountPercent)
  const tax = partOf(minus(subtotal, discount), amounts.tax.amount, amounts.tax.rate)
  const freight = amounts.freight.amount ?? nothing
  const freightRate = amounts.freight.isTaxable === true ? amounts.freight.taxRate : undefined
  const freightTax = partOf(freight, undefined, freightRate)
  const total = [tax, freight, freightTax].reduce(plus, minus(subtotal, discount))
  return { subtotal, discount, tax, freight, freightTax, total }
}

/** The total of a line by its price, or its own total if it has no price; undefined if it has neither. */
export function lineTotalOf(line: LineAmounts, currency: string): Money | undefined {
  const net = exactNetOf(line)
  if (net === undefined) return line.totalAmount
  return nearestMoney(sumOf(net, exactPartOf(net, line.taxAmount, line.taxRate)), currency)
}

/** A line after its discount and before its tax; undefined if its total cannot be divided into net and tax. */
export function lineNetOf(line: LineAmounts, currency: string): Money | undefined {
  const net = exactNetOf(line)
  if (net !== undefined) return nearestMoney(net, currency)
  const { totalAmount, taxAmount, taxRate } = line
  if (totalAmount !== undefined && isGiven(taxAmount)) return minus(totalAmount, taxAmount)
  return taxRate === undefined || isZero(taxRate) ? totalAmount : undefined
}

function exactNetOf({ unitPrice, quantity, discountAmount, discountPercent }: LineAmounts): Decimal | undefined {
  if (unitPrice === undefined) return undefined
  const gross = times(unitPrice, { units: BigInt(quantity), scale: 0 })
  return differenceOf(gross, exactPartOf(gross, discountAmount, discountPercent))
}

/** The sum of the parts minus the sender's total; undefined if they are equal. */
export function differenceFromTotal(terms: Pick<InvoiceTerms, 'amounts' | 'lines'>): Money | undefined {
  const difference = minus(totalsOf(terms).total, terms.amounts.total)
  return difference.minor === 0n ? undefined : difference
}

function partOf(whole: Money, amount: Money | undefined, percent: Decimal | undefined): Money {
  return nearestMoney(exactPartOf(decimalOfMoney(whole), amount, percent), whole.currency)
}

function exactPartOf(whole: Decimal, amount: Money | undefined, percent: Decimal | undefined): Decimal {
  if (isGiven(amount)) return decimalOfMoney(amount)
  return percent === undefined ? NOTHING : hundredth(times(whole, percent))
}

function isGiven(amount: Money | undefined): amount is Money {
  return amount !== undefined && amount.minor !== 0n
}

const NOTHING: Decimal = { units: 0n, scale: 0 }
