// pure
import { ASSESSMENT_RATE, DISCOUNT_RATE, INTERCHANGE_RATES } from '../../catalogue/codes/card-fees.ts'
import { type Decimal, times } from '../../kernel/decimal.ts'
import { decimalOfMoney, type Money, nearestMoney, plus, zero } from '../../kernel/money.ts'
import type { Attempt } from '../model/attempt.ts'
import { isCardMethod } from './applications.ts'

/** The fees of a charge or refund for the merchant; the total is the sum of the four parts. */
export type Fees = {
  readonly interchange: Money
  /** In millionths of the amount. */
  readonly interchangeRate: number
  readonly discount: Money
  readonly discountRate: number
  readonly assessment: Money
  readonly perItem: Money
  readonly total: Money
}

type Rates = Pick<Fees, 'interchangeRate' | 'discountRate'> & { readonly assessmentRate: number }

/** A tenth of a unit of the currency; nothing where it has no decimals. */
const PER_ITEM: Decimal = { units: 1n, scale: 1 }
const RATE_SCALE = 6
/** A wallet does not tell the scheme of its card. */
const USUAL_SCHEME = 'Visa'

/** Each part is rounded to the smallest unit of the currency, so that a bank can transfer the rest. */
export function feesOf(attempt: Pick<Attempt, 'kind' | 'method' | 'amount' | 'facts'>): Fees {
  const { amount } = attempt
  const { interchangeRate, discountRate, assessmentRate } = ratesOf(attempt)
  const parts = {
    interchange: partOf(amount, interchangeRate),
    discount: partOf(amount, discountRate),
    assessment: partOf(amount, assessmentRate),
    // Halves are rounded up, so a tenth of a yen is nothing.
    perItem: nearestMoney(PER_ITEM, amount.currency),
  }
  const total = Object.values(parts).reduce(plus, zero(amount.currency))
  return { ...parts, interchangeRate, discountRate, total }
}

/** A refund costs the fixed part only; a bank debit or a method of the processor's own has neither issuer nor scheme. */
function ratesOf({ kind, method, facts }: Pick<Attempt, 'kind' | 'method' | 'facts'>): Rates {
  if (kind === 'refund') return { interchangeRate: 0, discountRate: 0, assessmentRate: 0 }
  if (!isCardMethod(method)) return { interchangeRate: 0, discountRate: DISCOUNT_RATE, assessmentRate: 0 }
  const interchangeRate = INTERCHANGE_RATES[facts?.account.scheme ?? USUAL_SCHEME] ?? 0
  return { interchangeRate, discountRate: DISCOUNT_RATE, assessmentRate: ASSESSMENT_RATE }
}

function partOf(amount: Money, millionths: number): Money {
  return nearestMoney(times(decimalOfMoney(amount), rate(millionths)), amount.currency)
}

/** A rate in millionths as a number. */
export function rate(millionths: number): Decimal {
  return { units: BigInt(millionths), scale: RATE_SCALE }
}
