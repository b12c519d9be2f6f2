import type { Currency } from '../world/currencies.ts'
import type { Customer } from '../world/customers.ts'
import type { DemoMerchant } from '../world/demo-merchant.ts'
import type { Channel, Product } from '../world/merchant-profiles.ts'
import type { Verdict } from '../world/verdicts.ts'

/** An order, and how its authorization ended. Amounts are in units of 1/10000. */
export type Sale = {
  readonly merchant: DemoMerchant
  readonly customer: Customer
  readonly isNewCustomer: boolean
  readonly channel: Channel
  readonly source: string
  readonly reference: string
  /** The processor's number for the payment and everything that follows from it. */
  readonly processorReference: string
  /** Of the authorization. */
  readonly requestId: string
  readonly atMs: number
  readonly product: Product
  readonly quantity: number
  readonly unitPrice: number
  readonly amount: number
  readonly tax: number
  readonly currency: Currency
  readonly verdict: Verdict
  readonly isScreened: boolean
  readonly addressCheck: string | undefined
  readonly verification: string | undefined
  readonly authorizationCode: string | undefined
  readonly wallet: string | undefined
  readonly campaign: string | undefined
  /** The token of the stored card that was charged. */
  readonly token: string | undefined
  /** The plan by which the payment recurs. */
  readonly planId: string | undefined
}

/** A capture or refund, which has its own request. */
export type Movement = {
  readonly sale: Sale
  readonly application: 'ics_bill' | 'ics_credit'
  readonly requestId: string
  readonly atMs: number
  readonly amount: number
}
