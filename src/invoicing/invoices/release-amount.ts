import { released } from '../rules/reserved.ts'
import { changeForPayments } from '../storage/apply-invoice-change.ts'

/** Gives back what an attempt had reserved that came to nothing, in the caller’s transaction. */
export const releaseAmount = changeForPayments('invoice.released', released)
