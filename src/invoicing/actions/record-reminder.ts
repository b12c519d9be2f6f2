import { changeForPayments } from '../apply-invoice-change.ts'
import { reminded } from '../domain/reminded.ts'

/** Keeps that a reminder was sent, in the caller’s transaction. */
export const recordReminder = changeForPayments('invoice.reminded', reminded)
