// pure
import type { Decimal } from '../../kernel/decimal.ts'

/** Which way the money of a transaction goes, and whether a processor knows of it. */
export const TRANSACTION_TYPES = ['PAYMENT', 'REFUND', 'EXTERNAL'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** How a transaction stands, by all of its services. The order is that of their weight: the heaviest one counts. */
export const TRANSACTION_STATES = ['AUTHORIZED', 'REVIEW', 'COMPLETED', 'REVERSED', 'DECLINED'] as const
export type TransactionState = (typeof TRANSACTION_STATES)[number]

export const SORT_KEYS = ['time', 'amount'] as const
type SortKey = (typeof SORT_KEYS)[number]
export type TransactionSort = { readonly key: SortKey; readonly isDescending: boolean }

/** Conditions that must all be true. Undefined means that a filter is off. */
export type TransactionFilters = {
  /** In the id, the reference, names, company, address, customer number or authorization code; four digits, an amount. */
  readonly search: string | undefined
  readonly types: readonly TransactionType[] | undefined
  readonly states: readonly TransactionState[] | undefined
  /** Included. */
  readonly from: Temporal.Instant | undefined
  /** Excluded. */
  readonly to: Temporal.Instant | undefined
  /** When the money moved, which is later than the request where a payment was captured later. Included. */
  readonly movedFrom: Temporal.Instant | undefined
  /** Excluded. */
  readonly movedTo: Temporal.Instant | undefined
  readonly amountFrom: Decimal | undefined
  readonly amountTo: Decimal | undefined
  readonly currency: string | undefined
  /** The merchant's reference, which is the number of a paid invoice. */
  readonly reference: string | undefined
  /** The payer's address, in any letter case. */
  readonly email: string | undefined
  readonly lastFour: string | undefined
  /** The card's scheme by its name. */
  readonly scheme: string | undefined
  /** The client application, such as Invoicing. */
  readonly source: string | undefined
  /** The processor's number for the merchant. */
  readonly processor: string | undefined
}

/** Two merchants may have imported transactions with the same id. */
export type TransactionKey = { readonly merchantId: string; readonly id: string }

/** Where a transaction stands in its order: milliseconds, or the amount as text. */
export type Place = TransactionKey & { readonly at: string }

export type TransactionQuery = {
  readonly merchantIds: readonly string[]
  readonly filters: TransactionFilters
  readonly sort: TransactionSort
  /** The last transaction of the page before. */
  readonly after: Place | undefined
  readonly limit: number
}

/** A transaction as a list shows it: what any of its services says about it. */
export type ListedTransaction = TransactionKey & {
  readonly type: TransactionType
  readonly state: TransactionState
  readonly occurredAtMs: number
  /** Unsigned: the type says which way it goes. */
  readonly amount: string | null
  readonly currency: string
  readonly reference: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly email: string
  readonly scheme: string
  readonly wallet: string
  readonly externalMethod: string
  readonly application: string
  readonly lastFour: string
  readonly source: string
  readonly processor: string
  readonly declineFlag: string
}

export const NO_FILTERS: TransactionFilters = {
  ...{ search: undefined, types: undefined, states: undefined, from: undefined, to: undefined, movedFrom: undefined },
  ...{ movedTo: undefined, amountFrom: undefined, amountTo: undefined, currency: undefined, reference: undefined },
  ...{ email: undefined, lastFour: undefined, scheme: undefined, source: undefined, processor: undefined },
}

export const NEWEST_FIRST: TransactionSort = { key: 'time', isDescending: true }

/** Services that take money; refunds are a matter of the catalogue. */
export const TAKING: readonly string[] = [
  ...['ics_bill', 'ics_ap_capture', 'ics_ap_sale', 'ics_bank_transfer', 'ics_bank_transfer_real_time'],
  ...['ics_boleto_payment', 'ics_china_payment', 'ics_direct_debit', 'ics_ecp_debit', 'ics_redeem_isv'],
  ...['ics_paypal_ec_do_payment', 'ics_paypal_do_ref_transaction', 'ics_paypal_do_capture'],
  ...['ics_paypal_preapproved_payment', 'ics_pinless_debit', 'ics_service_fee_bill', 'ics_service_fee_ecp_debit'],
  ...['ics_pin_debit_purchase', 'ics_gift_card_redemption', 'external_payment'],
]
/** Services that undo an authorization or a payment, besides those whose name says `reversal`. */
export const UNDOING: readonly string[] = ['ics_void', 'ics_gift_card_void', 'ics_ap_cancel']
export const UNDOING_ENDING = '_reversal$'
