// pure

import type { InvoiceTerms, LineItem } from '../../../../../src/invoicing/rules/invoice.ts'
import { type InvoiceTotals, lineTotalOf, totalsOf } from '../../../../../src/invoicing/rules/totals.ts'
import { isCurrency } from '../../../../../src/kernel/currency.ts'
import { type Decimal, parseDecimal } from '../../../../../src/kernel/decimal.ts'
import { compareMoney, type Money, zero } from '../../../../../src/kernel/money.ts'
import { countedLines, type EditorForm, effectiveForm, type InvoiceBody, type LineForm } from './editor-form.ts'
import {
  moneyOfText,
  NO_PART,
  type Part,
  type Read,
  readAmountText,
  readPartText,
  readPriceText,
  readQuantityText,
  type TextProblem,
} from './typed-texts.ts'

/** The saved invoice that is being changed, with the form as it was when nothing had been typed. */
export type Saved = { readonly body: InvoiceBody; readonly form: EditorForm }

/** `path` is the field of the form: `lines.2.price`. */
export type FormProblem = { readonly path: string; readonly problem: Problem }
export type Problem =
  | TextProblem
  | { readonly code: 'required' | 'noEmail' | 'negative' | 'minimumTooHigh' }
  /** Found by the service alone. */
  | { readonly code: 'plainText' | 'choice' | 'personalData' }
  | { readonly code: 'tooShort' | 'tooLong'; readonly count: string }
  /** A rule that has no words here: the service's English sentence, without its subject. */
  | { readonly code: 'refused'; readonly sentence: string }

export type ReadForm = {
  readonly amounts: InvoiceTerms['amounts']
  readonly lines: readonly LineItem[]
  /** The total of each line of the form; undefined where it has none yet. */
  readonly lineTotals: readonly (Money | undefined)[]
  readonly totals: InvoiceTotals
  /** Of texts that cannot be read. Missing fields are checked on saving. */
  readonly problems: readonly FormProblem[]
  /** Whether an amount was typed since the invoice was saved. Otherwise its own total counts. */
  readonly isMoneyChanged: boolean
}

const FALLBACK_CURRENCY = 'USD'
const HUNDRED = 100n

/** Reads all amounts of the form. Texts that cannot be read count as nothing, and are problems. */
export function readForm(form: EditorForm, saved?: Saved): ReadForm {
  const currency = isCurrency(form.currency) ? form.currency : FALLBACK_CURRENCY
  const effective = effectiveForm({ ...form, currency })
  const problems: FormProblem[] = []
  const valueFrom = <Value>(path: string, read: Read<Value>, otherwise: Value): Value => {
    if ('value' in read) return read.value
    problems.push({ path, problem: read.problem })
    return otherwise
  }
  const places = form.kind === 'items' ? countedLines(form) : []
  const lines = effective.lines
    .map((line, index) => readLine(line, { place: places[index] ?? index, currency, valueFrom, saved }))
    .map((line) => ({ ...line, totalAmount: lineTotalOf(line, currency) }))
  const amount = valueFrom('amount', readAmountText(effective.amount, currency), undefined)
  const discount = valueFrom('discount', readPartText(effective.discount, { currency, rateMax: HUNDRED }), NO_PART)
  const tax = valueFrom('tax', readPartText(effective.tax, { currency }), NO_PART)
  const freight = valueFrom('freight', readAmountText(effective.freight, currency), undefined)
  const minimum = valueFrom('minimum', readAmountText(effective.minimum, currency), undefined)
  const unshown = saved?.body.orderInformation.amountDetails.freight
  const amounts = {
    ...{ total: amount ?? zero(currency), subAmount: undefined, minimumPartial: minimum },
    ...{ discountAmount: discount.amount, discountPercent: discount.percent },
    tax: { type: undefined, amount: tax.amount, rate: tax.percent },
    freight: { amount: freight, isTaxable: unshown?.taxable, taxRate: rateOf(unshown?.taxRate) },
  }
  const totals = totalsOf({ amounts, lines })
  const isMoneyChanged = saved === undefined || moneyTexts(effective) !== moneyTexts(effectiveForm(saved.form))
  const total = isMoneyChanged ? totals.total : savedTotal(saved, totals.total)
  for (const [index, { totalAmount }] of lines.entries()) {
    if (totalAmount !== undefined && totalAmount.minor < 0n) {
      problems.push({ path: `lines.${places[index]}.discount`, problem: { code: 'negative' } })
    }
  }
  if (total.minor < 0n) problems.push({ path: 'discount', problem: { code: 'negative' } })
  if (minimum !== undefined && compareMoney(minimum, total) > 0) {
    problems.push({ path: 'minimum', problem: { code: 'minimumTooHigh' } })
  }
  return {
    ...{ lines, problems, isMoneyChanged, amounts: { ...amounts, total }, totals: { ...totals, total } },
    lineTotals: byPlace(form, places, lines),
  }
}

type LineTask = {
  readonly place: number
  readonly currency: string
  readonly valueFrom: <Value>(path: string, read: Read<Value>, otherwise: Value) => Value
  readonly saved: Saved | undefined
}

/** A saved line without a price has a total of its own, which it keeps until it has a price. */
function readLine(line: LineForm, { place, currency, valueFrom, saved }: LineTask): LineItem {
  const at = `lines.${place}`
  const price = valueFrom(`${at}.price`, readPriceText(line.price, currency), undefined)
  const quantity = valueFrom(`${at}.quantity`, readQuantityText(line.quantity), 1)
  const discountScale = { currency, isLineDiscount: true, rateMax: HUNDRED }
  const discount: Part = valueFrom(`${at}.discount`, readPartText(line.discount, discountScale), NO_PART)
  const tax: Part = valueFrom(`${at}.tax`, readPartText(line.tax, { currency }), NO_PART)
  const own = price === undefined ? savedLine(line, saved)?.totalAmount : undefined
  return {
    ...{ productSku: line.sku, productName: line.item, quantity, unitPrice: price },
    ...{ discountAmount: discount.amount, discountPercent: discount.percent },
    ...{ taxAmount: tax.amount, taxRate: tax.percent },
    totalAmount: own === undefined ? undefined : moneyOfText(own, currency),
  }
}

export function savedLine({ from }: Pick<LineForm, 'from'>, saved: Saved | undefined) {
  return from === '' ? undefined : saved?.body.orderInformation.lineItems?.[Number(from)]
}

function savedTotal(saved: Saved, computed: Money): Money {
  const { totalAmount, currency } = saved.body.orderInformation.amountDetails
  return moneyOfText(totalAmount, currency) ?? computed
}

/** Everything that decides the total. */
function moneyTexts({ kind, currency, amount, lines, discount, tax, freight }: EditorForm): string {
  const ofLines = lines.map((line) => [line.from, line.quantity, line.price, line.discount, line.tax])
  return JSON.stringify([kind, currency, amount, ofLines, discount, tax, freight])
}

function rateOf(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : parseDecimal(text)
}

function byPlace(
  { lines }: EditorForm,
  places: readonly number[],
  items: readonly LineItem[],
): readonly (Money | undefined)[] {
  const found = new Map(places.map((place, index) => [place, items[index]?.totalAmount]))
  return lines.map((_, index) => found.get(index))
}
