// pure
import { dateText, type Language, moneyText } from '../../kernel/language.ts'
import { compareMoney, type Money, minus, zero } from '../../kernel/money.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'

/** The facts of a payment that its receipt needs. */
export type ReceivedPayment = {
  readonly paymentId: string
  readonly receivedAt: Temporal.Instant
  /** The day that the merchant named, of a payment that it received elsewhere. */
  readonly receivedOn: Temporal.PlainDate | undefined
  /** One that has a word, or the name that its payment provider gives it. */
  readonly method: string
  /** The brand of a card. */
  readonly scheme: string | undefined
  /** The last digits of the account. */
  readonly suffix: string | undefined
  readonly amount: Money
  readonly refunded: Money
  /** The sum of the invoice's payments up to this one, which is part of it. */
  readonly paidSoFar: Money
}

/** A payment as its payer sees it, in one language. */
export type ReceiptView = {
  readonly amount: string
  readonly paidOn: string
  readonly method: string
  readonly transactionId: string
  readonly refunded: string | undefined
}

const WORDED = ['card', 'applePay', 'googlePay', 'paypal', 'bankDebit', 'hosted', 'externalPayment'] as const

function methodText(method: string, language: Language): string {
  const worded = WORDED.find((name) => name === method)
  return worded === undefined ? method : INVOICE_WORDS[language][worded]
}

/** The day on which the merchant received it, in its time zone. */
export function paymentDay(
  { receivedOn, receivedAt }: Pick<ReceivedPayment, 'receivedOn' | 'receivedAt'>,
  timeZone: string,
): Temporal.PlainDate {
  return receivedOn ?? receivedAt.toZonedDateTimeISO(timeZone).toPlainDate()
}

/** An invoice's sums after one of its payments. */
export type InstallmentView = { readonly paidSoFar: string; readonly balanceAfter: string }

/** Undefined for the only payment of an invoice, which paid all of it. */
export function installmentView(
  { amount, paidSoFar }: Pick<ReceivedPayment, 'amount' | 'paidSoFar'>,
  { total, language }: { readonly total: Money; readonly language: Language },
): InstallmentView | undefined {
  if (compareMoney(amount, total) === 0 && compareMoney(paidSoFar, total) === 0) return undefined
  return {
    paidSoFar: moneyText(minus(zero(total.currency), paidSoFar), language),
    balanceAfter: moneyText(minus(total, paidSoFar), language),
  }
}

export function receiptView(
  payment: Omit<ReceivedPayment, 'paidSoFar'>,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): ReceiptView {
  const { amount, refunded, method, scheme, suffix } = payment
  const paidOn = paymentDay(payment, timeZone)
  const name = scheme ?? methodText(method, language)
  return {
    amount: moneyText(amount, language),
    paidOn: dateText(paidOn, language),
    method: suffix === undefined ? name : `${name} •••• ${suffix}`,
    transactionId: payment.paymentId,
    refunded: refunded.minor === 0n ? undefined : moneyText(refunded, language),
  }
}
