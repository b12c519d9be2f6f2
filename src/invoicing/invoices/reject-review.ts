import { rejected } from '../rules/reviewed.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Opens the invoice again after the merchant has rejected a payment, in the caller’s transaction. */
export const rejectReview = changeForPayments('invoice.review-rejected', rejected)
