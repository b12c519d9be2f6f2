// pure
type Seller = { readonly seller: string }
type Amount = { readonly amount: string }
type Day = { readonly day: string }
/** The number is undefined if the merchant hides it. */
type Payment = Seller & Amount & { readonly number: string | undefined }
/** Merchants always see it. */
type Noted = Amount & { readonly number: string }

/** The words of mails about payments, besides the labels of invoices and receipts. */
export type PaymentMailWords = {
  readonly subjects: {
    readonly receipt: (payment: Payment) => string
    readonly partialReceipt: (payment: Payment) => string
    readonly review: (payment: Payment) => string
    readonly refund: (payment: Payment) => string
  }
  /** Where the others would be cut off. */
  readonly shortSubjects: {
    readonly receipt: (payment: Amount) => string
    readonly partialReceipt: (payment: Amount) => string
    readonly review: (payment: Amount) => string
    readonly refund: (payment: Amount) => string
  }
  readonly thankYou: string
  readonly received: (who: Seller) => string
  readonly paidInFull: string
  readonly paidOn: (when: Day) => string
  readonly underReview: string
  readonly reviewText: (who: Seller) => string
  readonly reviewEnd: string
  readonly refundTitle: string
  readonly refundText: (refund: Seller & Amount) => string
  readonly refundTime: string
  readonly refundedOn: (when: Day) => string
  readonly refundId: string
  readonly originalPayment: string
  readonly viewReceipt: string
  readonly attached: string
  readonly why: (who: Seller) => string

  /** To the merchant. */
  readonly merchant: {
    readonly approved: {
      readonly subject: (payment: Noted) => string
      readonly title: string
      readonly paidInFull: string
    }
    readonly review: {
      readonly subject: (payment: Noted) => string
      readonly title: string
      readonly text: string
    }
    readonly refunded: {
      readonly subject: (payment: Noted) => string
      readonly title: string
      readonly text: string
    }
    readonly customer: string
    readonly why: (who: Seller) => string
    /** Somebody tests stolen cards on the merchant's links. */
    readonly cardTesting: {
      readonly subject: (who: Seller) => string
      readonly title: string
      readonly happened: string
      readonly now: string
      readonly todo: string
      readonly view: string
      readonly declined: string
      readonly attempts: string
      readonly since: string
      readonly why: (who: Seller) => string
    }
  }
}
