// pure
import type { Terms } from '../../../kernel/wording/terms.ts'

/** The names of an invoice's parts in documents, pages and mails. */
export type InvoiceWords = OwnInvoiceWords & Terms

/** The words that each language defines itself. */
export type OwnInvoiceWords = {
  readonly invoice: string
  readonly invoiceNumber: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly description: string
  readonly billTo: string
  readonly customerId: string
  readonly companyName: string
  readonly item: string
  readonly quantity: string
  readonly unitPrice: string
  readonly discount: string
  readonly tax: string
  readonly shipping: string
  readonly shippingTax: string
  readonly subtotal: string
  /** Where the lines contain their tax and the rows below add it. */
  readonly netSubtotal: string
  /** A tax with its rate, and the part of the subtotal that it applies to. */
  readonly taxOn: (row: { readonly tax: string; readonly net: string }) => string
  readonly total: string
  readonly paidSoFar: string
  readonly amountDue: string
  readonly vatNumber: string
  readonly partialPayment: string
  readonly payOnline: string
  /** Read aloud instead of the code. */
  readonly qrCode: (place: { readonly host: string }) => string
  /** The invoice can no longer be paid by its link. */
  readonly statusExpired: string
  /** Sentences below an amount that is not to be paid now. */
  readonly canceledNote: string
  readonly expiredNote: string
  readonly underReviewNote: string
  readonly receipt: string
  readonly amountPaid: string
  readonly paidOn: string
  readonly paymentMethod: string
  readonly transactionId: string
  readonly balanceAfter: string
  readonly refunded: string
  readonly card: string
  readonly applePay: string
  readonly googlePay: string
  readonly paypal: string
  readonly bankDebit: string
  /** Paid on the provider's page by a method that the provider did not name. */
  readonly hosted: string
  /** The method of a payment that the merchant received elsewhere. */
  readonly externalPayment: string
  readonly pageOf: (place: { readonly page: string; readonly pages: string }) => string
}
