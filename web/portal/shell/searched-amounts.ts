// pure
import { formatDecimal } from '../../../src/kernel/decimal.ts'
import { readTypedAmount } from '../../../src/kernel/reading/typed-amount.ts'

/** Of the currency with the most. */
const DECIMALS_MAX = 3

/** The amounts that a search may mean: 1.234 is one of a few dinars and a thousand of dollars. Most searches mean none. */
export function searchedAmounts(search: string): readonly string[] {
  const read = readTypedAmount(search, { decimalsMax: DECIMALS_MAX })
  if (read.read === 'amount') return [formatDecimal(read.amount)]
  return read.read === 'ambiguous' ? read.meanings.map((meaning) => formatDecimal(meaning)) : []
}
