import { invoiceJobTurns } from './bulk/jobs.ts'
import { addInvoiceCommands } from './commands/invoices.ts'
import { addViolationCommands } from './commands/violations.ts'
import { invoicesHolder } from './erasure/invoices-holder.ts'
import { invoicesOfPerson } from './erasure/person-invoice-store.ts'
import { importTurns } from './imports/jobs.ts'
import { loadUnsaved } from './previews/load-unsaved.ts'
import { acceptPreviews, PREVIEW_BYTES_MAX, readUnsaved, UnsavedContract } from './previews/read-unsaved.ts'
import { reminderJobs } from './reminders/jobs.ts'
import { invoiceJobPruning } from './retention/jobs.ts'
import { skipNumbers } from './storage/skip-numbers-store.ts'

export { invoiceCare } from './care/invoice-care.ts'
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

/**
 * The work without a request: reminders, turns of work on many invoices, the removal of what has expired, and the numbers
 * that a restored copy leaves out.
 */
export const invoicingWork = {
  jobs: reminderJobs,
  turns: (deps: Parameters<typeof importTurns>[0] & Parameters<typeof invoiceJobTurns>[0]) => ({
    ...invoiceJobTurns(deps),
    ...importTurns(deps),
  }),
  pruning: invoiceJobPruning,
  skipNumbers,
}

/** The personal data of invoices, for erasures. */
export const invoicesErasure = { holder: invoicesHolder, ofPerson: invoicesOfPerson }

/** Invoices and settings as they would be if they were saved. */
export const unsavedInvoices = {
  accept: acceptPreviews,
  read: readUnsaved,
  load: loadUnsaved,
  contract: UnsavedContract,
  bytesMax: PREVIEW_BYTES_MAX,
}

export const invoicingCommands = { addInvoices: addInvoiceCommands, addViolations: addViolationCommands }
