import type { Db } from '../../platform/postgres/database.ts'
import { findResendWait } from '../invoices/check-mail.ts'
import type { Invoice } from '../rules/invoice.ts'
import { INVOICE_NUMBER } from '../rules/terms/invoice-fields.ts'
import { findInvoice } from '../storage/invoice-store.ts'
import type { LoadedInvoiceWithHistory } from '../storage/loaded-invoice.ts'
import { getLoadedInvoice, invoiceNotFound } from '../storage/lock-target.ts'
import { invoiceNumberOf, subjectOf } from '../storage/save-change.ts'
import { findNamedInvoices } from './attention-store.ts'
import { findFirstInvoices } from './first-steps-store.ts'
import { isRepeatedMail, MERCHANT_ACTIONS, type MerchantAction, refusalOf } from './merchant-actions.ts'
import { hasInvoices, sumOwed } from './owed-store.ts'
import { paidAmounts } from './paid-amount-store.ts'

type ActionState = {
  readonly action: MerchantAction
  /** Why it would be refused now; undefined if it would succeed. */
  readonly refusal: string | undefined
  /** When a limit ends that refuses it now. */
  readonly availableAt: Temporal.Instant | undefined
}

type Place = { readonly organizationId: string; readonly invoiceNumber: string }

/** Loads an invoice with the newest entries of its history; refuses if it does not exist. */
async function loadWithHistory(
  db: Db,
  place: Place,
  { limit }: { readonly limit: number },
): Promise<LoadedInvoiceWithHistory> {
  const isNumber = INVOICE_NUMBER.test(place.invoiceNumber)
  const found = isNumber ? await findInvoice(db, place, { offset: 0, limit }) : undefined
  if (found === undefined) throw invoiceNotFound()
  return found
}

/** Every action of the merchant, and why it would be refused now: by the state, or by the limit of repeated mails. */
async function findActions(
  db: Db,
  invoice: Invoice,
  { at }: { readonly at: Temporal.Instant },
): Promise<readonly ActionState[]> {
  const { email: address } = invoice.terms.customer
  const wait = address === undefined ? undefined : await findResendWait(db, { invoice, address, at })
  return MERCHANT_ACTIONS.map((action) => {
    const refusal = refusalOf(action, invoice, { at })
    const limit = refusal === undefined && isRepeatedMail(action, invoice) ? wait : undefined
    return { action, refusal: refusal ?? (limit && `The invoice ${limit.sentence}.`), availableAt: limit?.until }
  })
}

/** For people who look after invoices. */
export const invoiceCare = {
  load: getLoadedInvoice,
  loadWithHistory,
  findActions,
  /** The invoice's name in events and mails, and the opposite. */
  subjectOf,
  invoiceNumberOf,
  findNamedInvoices,
  hasInvoices,
  sumOwed,
  paidAmounts,
  findFirstInvoices,
}
