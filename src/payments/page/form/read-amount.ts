// pure
import { checkPayerAmount, type Payable } from '../../../invoicing/pure.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { type Language, moneyText } from '../../../kernel/language.ts'
import { compareMoney, formatMoney, type Money, minus } from '../../../kernel/money.ts'
import type { FormTerms } from '../page-model.ts'
import type { PageWords } from '../words/page-words.ts'
import type { FormValues } from './form-fields.ts'
import { readPayerAmount } from './read-payer-amount.ts'

type AmountContext = {
  readonly values: FormValues
  readonly terms: Pick<FormTerms, 'owed' | 'payable'>
  readonly words: PageWords
  readonly language: Language
}

export type ReadAmount =
  | { readonly amount: Money; readonly problem?: undefined; readonly toConfirm?: undefined }
  | {
      readonly amount?: undefined
      readonly problem: string
      /** What has to be sent along, so that the same amount is paid after the payer has read the problem. */
      readonly toConfirm?: string
    }

const EXAMPLE_DECIMALS_MAX = 2

/** An amount that was typed counts, whatever is chosen beside it: no one pays more than they wrote. */
export function readAmount(context: AmountContext): ReadAmount {
  const { values, terms, words, language } = context
  const { payable } = terms
  if (payable.kind === 'exactly') return { amount: payable.amount }
  if (payable.kind !== 'between') return { problem: words.amountChanged }
  const { most } = payable
  const typed = values.amount ?? ''
  if (typed === '')
    return values.amountChoice === 'other' ? { problem: notAnAmount(most, words, language) } : { amount: most }
  const reading = readPayerAmount(typed, most.currency)
  if (reading.read === 'amount') return checked(context, reading.amount)
  if (reading.read === 'tooManyDecimals') return { problem: words.problems.tooManyDecimals }
  const meanings = reading.read === 'ambiguous' ? reading.meanings : []
  return { problem: unclear(meanings, words, language) ?? notAnAmount(most, words, language) }
}

/**
 * Whether the page that the payer saw asked for something else, because someone paid or the merchant changed the invoice
 * meanwhile. Nothing is charged then before the payer has seen what is due now.
 */
export function isOutdated({ values, terms: { payable } }: Pick<AmountContext, 'values' | 'terms'>): boolean {
  if (payable.kind !== 'exactly' && payable.kind !== 'between') return true
  const { shown, amount: typed = '' } = values
  const now = mostOf(payable)
  if (typed === '') return shown !== undefined && shown !== shownAmount(now)
  if (payable.kind === 'between') return shown !== undefined && !shown.endsWith(` ${now.currency}`)
  // The page offered parts, of which none can be paid any more.
  const reading = readPayerAmount(typed, now.currency)
  return reading.read !== 'amount' || compareMoney(reading.amount, now) !== 0
}

/** What a form says about the page that it belongs to. */
export function shownAmount(amount: Money): string {
  return `${formatMoney(amount)} ${amount.currency}`
}

export function mostOf(payable: Extract<Payable, { readonly kind: 'exactly' | 'between' }>): Money {
  return payable.kind === 'exactly' ? payable.amount : payable.most
}

/** A rest that is too small for a part is announced first; the payer confirms or changes the amount. */
function checked({ values, terms, words, language }: AmountContext, amount: Money): ReadAmount {
  const { owed, payable } = terms
  const check = checkPayerAmount(owed, amount)
  if (check.outcome === 'refused') return { problem: refusal(check.refusal, payable, words, language) }
  const { restBelowMinimum } = check
  const toConfirm = formatMoney(amount)
  if (restBelowMinimum === undefined || values.restConfirmed === toConfirm) return { amount }
  return { problem: words.confirmRest({ amount: moneyText(restBelowMinimum, language) }), toConfirm }
}

function refusal(
  reason: string,
  payable: FormTerms['payable'],
  { problems, amountChanged }: PageWords,
  language: Language,
): string {
  if (payable.kind !== 'between') return amountChanged
  return reason === 'belowMinimum' || reason === 'notPositive'
    ? problems.belowMinimum({ amount: moneyText(payable.least, language) })
    : problems.aboveBalance({ amount: moneyText(payable.most, language) })
}

/** With an example that the currency allows and nobody can misread. */
function notAnAmount({ currency }: Money, { problems }: PageWords, language: Language): string {
  const decimals = Math.min(decimalsOfCurrency(currency) ?? 0, EXAMPLE_DECIMALS_MAX)
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, useGrouping: false })
  return problems.amount({ example: format.format(decimals === 0 ? 4000 : 40) })
}

function unclear(meanings: readonly Money[], { problems }: PageWords, language: Language): string | undefined {
  const [one, other] = meanings.map((meaning) => moneyText(meaning, language))
  if (one === undefined) return undefined
  return other === undefined ? problems.unclearAmount({ amount: one }) : problems.ambiguousAmount({ one, other })
}

/** What a typed amount leaves to pay, if it can be paid. */
export type Rest = { readonly amount: Money; readonly rest: Money; readonly isBelowMinimum: boolean }

export function restOf({ payable, owed }: AmountContext['terms'], typed: string): Rest | undefined {
  if (payable.kind !== 'between') return undefined
  const reading = readPayerAmount(typed, payable.most.currency)
  if (reading.read !== 'amount') return undefined
  const check = checkPayerAmount(owed, reading.amount)
  if (check.outcome === 'refused') return undefined
  const rest = minus(payable.most, reading.amount)
  return { amount: reading.amount, rest, isBelowMinimum: check.restBelowMinimum !== undefined }
}

/** What remains after a part; undefined if nothing does. */
export function restSentence({ rest, isBelowMinimum }: Rest, words: PageWords, language: Language): string | undefined {
  if (rest.minor === 0n) return undefined
  const amount = moneyText(rest, language)
  return isBelowMinimum ? words.remainingBelowMinimum({ amount }) : words.remaining({ amount })
}
