import { reserved } from '../rules/reserved.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Keeps a part of the balance for an attempt to pay, in the caller’s transaction. */
export const reserveAmount = changeForPayments('invoice.reserved', reserved)
