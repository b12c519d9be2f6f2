// pure
import type { Decimal } from '../../kernel/decimal.ts'
import type { Language } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { CustomFieldValue } from '../custom-fields/custom-field.ts'

export const INVOICE_STATUSES = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'CANCELED'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
/** Published, and without a payment. */
export type UnpaidStatus = Extract<InvoiceStatus, 'CREATED' | 'SENT'>

export const DELIVERY_MODES = ['email', 'none'] as const
export type DeliveryMode = (typeof DELIVERY_MODES)[number]

export type Customer = {
  readonly name: string | undefined
  /** Not in the specification; stored and returned. */
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly email: string | undefined
  readonly merchantCustomerId: string | undefined
  readonly companyName: string | undefined
}

/** All amounts of an invoice are in its one currency. */
export type LineItem = {
  readonly productSku: string
  readonly productName: string | undefined
  readonly quantity: number
  /** Up to six decimals in any currency. */
  readonly unitPrice: Decimal | undefined
  readonly discountAmount: Money | undefined
  readonly discountPercent: Decimal | undefined
  readonly taxAmount: Money | undefined
  readonly taxRate: Decimal | undefined
  readonly totalAmount: Money | undefined
}

export type InvoiceAmounts = {
  readonly total: Money
  readonly subAmount: Money | undefined
  readonly minimumPartial: Money | undefined
  readonly discountAmount: Money | undefined
  readonly discountPercent: Decimal | undefined
  readonly tax: {
    readonly type: string | undefined
    readonly amount: Money | undefined
    readonly rate: Decimal | undefined
  }
  readonly freight: {
    readonly amount: Money | undefined
    readonly isTaxable: boolean | undefined
    readonly taxRate: Decimal | undefined
  }
}

/** The merchant's part of an invoice; an update replaces all of it. */
export type InvoiceTerms = {
  readonly customer: Customer
  readonly isPhoneRequested: boolean
  readonly isShippingRequested: boolean
  readonly transactionReferenceNumber: string | undefined
  readonly description: string | undefined
  readonly dueOn: Temporal.PlainDate
  /** The link ends when this day begins in GMT. */
  readonly expiresOn: Temporal.PlainDate | undefined
  readonly canPayPartially: boolean
  readonly deliveryMode: DeliveryMode
  /** The language of its mails, page and PDF; undefined for that of the settings. */
  readonly deliveryLanguage: Language | undefined
  readonly amounts: InvoiceAmounts
  /** Empty in an amount-only invoice. */
  readonly lines: readonly LineItem[]
  readonly customFieldValues: readonly CustomFieldValue[]
}

/** The program that created the invoice; updates do not change it. */
export type ClientReference = {
  readonly developerId: string | undefined
  readonly solutionId: string | undefined
}

export type Invoice = {
  readonly organizationId: string
  /** Its place in the order of creation: 1, 2, 3 and so on. */
  readonly position: number
  /** The `id` of the API. */
  readonly invoiceNumber: string
  readonly status: InvoiceStatus
  /** Grows by one with every write. */
  readonly version: number
  readonly createdAt: Temporal.Instant
  /** The merchant's last accepted request. */
  readonly submittedAt: Temporal.Instant
  readonly publishedAt: Temporal.Instant | undefined
  readonly clientReference: ClientReference
  readonly terms: InvoiceTerms
  readonly balance: Money
  /** The part of the balance that is reserved for payments in progress. */
  readonly reserved: Money
  /** How many payments are under review; the invoice is PENDING until the last is decided on. */
  readonly openReviews: number
  /** The last status without a payment before this one; the invoice returns to it when every payment is reversed. */
  readonly statusBeforePayment: UnpaidStatus | undefined
  /** 64 url-safe characters. */
  readonly paymentToken: string
}

export const HISTORY_EVENTS = [
  'DRAFT',
  'CREATE',
  'UPDATE',
  'SEND',
  'RESEND',
  'REMINDER',
  'PAYMENT',
  'CANCEL',
  'PENDING',
  'REJECTED',
] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

export type HistoryEntry = {
  readonly event: HistoryEvent
  readonly at: Temporal.Instant
  /** Only of payments. */
  readonly transaction: { readonly transactionId: string; readonly amount: Money } | undefined
}
