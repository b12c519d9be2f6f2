import { changeForPayments } from '../apply-invoice-change.ts'
import { held } from '../domain/reviewed.ts'

/** Holds the invoice while a payment is under fraud review, in the caller’s transaction. */
export const holdForReview = changeForPayments('invoice.held', held)
