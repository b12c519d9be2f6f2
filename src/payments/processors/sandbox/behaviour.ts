// pure
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import type { Money } from '../../../kernel/money.ts'
import type { AccountFacts, Card, MethodName, Source } from '../../port/port.ts'
import { ABOVE_LIMIT, type Behaviour, FREE_UNITS_MAX, TEST_ACCOUNTS, TEST_AMOUNTS, TEST_CARDS } from './test-cards.ts'

/** A method that only the sandbox knows; payers find it on its checkout page. */
export const TEST_PAY = 'testpay'

/** The means of payment, entered on our page or on the sandbox's own. */
export type CheckoutSource = Source | { readonly method: typeof TEST_PAY }

/** The means of payment, as far as the sandbox may keep it. */
export type Means = {
  readonly method: MethodName
  readonly account: AccountFacts
  /** Before the amount is known. */
  readonly behaviour: Behaviour
}

/** Unknown cards and accounts are declined. */
export function meansOf(source: CheckoutSource): Means {
  return { method: source.method, account: accountFactsOf(source), behaviour: behaviourOfSource(source) }
}

/** How the sandbox treats a charge of this amount. */
export function behaviourOf({ behaviour }: Means, amount: Money): Behaviour {
  return behaviour.isByAmount === true ? behaviourOfAmount(amount) : behaviour
}

/** The event some days after the charge; only a bank debit can be returned by the bank. */
export function laterEventOf({ later }: Behaviour, { method }: Means): Behaviour['later'] {
  return later === 'bankReturn' && method !== 'bankDebit' ? undefined : later
}

function behaviourOfSource(source: CheckoutSource): Behaviour {
  switch (source.method) {
    case 'card':
      return TEST_CARDS[source.card.number] ?? { decline: 'invalidCard' }
    case 'bankDebit':
      return TEST_ACCOUNTS[source.account.accountNumber] ?? { decline: 'accountProblem' }
    case 'applePay':
    case 'googlePay':
    case 'paypal':
    case TEST_PAY:
      return { isByAmount: true }
  }
}

function behaviourOfAmount(amount: Money): Behaviour {
  const units = unitsOf(amount)
  if (units < FREE_UNITS_MAX || (units === FREE_UNITS_MAX && amount.minor % perUnit(amount) === 0n)) return {}
  return TEST_AMOUNTS[Number(units)] ?? ABOVE_LIMIT
}

function unitsOf(amount: Money): bigint {
  return amount.minor / perUnit(amount)
}

function perUnit({ currency }: Money): bigint {
  return 10n ** BigInt(decimalsOfCurrency(currency) ?? 0)
}

/** First digits of a number by scheme, as far as test cards need them. */
const SCHEMES: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^5[1-5]|^2[2-7]/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6011|^65/, 'Discover'],
  [/^35/, 'JCB'],
]
const BIN_DIGITS = 6
const SUFFIX_DIGITS = 4

/** Nothing is known of the account. */
export const NO_ACCOUNT: AccountFacts = {
  scheme: undefined,
  bin: undefined,
  suffix: undefined,
  expirationMonth: undefined,
  expirationYear: undefined,
}

/** The facts of the account that may be kept. */
function accountFactsOf(source: CheckoutSource): AccountFacts {
  if (source.method === 'card') return cardFactsOf(source.card)
  const suffix = source.method === 'bankDebit' ? source.account.accountNumber.slice(-SUFFIX_DIGITS) : undefined
  return { ...NO_ACCOUNT, suffix }
}

function cardFactsOf({ number, expirationMonth, expirationYear }: Card): AccountFacts {
  return {
    scheme: SCHEMES.find(([digits]) => digits.test(number))?.[1],
    bin: number.slice(0, BIN_DIGITS),
    suffix: number.slice(-SUFFIX_DIGITS),
    expirationMonth,
    expirationYear,
  }
}
