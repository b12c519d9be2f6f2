// pure
import { findCardScheme } from '../../catalogue/codes/card-schemes.ts'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import type { ListedTransaction } from './transaction-list.ts'

/** Decimals of an amount whose currency is unknown. */
const USUAL_DECIMALS = 2

/** With all the decimals of its currency; undefined if nothing says an amount. */
export function amountText({ amount, currency }: Pick<ListedTransaction, 'amount' | 'currency'>): string | undefined {
  const decimal = amount === null ? undefined : parseDecimal(amount)
  return decimal && formatDecimal(decimal, decimalsOfCurrency(currency) ?? USUAL_DECIMALS)
}

export function nameOf({ firstName, lastName }: Pick<ListedTransaction, 'firstName' | 'lastName'>): string | undefined {
  return [firstName, lastName].filter((name) => name !== '').join(' ') || undefined
}

/** The card's scheme or another means of payment; undefined if nothing says it. */
export function methodOf(transaction: ListedTransaction): string | undefined {
  const { type, scheme, wallet, externalMethod, application } = transaction
  if (type === 'EXTERNAL') return externalMethod || undefined
  if (scheme !== '') return findCardScheme(scheme)?.name ?? scheme
  if (/_ecp_/.test(application)) return 'bankDebit'
  return wallet || undefined
}
