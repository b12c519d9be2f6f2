import { type RawBuilder, sql } from 'kysely'
import { findInvoiceByToken, type InvoiceColumns, type LinkedInvoice } from '../../invoicing/index.ts'
import { hasLinkEnded } from '../../invoicing/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { sharedPaymentsColumn, sharedPaymentsOf } from '../attempts/payment-store.ts'
import { isAttackedColumn } from '../card-testing/episode-store.ts'
import type { SharedPayment } from '../model/shared-payment.ts'

/** Everything that the page of a link needs. */
export type LoadedPage = Omit<LinkedInvoice, 'more'> & {
  readonly token: string
  readonly payments: readonly SharedPayment[]
  /** Whether somebody tests stolen cards on the merchant's links. */
  readonly isAttacked: boolean
}

const TOKEN = /^[\w-]{64}$/

/** Undefined for a link that leads nowhere, was replaced, or belongs to a draft; the caller does not learn which. */
export async function loadPage(
  db: Db,
  { token, seesDraft }: { readonly token: string; readonly seesDraft: boolean },
): Promise<LoadedPage | undefined> {
  const found = TOKEN.test(token) ? await findInvoiceByToken(db, token, moreColumn) : undefined
  if (found === undefined || (found.invoice.status === 'DRAFT' && !seesDraft)) return undefined
  const { more, ...linked } = found
  return { ...linked, token, payments: sharedPaymentsOf(more.payments), isAttacked: more.isAttacked }
}

type More = { readonly payments: Parameters<typeof sharedPaymentsOf>[0]; readonly isAttacked: boolean }

/** Read with the invoice, by the same statement. */
function moreColumn(invoice: InvoiceColumns): RawBuilder<More> {
  return sql`json_build_object('payments', ${sharedPaymentsColumn(invoice)}, 'isAttacked', ${isAttackedColumn(invoice)})`
}

export function isLinkEnded({ invoice }: LoadedPage, at: Temporal.Instant): boolean {
  return hasLinkEnded(invoice, at)
}
