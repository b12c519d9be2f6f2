export { invoiceCare } from './care/invoice-care.ts'
export { addViolationCommands } from './commands/violations.ts'
export { invoicesHolder } from './erasure/invoices-holder.ts'
export { invoicesOfPerson } from './erasure/person-invoice-store.ts'
export { ONCE_REFUSALS, REFUSALS } from './http/refusal-contract.ts'
export { refuseNonMerchant } from './http/refuse-non-merchant.ts'
export {
  acceptReview,
  holdForReview,
  recordPayment,
  rejectReview,
  releaseAmount,
  reserveAmount,
  reversePayment,
} from './invoices/payment-actions.ts'
export { invoiceMails } from './mails/invoice-mails.ts'
export type { MailComposerDeps } from './mails/load-mail-facts.ts'
export { invoicePdf, receiptPdf } from './pdf/printable-invoice.ts'
export { reminderJobs } from './reminders/jobs.ts'
export { invoicingErrors, invoicingRoutes } from './routes.ts'
export { invoicingSandboxData } from './sandbox-data.ts'
export {
  countWithoutAuthentication,
  findNotificationAddress,
  findSettings,
  findSettingValues,
} from './settings/settings-store.ts'
export { findInvoiceByToken, type InvoiceColumns, type LinkedInvoice } from './storage/invoice-store.ts'
export { getInvoice } from './storage/lock-target.ts'
