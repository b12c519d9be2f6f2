// pure
import { dateText, type Language, moneyText } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'

/** The facts of a payment that its receipt needs. */
export type ReceivedPayment = {
  readonly paymentId: string
  readonly receivedAt: Temporal.Instant
  /** The day that the merchant named, of a payment that it received elsewhere. */
  readonly receivedOn: Temporal.PlainDate | undefined
  readonly method: 'card' | 'applePay' | 'googlePay' | 'paypal' | 'bankDebit' | 'externalPayment'
  /** The brand of a card. */
  readonly scheme: string | undefined
  /** The last digits of the account. */
  readonly suffix: string | undefined
  readonly amount: Money
  readonly refunded: Money
}

/** A payment as its payer sees it, in one language. */
export type ReceiptView = {
  readonly amount: string
  readonly paidOn: string
  readonly method: string
  readonly transactionId: string
  readonly refunded: string | undefined
}

export function receiptView(
  payment: ReceivedPayment,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): ReceiptView {
  const { amount, refunded, method, scheme, suffix } = payment
  const paidOn = payment.receivedOn ?? payment.receivedAt.toZonedDateTimeISO(timeZone).toPlainDate()
  const name = scheme ?? INVOICE_WORDS[language][method]
  return {
    amount: moneyText(amount, language),
    paidOn: dateText(paidOn, language),
    method: suffix === undefined ? name : `${name} •••• ${suffix}`,
    transactionId: payment.paymentId,
    refunded: refunded.minor === 0n ? undefined : moneyText(refunded, language),
  }
}
