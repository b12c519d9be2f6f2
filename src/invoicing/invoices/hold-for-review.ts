import { held } from '../rules/reviewed.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Holds the invoice while a payment is under fraud review, in the caller’s transaction. */
export const holdForReview = changeForPayments('invoice.held', held)
