import { returnUndelivered } from '../invoices/return-undelivered.ts'
import { invoiceMailComposers } from './composers.ts'
import { invoiceEventPresenter } from './event-data.ts'
import { loadMailFacts, pdfAttachment } from './load-mail-facts.ts'

/** The parts that messages about invoices need. */
export const invoiceMails = {
  composers: invoiceMailComposers,
  eventPresenter: invoiceEventPresenter,
  /** For the mails of other components about an invoice. */
  loadFacts: loadMailFacts,
  pdfAttachment,
  /** Returns an invoice whose mail was refused for good to CREATED. */
  returnUndelivered,
}
