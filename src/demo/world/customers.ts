import type { Card } from './cards.ts'
import type { Country } from './countries.ts'
import type { MerchantProfile } from './merchant-profiles.ts'
import { Random } from './random.ts'

export type Customer = {
  readonly customerId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: Country
  readonly ipAddress: string
  readonly card: Card
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** Networks reserved for documentation, so that no real address is used. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']
const DOMAINS = ['example.com', 'example.org', 'example.net']
const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
/** Cards expire up to this many years after the demo year. */
const YEARS_LEFT_MAX = 4

type CustomerBase = {
  readonly seed: number
  readonly merchantNumber: number
  readonly profile: MerchantProfile
  /** The year in which the demo data ends. */
  readonly lastYear: number
}

/** Makes the customer with a number; always the same one, so that customers need not be stored. */
export function customerOf({ seed, merchantNumber, profile, lastYear }: CustomerBase, number: number): Customer {
  const random = new Random(seed, merchantNumber, number)
  const country = random.pick(profile.countries)
  const [first, last] = [random.pick(country.firstNames), random.pick(country.lastNames)]
  const city = random.pick(country.cities)
  return {
    customerId: `C-${number + 10_001}`,
    firstName: first.written,
    lastName: last.written,
    email: `${first.latin}.${last.latin}${number}@${random.pick(DOMAINS)}`,
    // 555-01xx is reserved for fiction.
    phone: `${country.dialing} 555 01${random.between(10, 99)}`,
    street: `${random.pick(country.streets)} ${random.between(1, 180)}`,
    city: city.name,
    state: city.state,
    zip: city.zip,
    country,
    ipAddress: `${random.pick(NETWORKS)}.${random.between(1, 254)}`,
    card: random.pick(profile.cards),
    expirationMonth: random.pick(MONTHS),
    expirationYear: String(lastYear + random.between(1, YEARS_LEFT_MAX)),
  }
}
