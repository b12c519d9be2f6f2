import type { MerchantProfile } from './merchant-profiles.ts'
import { padded } from './padded.ts'

/** A merchant whose year is made. */
export type DemoMerchant = {
  readonly merchantId: string
  /** From 1 on. */
  readonly number: number
  readonly profile: MerchantProfile
  readonly timeZone: string
  /** How many transactions it makes in the year. */
  readonly transactions: number
}

/** By which its processor knows the merchant. */
export function processorIdOf({ number }: DemoMerchant): string {
  return `4200${padded(number, 8)}`
}

/** The last digits of the account to which its money goes. */
export function bankAccountSuffixOf({ number }: DemoMerchant): string {
  return padded((number * 1_117) % 10_000, 4)
}
