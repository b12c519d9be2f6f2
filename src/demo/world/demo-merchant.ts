import type { MerchantProfile } from './merchant-profiles.ts'
import { padded } from './padded.ts'

/** A merchant whose year is generated. */
export type DemoMerchant = {
  readonly merchantId: string
  /** Starts at 1. */
  readonly number: number
  readonly profile: MerchantProfile
  readonly timeZone: string
  /** The number of its transactions in the year. */
  readonly transactions: number
}

/** The processor's id of the merchant. */
export function processorIdOf({ number }: DemoMerchant): string {
  return `4200${padded(number, 8)}`
}

/** The last digits of the merchant's bank account. */
export function bankAccountSuffixOf({ number }: DemoMerchant): string {
  return padded((number * 1_117) % 10_000, 4)
}
