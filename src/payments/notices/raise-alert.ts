import type { Logger } from '../../platform/log/log.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { type Alert, type AlertKind, alertInsert } from './alert-store.ts'

const SENTENCES: Readonly<Record<AlertKind, string>> = {
  'late-charge-reversed': 'a late charge exceeds the balance and is reversed',
  'reversal-failed': 'a late charge was not reversed: the payer is charged and the invoice does not count it',
  'payment-disputed': 'a payment was disputed: its money was taken back',
  'payment-returned': 'a bank returned a payment: its money was taken back',
  'refund-failed': 'a refund failed after it had been approved: the payer has not received it',
  'refund-exceeds-payment': 'a refund made elsewhere exceeds what is left of its payment: the rest is not recorded',
  'card-testing': 'somebody tests stolen cards on the links of a merchant: payers are challenged',
}

/** Raises an alert in the transaction of its cause: a log line, and a row that stays open until it is acknowledged. */
export function raiseAlert({ log }: { readonly log: Logger }, alert: Alert): Write {
  const { kind, organizationId, paymentId, invoiceNumber } = alert
  log.error({ alert: kind, organizationId, paymentId, invoiceNumber }, SENTENCES[kind])
  return alertInsert(alert)
}
