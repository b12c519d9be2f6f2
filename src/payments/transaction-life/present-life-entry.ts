import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { parseDecimal } from '../../kernel/decimal.ts'
import { exactDecimal } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { LifeEntry } from './life.ts'

export function presentLifeEntry({ atMs, amount, currency, ...entry }: LifeEntry) {
  const decimal = amount === undefined ? undefined : parseDecimal(amount)
  return {
    at: writtenInstant(Temporal.Instant.fromEpochMilliseconds(atMs)),
    ...entry,
    amount: decimal && exactDecimal(decimal, decimalsOfCurrency(currency ?? '') ?? 2),
    currency,
  }
}
