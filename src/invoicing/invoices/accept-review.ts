import { accepted } from '../rules/reviewed.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Takes a payment off the balance whose review the merchant accepts, in the caller’s transaction. */
export const acceptReview = changeForPayments('invoice.review-accepted', accepted)
