// pure
import { checkPayerAmount, type Owed, type Payable } from '../../../invoicing/pure.ts'
import { type Language, moneyText } from '../../../kernel/language.ts'
import { compareMoney, formatMoney, type Money, minus } from '../../../kernel/money.ts'
import { readPayerAmount } from '../../../kernel/reading/typed-amount.ts'
import type { FormTerms } from '../page-model.ts'
import type { PageWords } from '../words/page-words.ts'
import type { FormValues } from './form-fields.ts'
import { type FormRead, wrong } from './form-problem.ts'

type AmountTerms = Pick<FormTerms, 'owed' | 'payable'>

/** An amount that was typed counts, whatever is chosen beside it: no one pays more than they wrote. */
export function readAmount(values: FormValues, terms: AmountTerms): FormRead<Money> {
  const { payable } = terms
  if (payable.kind === 'exactly') return { value: payable.amount }
  if (payable.kind !== 'between') return wrong('amount', { code: 'amountChanged' })
  const { amount: typed = '', amountChoice } = values
  if (typed === '' && amountChoice !== 'other') return { value: payable.most }
  const { currency } = payable.most
  const reading = readPayerAmount(typed, currency)
  switch (reading.read) {
    case 'amount':
      return checkedAmount(reading.amount, values, { ...terms, payable })
    case 'tooManyDecimals':
      return wrong('amount', { code: 'tooManyDecimals' })
    case 'ambiguous':
      return unclear(reading.meanings, currency)
    case 'notAnAmount':
      return wrong('amount', { code: 'wrongAmount', currency })
    case 'empty':
      return wrong('amount', { code: 'amount', currency })
  }
}

function unclear([meaning, otherMeaning]: readonly Money[], currency: string): FormRead<Money> {
  return wrong(
    'amount',
    meaning === undefined ? { code: 'wrongAmount', currency } : { code: 'unclearAmount', meaning, otherMeaning },
  )
}

/** A rest that is too small for a part is announced first; the payer confirms or changes the amount. */
function checkedAmount(
  amount: Money,
  { restConfirmed }: FormValues,
  { owed, payable }: { readonly owed: Owed; readonly payable: Extract<Payable, { readonly kind: 'between' }> },
): FormRead<Money> {
  const { least, most } = payable
  const check = checkPayerAmount(owed, amount)
  if (check.outcome === 'refused') {
    const isTooSmall = check.refusal === 'belowMinimum' || check.refusal === 'notPositive'
    return wrong('amount', isTooSmall ? { code: 'belowMinimum', least } : { code: 'aboveBalance', most })
  }
  const { restBelowMinimum: rest } = check
  const toConfirm = formatMoney(amount)
  if (rest === undefined || restConfirmed === toConfirm) return { value: amount }
  return wrong('amount', { code: 'smallRest', rest, toConfirm })
}

/**
 * Whether the page that the payer saw asked for something else, because someone paid or the merchant changed the invoice
 * since. Nothing is charged then before the payer has seen the current amount.
 */
export function isOutdated(values: FormValues, { payable }: AmountTerms): boolean {
  if (payable.kind !== 'exactly' && payable.kind !== 'between') return true
  const { shown, amount: typed = '' } = values
  const now = mostOf(payable)
  if (typed === '') return shown !== undefined && shown !== shownAmount(now)
  if (payable.kind === 'between') return shown !== undefined && !shown.endsWith(` ${now.currency}`)
  // The page offered parts, of which none can be paid any more.
  const reading = readPayerAmount(typed, now.currency)
  return reading.read !== 'amount' || compareMoney(reading.amount, now) !== 0
}

/** The amount due as a form repeats it, so that an outdated page is noticed. */
export function shownAmount(amount: Money): string {
  return `${formatMoney(amount)} ${amount.currency}`
}

export function mostOf(payable: Extract<Payable, { readonly kind: 'exactly' | 'between' }>): Money {
  return payable.kind === 'exactly' ? payable.amount : payable.most
}

/** A payable amount, and the rest that it leaves to pay. */
export type Rest = { readonly amount: Money; readonly rest: Money; readonly isBelowMinimum: boolean }

export function restOf({ payable, owed }: AmountTerms, typed: string): Rest | undefined {
  if (payable.kind !== 'between') return undefined
  const reading = readPayerAmount(typed, payable.most.currency)
  if (reading.read !== 'amount') return undefined
  const check = checkPayerAmount(owed, reading.amount)
  if (check.outcome === 'refused') return undefined
  const rest = minus(payable.most, reading.amount)
  return { amount: reading.amount, rest, isBelowMinimum: check.restBelowMinimum !== undefined }
}

/** A sentence about the rest after a partial payment; undefined if there is no rest. */
export function restSentence({ rest, isBelowMinimum }: Rest, words: PageWords, language: Language): string | undefined {
  if (rest.minor === 0n) return undefined
  const amount = moneyText(rest, language)
  return isBelowMinimum ? words.remainingBelowMinimum({ amount }) : words.remaining({ amount })
}
