// pure
import { plainEmail } from '../../kernel/person.ts'
import type { ConsentingCustomer } from '../model/attempt.ts'

/**
 * Whether two invoices are to the same customer: by the merchant's own customer number where both have one, otherwise by
 * mail address. Invoices that have neither in common are to different customers.
 */
export function isSameCustomer(one: ConsentingCustomer, other: ConsentingCustomer): boolean {
  if (one.merchantCustomerId !== undefined && other.merchantCustomerId !== undefined) {
    return one.merchantCustomerId === other.merchantCustomerId
  }
  if (one.email === undefined || other.email === undefined) return false
  return plainEmail(one.email) === plainEmail(other.email)
}
