import { findInvoiceByToken, findSettings, type LoadedInvoice } from '../../invoicing/index.ts'
import { type InvoiceSettings, linkEndsAt } from '../../invoicing/pure.ts'
import { getOrganization, type Organization } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findPaymentsOfInvoice, type Payment } from '../attempts/payment-store.ts'

/** Everything that the page of a link needs. */
export type LoadedPage = LoadedInvoice & {
  readonly token: string
  readonly settings: InvoiceSettings
  readonly organization: Organization
  readonly payments: readonly Payment[]
}

const TOKEN = /^[\w-]{64}$/

/** Undefined for a link that leads nowhere, was replaced, or belongs to a draft: nobody learns which. */
export async function loadPage(
  db: Db,
  { token, seesDraft }: { readonly token: string; readonly seesDraft: boolean },
): Promise<LoadedPage | undefined> {
  const found = TOKEN.test(token) ? await findInvoiceByToken(db, token) : undefined
  if (found === undefined || (found.invoice.status === 'DRAFT' && !seesDraft)) return undefined
  return loadAround(db, found, token)
}

async function loadAround(db: Db, loaded: LoadedInvoice, token: string): Promise<LoadedPage> {
  const { organizationId } = loaded.invoice
  const [settings, organization, payments] = await Promise.all([
    findSettings(db, organizationId),
    getOrganization(db, organizationId),
    findPaymentsOfInvoice(db, loaded.invoice),
  ])
  return { ...loaded, token, settings, organization, payments }
}

export function isLinkEnded({ invoice }: LoadedPage, at: Temporal.Instant): boolean {
  const endsAt = linkEndsAt(invoice)
  return endsAt !== undefined && Temporal.Instant.compare(at, endsAt) >= 0
}
