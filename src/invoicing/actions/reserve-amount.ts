import { changeForPayments } from '../apply-invoice-change.ts'
import { reserved } from '../domain/reserved.ts'

/** Keeps a part of the balance for an attempt to pay, in the caller’s transaction. */
export const reserveAmount = changeForPayments('invoice.reserved', reserved)
