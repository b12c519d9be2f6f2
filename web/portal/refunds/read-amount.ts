// pure
import type { Language } from '../../../src/kernel/language.ts'
import { moneyText } from '../../../src/kernel/language.ts'
import { formatMoney, type Money } from '../../../src/kernel/money.ts'
import { readPayerAmount } from '../../../src/kernel/reading/typed-amount.ts'
import type { words as English } from '../words/detail/en-US.ts'

type Bounds = { readonly currency: string; readonly most: Money; readonly language: Language }
type Read = { readonly amount: string; readonly money: Money } | { readonly problem: string }

/** The typed amount as the API takes it, or its problem. Nothing is guessed: an ambiguous amount is a question. */
export function readAmount(text: string, { currency, most, language }: Bounds, words: typeof English): Read {
  const read = readPayerAmount(text, currency)
  if (read.read === 'ambiguous') {
    const [meaning] = read.meanings
    return {
      problem:
        meaning === undefined ? words.enterAmount : words.ambiguousAmount({ amount: moneyText(meaning, language) }),
    }
  }
  if (read.read !== 'amount' || read.amount.minor <= 0n) return { problem: words.enterAmount }
  if (read.amount.minor > most.minor) return { problem: words.amountTooHigh({ amount: moneyText(most, language) }) }
  return { amount: formatMoney(read.amount), money: read.amount }
}
