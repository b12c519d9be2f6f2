import { changeForPayments } from '../apply-invoice-change.ts'
import { rejected } from '../domain/reviewed.ts'

/** Opens the invoice again after the merchant has rejected a payment, in the caller’s transaction. */
export const rejectReview = changeForPayments('invoice.review-rejected', rejected)
