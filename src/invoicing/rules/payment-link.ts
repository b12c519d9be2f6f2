// pure
import type { Invoice } from './invoice.ts'

/** Existing clients and payment pages expect it in the URL. */
const VERSION = 'v2.1'
const PAYMENT_PATH = '/pay/'
const LINK_MONTHS = 12

/** The URL where the payer pays. The page of a draft is for the merchant only. */
export function paymentLinkOf(
  { paymentToken }: Pick<Invoice, 'paymentToken'>,
  { baseUrl }: { readonly baseUrl: string },
): string {
  return `${baseUrl}${PAYMENT_PATH}${paymentToken}?version=${VERSION}`
}

/**
 * When the link stops accepting payments: 00:00 GMT of the expiration date, or twelve months after the
 * due date or the publication, whichever is later. Undefined for a draft without an expiration date,
 * because it can be published at any time.
 */
export function linkEndsAt({
  terms,
  publishedAt,
}: Pick<Invoice, 'terms' | 'publishedAt'>): Temporal.Instant | undefined {
  if (terms.expiresOn !== undefined) return startOf(terms.expiresOn)
  if (publishedAt === undefined) return undefined
  const afterDue = startOf(terms.dueOn.add({ months: LINK_MONTHS }))
  const afterPublication = publishedAt.toZonedDateTimeISO('UTC').add({ months: LINK_MONTHS }).toInstant()
  return Temporal.Instant.compare(afterDue, afterPublication) > 0 ? afterDue : afterPublication
}

/** Whether the link no longer accepts payments. */
export function hasLinkEnded(invoice: Pick<Invoice, 'terms' | 'publishedAt'>, now: Temporal.Instant): boolean {
  const endsAt = linkEndsAt(invoice)
  return endsAt !== undefined && Temporal.Instant.compare(endsAt, now) <= 0
}

function startOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime('UTC').toInstant()
}
