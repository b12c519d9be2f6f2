import { type Decimal, formatDecimal } from './decimal.ts'
import { formatMoney, type Money } from './money.ts'

// The type checker's library does not know it yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

/** The amount as a JSON number with all its decimals, which a float could not represent. */
export function exactNumber(money: Money): unknown {
  return rawJSON(formatMoney(money))
}

/** A price or a rate as the shortest JSON number with at least `decimalsMin` decimals. */
export function exactDecimal(value: Decimal, decimalsMin = 0): unknown {
  return rawJSON(formatDecimal(value, decimalsMin))
}
