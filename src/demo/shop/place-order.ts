import type { Day } from '../world/calendar.ts'
import { type Currency, partOf, priced } from '../world/currencies.ts'
import { customerOf } from '../world/customers.ts'
import type { Channel, Product } from '../world/merchant-profiles.ts'
import { padded } from '../world/padded.ts'
import { Random, weighted } from '../world/random.ts'
import {
  ADDRESS_ABROAD,
  ADDRESS_CHECKED,
  APPROVED,
  DECLINES,
  REJECTED,
  REVIEWED,
  VERIFICATIONS,
  type Verdict,
  WRONG_ADDRESS,
  WRONG_VERIFICATION,
} from '../world/verdicts.ts'
import { momentOf } from '../world/volume.ts'
import type { Sale } from './sale.ts'
import type { Shop } from './shop.ts'

const DECLINED_PERCENT = 8
const REVIEWED_PERCENT = 5
const REJECTED_PERCENT = 2
const RETURNING_PERCENT = 58
const TOKEN_PERCENT = 18
const LARGE_ORDER_DOLLARS = 250
const ORDER_NUMBERS_FROM = 100_000

const QUANTITIES = weighted([
  [1, 76],
  [2, 17],
  [3, 7],
])
const SIZES = [0.75, 1, 1, 1, 1.25, 1.5, 2]
const WALLETS = weighted<string | undefined>([
  [undefined, 86],
  ['Apple Pay', 8],
  ['Google Pay', 6],
])
const CAMPAIGNS = weighted<string | undefined>([
  [undefined, 88],
  ['newsletter', 6],
  ['search', 4],
  ['friends', 2],
])
const SOURCES: Readonly<Record<Channel, string>> = {
  web: 'Hosted Checkout',
  shop: 'REST API',
  phone: 'Virtual Terminal',
  invoice: 'Invoicing',
  link: 'Pay by Link',
  plan: 'Recurring Billing',
}
/** Countries whose issuers verify addresses. */
const CHECKED_COUNTRIES: ReadonlySet<string> = new Set(['US', 'GB', 'AU'])

/** Makes an order of some customer at some time of the day. */
export function orderedSale(shop: Shop, day: Day): Sale {
  const { random, profile } = shop
  const isReturning = shop.customers > 0 && random.isWithin(RETURNING_PERCENT)
  // Some customers order much more often than others.
  const number = isReturning ? Math.floor(shop.customers * random.next() * random.next()) : shop.customers
  if (!isReturning) shop.customers += 1
  const channel = random.pick(profile.channels)
  return saleOf(shop, {
    customerNumber: number,
    isNewCustomer: !isReturning,
    channel,
    atMs: momentOf(day, profile.rhythm, random),
    product: random.pick(profile.products),
    quantity: random.pick(QUANTITIES),
    size: random.pick(SIZES),
    currency: random.pick(profile.currencies),
    hasToken: isReturning && channel === 'web' && random.isWithin(TOKEN_PERCENT),
    planId: undefined,
  })
}

type Order = {
  readonly customerNumber: number
  readonly isNewCustomer: boolean
  readonly channel: Channel
  readonly atMs: number
  readonly product: Product
  readonly quantity: number
  /** The product's price is multiplied by this. */
  readonly size: number
  readonly currency: Currency
  readonly hasToken: boolean
  readonly planId: string | undefined
}

/** Adds the parts of the shop, the fraud check and the issuer to the order. */
export function saleOf(shop: Shop, order: Order): Sale {
  const { random, profile, seed, merchant } = shop
  const { customerNumber, isNewCustomer, channel, atMs, product, quantity, currency } = order
  shop.orders += 1
  const unitPrice = priced(product.dollars * order.size, currency)
  const amount = unitPrice * quantity
  const isLarge = product.dollars * order.size * quantity > LARGE_ORDER_DOLLARS
  const isScreened = profile.hasFraudCheck && channel === 'web' && (isLarge || (isNewCustomer && random.isWithin(40)))
  const verdict = verdictOn(random, isScreened)
  const customer = customerOf(
    { seed, merchantNumber: merchant.number, profile, lastYear: shop.days.at(-1)?.year ?? 0 },
    customerNumber,
  )
  return {
    merchant,
    customer,
    isNewCustomer,
    channel,
    source: channel === 'web' && random.isWithin(55) ? 'REST API' : SOURCES[channel],
    reference: `${channel === 'invoice' ? 'INV' : 'ORD'}-${ORDER_NUMBERS_FROM + shop.orders}`,
    processorReference: `P${padded(merchant.number, 3)}${padded(shop.orders, 8)}`,
    requestId: shop.requestId(atMs),
    atMs,
    product,
    quantity,
    unitPrice,
    amount,
    tax: partOf(amount, profile.taxRate, currency),
    currency,
    verdict,
    isScreened,
    ...checksOf(random, { channel, verdict, country: customer.country.code }),
    authorizationCode: verdict.outcome === 'declined' ? undefined : padded(random.below(1_000_000), 6),
    wallet: channel === 'web' ? random.pick(WALLETS) : undefined,
    campaign: channel === 'web' ? random.pick(CAMPAIGNS) : undefined,
    token: order.hasToken ? tokenOf(shop, customerNumber) : undefined,
    planId: order.planId,
  }
}

function verdictOn(random: Random, isScreened: boolean): Verdict {
  if (isScreened && random.isWithin(REJECTED_PERCENT)) return REJECTED
  if (random.isWithin(DECLINED_PERCENT)) return random.pick(DECLINES)
  return isScreened && random.isWithin(REVIEWED_PERCENT) ? REVIEWED : APPROVED
}

/** The issuer's results for address and verification number; there are none in a shop or for a plan. */
function checksOf(
  random: Random,
  { channel, verdict, country }: { channel: Channel; verdict: Verdict; country: string },
): Pick<Sale, 'addressCheck' | 'verification'> {
  if (channel === 'shop' || channel === 'plan') {
    return { addressCheck: undefined, verification: undefined }
  }
  const answers = CHECKED_COUNTRIES.has(country) ? ADDRESS_CHECKED : ADDRESS_ABROAD
  return {
    addressCheck: verdict === WRONG_ADDRESS ? 'N' : random.pick(answers),
    verification: verdict === WRONG_VERIFICATION ? 'N' : random.pick(VERIFICATIONS),
  }
}

const TOKEN_STREAM = 11

/** A token of 32 digits, unique to the customer. */
function tokenOf({ seed, merchant }: Shop, customerNumber: number): string {
  const random = new Random(seed, merchant.number, customerNumber, TOKEN_STREAM)
  const digits = () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return `${digits()}${digits()}${digits()}${digits()}`.toUpperCase()
}
