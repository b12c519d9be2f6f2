// pure
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { HistoryEntry, Invoice } from '../rules/invoice.ts'
import type { CustomLabel } from '../settings/label.ts'

/** What the merchant says for all its invoices and each of them shows. */
export type InvoiceContext = {
  readonly customLabels: readonly CustomLabel[]
  /** The living ones, and the deleted ones of which the invoice has a value. */
  readonly definitions: readonly CustomFieldDefinition[]
}

export type LoadedInvoice = InvoiceContext & { readonly invoice: Invoice }

export type LoadedInvoiceWithHistory = LoadedInvoice & {
  /** Newest first; of a very long one the newest part. */
  readonly history: readonly HistoryEntry[]
}
