// pure
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { HistoryEntry, Invoice } from '../rules/invoice.ts'
import type { CustomLabel } from '../settings/label.ts'

/** The merchant's settings for all its invoices. */
export type InvoiceContext = {
  readonly customLabels: readonly CustomLabel[]
  /** The active ones, and deleted ones of which the invoice has a value. */
  readonly definitions: readonly CustomFieldDefinition[]
}

export type LoadedInvoice = InvoiceContext & { readonly invoice: Invoice }

/** An invoice that is sent again every day fills a page in three years. */
export const HISTORY_PAGE_MAX = 1_000

export type LoadedInvoiceWithHistory = LoadedInvoice & {
  /** One page, newest first. */
  readonly history: readonly HistoryEntry[]
  /** The number of entries on all pages. */
  readonly historyTotal: number
}
