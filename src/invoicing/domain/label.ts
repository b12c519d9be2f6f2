/** What a merchant has made of one label of the payment page; undefined parts are as they come. */
export type CustomLabel = {
  readonly key: LabelKey
  readonly value?: string
  readonly hidden?: boolean
  readonly hiddenForInvoice?: boolean
  readonly hiddenForItem?: boolean
}

export const LABEL_KEYS = [
  'billTo',
  'companyName',
  'customerId',
  'description',
  'discount',
  'invoiceNumber',
  'partialPayment',
  'shipping',
  'tax',
] as const
export type LabelKey = (typeof LABEL_KEYS)[number]
