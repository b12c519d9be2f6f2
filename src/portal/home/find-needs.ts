import { invoiceCare } from '../../invoicing/index.ts'
import { FAILED_MAILS_MAX } from '../../invoicing/pure.ts'
import { subjectLog } from '../../notifications/index.ts'
import { findOrganizations, organizationsBelow, type people } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { paymentCare } from '../../payments/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findFailedReports } from '../../reporting/index.ts'
import { CANDIDATES_MAX, ENTRIES_MAX } from './contract.ts'

/** Things that somebody should look at, by reason; undefined where the caller may not see them. */
export type Needs = Awaited<ReturnType<typeof findNeeds>>
export type Permission = Parameters<typeof people.hasPermission>[1]

type Asked = {
  readonly organization: Pick<Organization, 'organizationId'>
  readonly may: (permission: Permission) => boolean
  readonly at: Temporal.Instant
}

const LATELY_DAYS = 7

export async function findNeeds(db: Db, { organization: { organizationId }, may, at }: Asked) {
  const since = at.subtract({ hours: LATELY_DAYS * 24 })
  const owner = { organizationId, limit: ENTRIES_MAX }
  const ifMay = <T>(permission: Permission, find: () => Promise<T>) => (may(permission) ? find() : undefined)
  const [reviews, disputes, declines, mails, webhooks, reports] = await Promise.all([
    ifMay('reviews', () => paymentCare.findOpenReviews(db, owner)),
    ifMay('payments:read', () => paymentCare.findOpenDisputes(db, owner)),
    ifMay('payments:read', () => paymentCare.findLastDeclines(db, { organizationId, limit: CANDIDATES_MAX, at })),
    findRefusedMails(db, organizationId),
    ifMay('webhooks', () => subjectLog.findFailingWebhooks(db, { organizationId, since })),
    ifMay('reports:read', () => findFailedReports(db, { ...owner, since })),
  ])
  const about = await aboutInvoices(db, [
    ...(reviews?.first ?? []),
    ...(disputes?.first ?? []),
    ...(declines ?? []),
    ...mails,
  ])
  const names = await findOrganizations(db, about.merchants)
  return {
    reviews,
    disputes,
    declined: declines && firstOf(declines.filter(about.isOpen)),
    refusedMails: firstOf(mails.filter(about.isOpen)),
    webhooks: webhooks && firstOf(webhooks),
    reports,
    invoiceOf: about.invoiceOf,
    nameOf: (merchantId: string) => names.get(merchantId)?.name ?? merchantId,
  }
}

/** As many as the list of invoices with refused mails looks at. */
async function findRefusedMails(db: Db, organizationId: string) {
  const organizations = organizationsBelow(organizationId, { type: 'merchant' })
  const mails = await subjectLog.findFailedMails(db, { organizations, limit: FAILED_MAILS_MAX })
  return mails.map((mail) => ({ ...mail, invoiceNumber: invoiceCare.invoiceNumberOf(mail.subject) }))
}

type Place = { readonly organizationId: string; readonly invoiceNumber: string }

/** The invoices that entries are about, with one statement. */
async function aboutInvoices(db: Db, places: readonly Place[]) {
  const keyOf = ({ organizationId, invoiceNumber }: Place) => `${organizationId} ${invoiceNumber}`
  const found = await invoiceCare.findNamedInvoices(db, places)
  const invoices = new Map(found.map((invoice) => [keyOf(invoice), invoice]))
  return {
    merchants: [...new Set(found.map(({ organizationId }) => organizationId))],
    invoiceOf: (place: Place) => invoices.get(keyOf(place)),
    isOpen: (place: Place) => invoices.get(keyOf(place))?.isOpen === true,
  }
}

function firstOf<T>(all: readonly T[]): { readonly count: number; readonly first: readonly T[] } {
  return { count: all.length, first: all.slice(0, ENTRIES_MAX) }
}
