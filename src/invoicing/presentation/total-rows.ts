// pure
import { type Decimal, formatDecimal, isZero } from '../../kernel/decimal.ts'
import { type Language, moneyText, percentText } from '../../kernel/language.ts'
import { compareMoney, type Money, minus, plus, zero } from '../../kernel/money.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'
import { differenceFromTotal, lineNetOf, lineTotalOf, totalsOf } from '../rules/totals.ts'
import type { PayerLabels } from './payer-labels.ts'
import { INVOICE_WORDS } from './words/all-words.ts'

/** A row above the total, which is added to it; discounts are negative. */
export type TotalRow = { readonly label: string; readonly amount: Money }

const PERCENT = /[%％٪]/

type Naming = { readonly labels: PayerLabels; readonly language: Language }

/**
 * The rows from the subtotal to the shipping; none if there is nothing but the total. They add up to the sum of the
 * invoice's parts, except for those that the merchant hides.
 *
 * Taxes of lines are rows of their own only if that sum is the sender's total: a document must not state a tax that its
 * own total contradicts. Otherwise the subtotal contains them.
 */
export function totalRows(terms: InvoiceTerms, naming: Naming): readonly TotalRow[] {
  const { labels, language } = naming
  const words = INVOICE_WORDS[language]
  const { subtotal, discount, tax, freight, freightTax } = totalsOf(terms)
  const { discountPercent, tax: taxTerms, freight: freightTerms } = terms.amounts
  const isTaxShown = labels.isOnTotal('tax')
  const lineTaxes = isTaxShown && differenceFromTotal(terms) === undefined ? lineTaxesOf(terms) : []
  const net = lineTaxes.reduce((rest, { amount }) => minus(rest, amount), subtotal)
  const name = lineTaxName(terms, labels)
  const row = (isShown: boolean, label: string, amount: Money): readonly TotalRow[] =>
    isShown && amount.minor !== 0n ? [{ label, amount }] : []
  const rows = [
    ...lineTaxes.map((each) => ({ label: lineTaxLabel(each, { net, name, language }), amount: each.amount })),
    ...row(
      labels.isOnTotal('discount'),
      withRate(labels.name('discount'), discountPercent, language),
      minus(zero(discount.currency), discount),
    ),
    ...row(isTaxShown, withRate(typeOf(terms) ?? labels.name('tax'), taxTerms.rate, language), tax),
    ...row(labels.isOnTotal('shipping'), labels.name('shipping'), freight),
    ...row(isTaxShown, withRate(words.shippingTax, freightTerms.taxRate, language), freightTax),
  ]
  if (rows.length === 0) return []
  return [{ label: lineTaxes.length === 0 ? words.subtotal : words.netSubtotal, amount: net }, ...rows]
}

type LineTax = { readonly rate: Decimal | undefined; readonly net: Money; readonly amount: Money }

/**
 * The taxes of the lines by their rates, in the order of the lines; none if a line does not tell its price without its
 * tax. The tax of a line is its total minus its rounded net, so that the rows add up exactly.
 */
function lineTaxesOf({ lines, amounts }: InvoiceTerms): readonly LineTax[] {
  const { currency } = amounts.total
  const byRate = new Map<string, LineTax>()
  for (const line of lines) {
    const total = lineTotalOf(line, currency)
    if (total === undefined) continue
    const net = lineNetOf(line, currency)
    if (net === undefined) return []
    const rate = line.taxRate === undefined || isZero(line.taxRate) ? undefined : line.taxRate
    const key = rate === undefined ? '' : formatDecimal(rate)
    const before = byRate.get(key) ?? { rate, net: zero(currency), amount: zero(currency) }
    byRate.set(key, { rate, net: plus(before.net, net), amount: plus(before.amount, minus(total, net)) })
  }
  return [...byRate.values()].filter(({ amount }) => amount.minor !== 0n)
}

/** Where the rate does not apply to the whole subtotal, the row says to which part it does. */
function lineTaxLabel(
  tax: LineTax,
  { net, name, language }: { readonly net: Money; readonly name: string; readonly language: Language },
): string {
  const label = withRate(name, tax.rate, language)
  if (tax.rate === undefined || compareMoney(tax.net, net) === 0) return label
  return INVOICE_WORDS[language].taxOn({ tax: label, net: moneyText(tax.net, language) })
}

/** The type names the tax on the total if there is one, and else the taxes of the lines. */
function lineTaxName(terms: InvoiceTerms, labels: PayerLabels): string {
  const hasTaxOnTotal = totalsOf(terms).tax.minor !== 0n
  return (hasTaxOnTotal ? undefined : typeOf(terms)) ?? labels.name('tax')
}

function typeOf({ amounts }: InvoiceTerms): string | undefined {
  const type = amounts.tax.type?.trim()
  return type === '' ? undefined : type
}

/** The rate as the sender gave it, beside an amount too, never alone on a line; a name such as "VAT 19%" has it already. */
function withRate(name: string, rate: Decimal | undefined, language: Language): string {
  return rate === undefined || isZero(rate) || PERCENT.test(name) ? name : `${name}\u00A0${percentText(rate, language)}`
}
