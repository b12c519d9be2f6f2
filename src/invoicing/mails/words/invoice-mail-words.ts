// pure
import type { Terms } from '../../../kernel/wording/terms.ts'

type Seller = { readonly seller: string }
type Due = { readonly due: string }
/** The number is undefined if the merchant hides it. */
type Invoice = Seller & { readonly number: string | undefined }
type DueAmount = Due & { readonly amount: string }
type PayableInvoice = Invoice & DueAmount

/** The words of mails about an invoice, besides the names of an invoice's parts. */
export type InvoiceMailWords = OwnInvoiceMailWords & Terms

/** The words that each language defines itself. */
export type OwnInvoiceMailWords = {
  readonly subjects: {
    readonly due: (invoice: PayableInvoice) => string
    /** Sent, for example again, after its due date. */
    readonly overdue: (invoice: PayableInvoice) => string
    readonly nothingDue: (invoice: Invoice) => string
    /** Both reminders begin with the word. */
    readonly reminder: (invoice: PayableInvoice) => string
    readonly overdueReminder: (invoice: PayableInvoice) => string
    readonly canceled: (invoice: Invoice) => string
  }
  /** Where the others would be cut off: with the amount first, or next to the word for a reminder. */
  readonly shortSubjects: {
    readonly due: (invoice: DueAmount) => string
    readonly overdue: (invoice: DueAmount) => string
    readonly reminder: (invoice: DueAmount) => string
    readonly overdueReminder: (invoice: DueAmount) => string
  }
  readonly titles: {
    readonly invoice: (who: Seller) => string
    readonly reminder: string
    readonly overdueReminder: string
    readonly canceled: string
  }
  readonly preheaders: {
    readonly payBy: (invoice: Due) => string
    readonly view: string
    readonly overdue: (invoice: Due) => string
    readonly canceled: string
  }
  readonly wasDue: (invoice: Due) => string
  readonly sent: (who: Seller) => string
  readonly sentAgain: (who: Seller) => string
  readonly dueIn: (time: { readonly days: number }) => string
  readonly dueToday: string
  readonly overdue: string
  readonly alreadyPaid: string
  readonly canceled: (who: Seller) => string
  /** A closing line for messages of other programs. */
  readonly thankYou: string
  readonly attached: string
  readonly why: (who: Seller & { readonly address: string }) => string
}
