// pure
import type { Invoice } from './invoice.ts'

/** What existing clients and payment pages expect in the address. */
const VERSION = 'v2.1'
export const PAYMENT_PATH = '/pay/'
const LINK_MONTHS = 12

/** Where the payer pays; while the invoice is a draft the page is the merchant's alone. */
export function paymentLinkOf(
  { paymentToken }: Pick<Invoice, 'paymentToken'>,
  { baseUrl }: { readonly baseUrl: string },
): string {
  return `${baseUrl}${PAYMENT_PATH}${paymentToken}?version=${VERSION}`
}

/**
 * From when on the link takes no payment: 00:00 GMT of the expiration date, else twelve months after the
 * due date or the publication, whichever is later. Undefined for a draft without an expiration date,
 * because it can be published at any time.
 */
export function linkEndsAt({
  terms,
  publishedAt,
}: Pick<Invoice, 'terms' | 'publishedAt'>): Temporal.Instant | undefined {
  if (terms.expiration !== undefined) return startOf(terms.expiration.on)
  if (publishedAt === undefined) return undefined
  const afterDue = startOf(terms.dueOn.add({ months: LINK_MONTHS }))
  const afterPublication = publishedAt.toZonedDateTimeISO('UTC').add({ months: LINK_MONTHS }).toInstant()
  return Temporal.Instant.compare(afterDue, afterPublication) > 0 ? afterDue : afterPublication
}

function startOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime('UTC').toInstant()
}
