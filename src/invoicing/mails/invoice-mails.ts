import { returnUndelivered } from '../invoices/return-undelivered.ts'
import { composedInvoiceMail, invoiceMailComposers } from './composers.ts'
import { invoiceEventPresenter } from './event-data.ts'
import { loadMailFacts, mailFactsOf, pdfAttachment } from './load-mail-facts.ts'

/** The parts that messages about invoices need. */
export const invoiceMails = {
  composers: invoiceMailComposers,
  eventPresenter: invoiceEventPresenter,
  /** For the mails of other components about an invoice. */
  loadFacts: loadMailFacts,
  factsOf: mailFactsOf,
  composed: composedInvoiceMail,
  pdfAttachment,
  /** Returns an invoice whose mail was refused for good to CREATED. */
  returnUndelivered,
}
