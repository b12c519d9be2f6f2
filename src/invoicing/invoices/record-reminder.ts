import { reminded } from '../rules/reminded.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Keeps that a reminder was sent, in the caller’s transaction. */
export const recordReminder = changeForPayments('invoice.reminded', reminded)
