// pure
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { HistoryEntry, Invoice } from '../rules/invoice.ts'
import type { CustomLabel } from '../settings/label.ts'

/** What the merchant has set for all its invoices. */
export type InvoiceContext = {
  readonly customLabels: readonly CustomLabel[]
  /** The active ones, and deleted ones of which the invoice has a value. */
  readonly definitions: readonly CustomFieldDefinition[]
}

export type LoadedInvoice = InvoiceContext & { readonly invoice: Invoice }

export type LoadedInvoiceWithHistory = LoadedInvoice & {
  /** Newest first; only the newest part of a very long history. */
  readonly history: readonly HistoryEntry[]
}
