import { changeForPayments } from '../apply-invoice-change.ts'
import { accepted } from '../domain/reviewed.ts'

/** Takes a payment off the balance whose review the merchant accepts, in the caller’s transaction. */
export const acceptReview = changeForPayments('invoice.review-accepted', accepted)
