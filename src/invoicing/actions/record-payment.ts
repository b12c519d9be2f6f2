import { changeForPayments } from '../apply-invoice-change.ts'
import { paid } from '../domain/paid.ts'

/** Takes a payment that was made off the balance, in the caller’s transaction. */
export const recordPayment = changeForPayments('invoice.paid', paid)
