// pure
import type { Terms } from '../../../kernel/wording/terms.ts'
import type { DeclineReason } from '../../port/port.ts'
import type { FailureName } from '../failure-of-status.ts'
import type { PostalName, RegionName } from '../form/address-format.ts'
import type { MissingName } from '../form/form-problem.ts'
import type { ScreenName } from '../screen.ts'

type Amount = { readonly amount: string }
type Address = { readonly address: string }
type Count = { readonly count: number }
type Seller = { readonly seller: string }
type Screen = { readonly title: string; readonly text: (who: Seller) => string }

/** The words of the payment page, besides the labels of an invoice. */
export type PageWords = OwnPageWords & Terms

/** The words that each language file defines. */
export type OwnPageWords = {
  readonly title: (who: Seller) => string
  readonly language: string
  readonly testCards: string
  readonly testApproved: string
  readonly testApprovedUpTo: (limit: Amount) => string
  readonly testReview: string
  readonly testChallenge: string
  readonly testStoredDecline: string
  readonly testCardsNote: string
  readonly testAccounts: string
  readonly testAccountsNote: string
  readonly testReturned: string
  /** With script, a number of the list is a button. */
  readonly testFill: string
  /** Of a draft. */
  readonly preview: string
  readonly previewOfPublished: string
  /** The short forms of both, for a phone. */
  readonly previewMark: string
  readonly previewMarkOfPublished: string
  /** The short form of `testMode`, for a phone and beside another mark. */
  readonly testMark: string
  /** Offers the page in this table's language to payers who read another one. */
  readonly viewHere: string
  readonly changeLanguage: string
  /** One of the words of a status; Paid and Canceled are words of the documents. */
  readonly overdue: string
  readonly partlyPaid: string
  readonly expired: string
  readonly expiredOn: string
  readonly canceledOn: string
  /** The day of a payment that is under review. */
  readonly submittedOn: string
  readonly inReview: string
  readonly showAll: (items: { readonly count: number }) => string
  readonly showFewer: string
  readonly emailSeller: (who: Seller) => string
  /** For sellers with long names. */
  readonly sendEmail: string
  /** Of sellers without a mail address. */
  readonly call: (seller: { readonly phone: string }) => string
  readonly numberAndDue: (invoice: { readonly number: string; readonly due: string }) => string
  readonly details: (items: Count) => string
  readonly showDetails: string
  readonly downloadPdf: string
  /** Beside the download of a receipt. */
  readonly invoicePdf: string
  readonly paymentsSoFar: string
  readonly questions: (who: Seller) => string
  readonly secured: string

  readonly howMuch: string
  readonly fullAmount: string
  /** In place of the full amount, once a part is paid. */
  readonly remainingAmount: string
  readonly otherAmount: string
  readonly minimum: (least: Amount) => string
  readonly remaining: (rest: Amount) => string
  readonly remainingBelowMinimum: (rest: Amount) => string
  /** The same, and how to pay it all the same. */
  readonly confirmRest: (rest: Amount) => string

  readonly payWith: string
  /** Between the wallets and the other methods. */
  readonly orPayWithCard: string
  readonly cardNumber: string
  readonly expiry: string
  readonly expiryExample: string
  readonly securityCode: string
  readonly nameOnCard: string
  readonly saveCard: (who: Seller) => string
  /** Below the choice to save the card. */
  readonly saveCardRemoval: (who: Seller) => string
  readonly accountHolder: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly debitMandate: (who: Seller) => string
  readonly walletNext: (sheet: { readonly wallet: string }) => string
  /** Whatever the provider's page offers, as one choice. */
  readonly hostedChoice: string
  readonly hostedNext: string

  readonly yourDetails: string
  readonly shippingAddress: string
  readonly phone: string
  readonly fullName: string
  readonly street: string
  readonly streetMore: string
  readonly town: string
  /** Names of parts that countries call differently. */
  readonly addressParts: Readonly<Record<PostalName | RegionName, string>>
  readonly country: string
  readonly optional: (field: { readonly label: string }) => string
  readonly choose: string

  /** While the amount is not known. */
  readonly payOther: string
  readonly paying: string
  readonly stillWorking: string
  /** While the browser works, because somebody tests cards on the merchant's links. */
  readonly checking: string
  /** The same without script. */
  readonly waitFirst: (wait: { readonly seconds: number }) => string

  readonly pleaseCheck: (fields: Count) => string
  /** In place of a list that is too long to read. */
  readonly checkMarked: (fields: Count) => string
  readonly problems: Problems
  readonly declinedTitle: string
  /** The payment ended without an answer of the bank. */
  readonly notCompletedTitle: string
  readonly notCharged: string
  readonly declines: Readonly<Record<DeclineReason, string>>
  readonly tooManyDeclines: (wait: { readonly seconds: number }) => string
  readonly tooManyDeclinesMinutes: (wait: { readonly minutes: number }) => string
  /** Several attempts from the payer's network are open. */
  readonly tooManyAtOnce: (wait: { readonly seconds: number }) => string
  readonly amountChanged: string

  readonly screens: Readonly<Record<ScreenName, Screen>>
  readonly failures: Readonly<Record<FailureName, { readonly title: string; readonly text: string }>>
  readonly tryAgain: string
  /** Whether another payer's payment went through. */
  readonly checkAgain: string

  readonly thankYou: (who: Seller) => string
  readonly paidAmount: (payment: Amount) => string
  readonly receiptSent: (mail: Address) => string
  /** After a payment that is under review. */
  readonly receiptFollows: (mail: Address) => string
  readonly payRemaining: (rest: Amount) => string
  readonly copy: string
  readonly copied: string
  readonly printReceipt: string
  readonly downloadReceipt: string
  readonly leaving: (who: Seller) => string
  readonly leavingToProvider: string
  /** Below either title: nothing has to be done, unless the browser does not go on by itself. */
  readonly leavingText: string
  readonly goOn: string

  readonly confirmTitle: string
  readonly confirmText: string
  /** Out of the bank's question. */
  readonly backToInvoice: string
  readonly confirmWith: (sheet: { readonly wallet: string }) => string
  readonly confirmPayment: string
  readonly cancelPayment: string
  readonly simulated: string
  /** The sandbox's own page, where a processor's would be. */
  readonly checkout: string
}

/** The sentences beside a field with a problem. */
type Problems = {
  readonly required: string
  /** A field that was left empty. */
  readonly missing: Readonly<Record<MissingName, string>>
  readonly plainText: string
  readonly cardNumber: string
  readonly expiry: string
  readonly expired: string
  readonly securityCode: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly email: string
  readonly phone: string
  readonly choice: string
  readonly tooShort: (least: Count) => string
  readonly tooLong: (most: Count) => string
  readonly personal: string
  readonly amount: (how: { readonly example: string }) => string
  readonly wrongAmount: (how: { readonly example: string }) => string
  readonly ambiguousAmount: (meanings: { readonly one: string; readonly other: string }) => string
  readonly unclearAmount: (meaning: Amount) => string
  readonly tooManyDecimals: string
  readonly belowMinimum: (least: Amount) => string
  readonly aboveBalance: (most: Amount) => string
}
