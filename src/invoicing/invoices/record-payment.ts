import { paid } from '../rules/paid.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Takes a payment that was made off the balance, in the caller’s transaction. */
export const recordPayment = changeForPayments('invoice.paid', paid)
