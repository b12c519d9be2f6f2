export { addViolationCommands } from './commands/violations.ts'
export { customFieldRoutes } from './custom-fields/routes.ts'
export { invoicesHolder } from './erasure/invoices-holder.ts'
export { invoicesOfPerson } from './erasure/person-invoice-store.ts'
export { invoicingErrors } from './http/error-shape.ts'
export { ONCE_REFUSALS, OnceHeaders, REFUSALS } from './http/refusal-contract.ts'
export { refuseNonMerchant } from './http/refuse-non-merchant.ts'
export {
  acceptReview,
  holdForReview,
  recordPayment,
  recordReminder,
  rejectReview,
  releaseAmount,
  reserveAmount,
  reversePayment,
} from './invoices/payment-actions.ts'
export { returnUndelivered } from './invoices/return-undelivered.ts'
export { invoiceRoutes } from './invoices/routes.ts'
export { invoiceListRoutes } from './lists/routes.ts'
export { invoiceMailComposers } from './mails/composers.ts'
export { invoiceEventPresenter } from './mails/event-data.ts'
export { composedMail, loadMailFacts, type MailComposerDeps, pdfAttachment } from './mails/load-mail-facts.ts'
export { type DocumentFacts, invoicePdf, receiptPdf } from './pdf/printable-invoice.ts'
export type { ReceivedPayment } from './pdf/receipt-view.ts'
export { invoicePdfRoutes } from './pdf/routes.ts'
export { reminderJobs } from './reminders/jobs.ts'
export { findNotificationAddress } from './settings/notification-address.ts'
export { settingsRoutes } from './settings/routes.ts'
export { findSettings } from './settings/settings-store.ts'
export { findInvoiceByToken, type InvoiceColumns, type LinkedInvoice } from './storage/invoice-store.ts'
export { enqueueInvoiceJobs, invoiceJobs } from './storage/jobs.ts'
export type { LoadedInvoice } from './storage/loaded-invoice.ts'
export { getInvoice, getLoadedInvoice } from './storage/lock-target.ts'
