import { changeForPayments } from '../apply-invoice-change.ts'
import { released } from '../domain/reserved.ts'

/** Gives back what an attempt had reserved that came to nothing, in the caller’s transaction. */
export const releaseAmount = changeForPayments('invoice.released', released)
