import { assert } from '../../kernel/assert.ts'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'

export type Currency = {
  readonly code: string
  /** The smallest payable amount, in units of 1/10000. */
  readonly smallest: number
  /** Prices are multiples of this, in units of 1/10000. */
  readonly priceStep: number
  /** A rough, constant price of one dollar: prices only need to look plausible. */
  readonly perDollar: number
}

/** Price steps are counted in the currency's smallest amount. */
const RATES: Readonly<Record<string, { perDollar: number; priceSteps: number }>> = {
  USD: { perDollar: 1, priceSteps: 1 },
  EUR: { perDollar: 0.92, priceSteps: 1 },
  GBP: { perDollar: 0.79, priceSteps: 1 },
  JPY: { perDollar: 150, priceSteps: 10 },
  KWD: { perDollar: 0.31, priceSteps: 5 },
  CHF: { perDollar: 0.88, priceSteps: 5 },
  PLN: { perDollar: 4, priceSteps: 1 },
  BRL: { perDollar: 5.2, priceSteps: 1 },
  AUD: { perDollar: 1.5, priceSteps: 5 },
  CAD: { perDollar: 1.36, priceSteps: 1 },
}

export function currencyOf(code: string): Currency {
  const rates = RATES[code]
  const decimals = decimalsOfCurrency(code)
  assert(rates !== undefined && decimals !== undefined, `Demo shops do not sell in ${code}.`)
  const smallest = 10 ** (AMOUNT_SCALE - decimals)
  return {
    code,
    smallest,
    priceStep: smallest * rates.priceSteps,
    perDollar: rates.perDollar,
  }
}

/** Converts a price to the currency, in units of 1/10000. */
export function priced(dollars: number, { priceStep, perDollar }: Currency): number {
  const units = dollars * perDollar * 10 ** AMOUNT_SCALE
  return Math.max(1, Math.round(units / priceStep)) * priceStep
}

/** A part of an amount, in millionths, rounded to a payable amount. */
export function partOf(amount: number, millionths: number, { smallest }: Currency): number {
  return Math.round((amount * millionths) / 1_000_000 / smallest) * smallest
}
