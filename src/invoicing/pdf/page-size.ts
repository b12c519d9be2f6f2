// pure
import type { PageSize } from '../../platform/pdf/pdf-content.ts'

/** Where business letters are written on Letter paper. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE'])
const LETTER_CURRENCIES = new Set(['USD', 'CAD', 'MXN'])

/** By the merchant's country, or, if it is not known, by the currency. */
export function pageSizeOf({
  country,
  currency,
}: {
  readonly country: string | undefined
  readonly currency: string
}): PageSize {
  const isLetter = country === undefined ? LETTER_CURRENCIES.has(currency) : LETTER_COUNTRIES.has(country.toUpperCase())
  return isLetter ? 'LETTER' : 'A4'
}
