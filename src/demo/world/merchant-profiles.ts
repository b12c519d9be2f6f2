import { WALLETS } from './cards.ts'
import { COUNTRIES, type Country } from './countries.ts'
import { type Currency, currencyOf } from './currencies.ts'
import { weightedNames } from './random.ts'
import { BUSINESS, HIGH_STREET, ONLINE, type Rhythm } from './volume.ts'

/** The channel of an order. */
export type Channel = 'web' | 'shop' | 'phone' | 'invoice' | 'link' | 'plan'

export type Product = { readonly sku: string; readonly name: string; readonly dollars: number }

/** A fixed amount and a part of the order in millionths, for orders of these channels. */
type ServiceFee = {
  readonly channels: readonly Channel[]
  readonly fixedDollars: number
  readonly rate: number
}

/** A merchant's kind of business. */
export type MerchantProfile = {
  readonly name: string
  /** Its size relative to the others. */
  readonly weight: number
  readonly timeZone: string
  /** Days of the week on which banks are closed. */
  readonly weekend: readonly number[]
  readonly rhythm: Rhythm
  /** The countries of its customers. */
  readonly countries: readonly Country[]
  readonly currencies: readonly Currency[]
  readonly cards: (typeof WALLETS)[keyof typeof WALLETS]
  readonly channels: readonly Channel[]
  readonly products: readonly Product[]
  readonly categoryCode: string
  /** The tax included in prices, in millionths. */
  readonly taxRate: number
  readonly processor: string
  /** Whether payments are captured at shipping, a day or more after the order. */
  readonly isShipping: boolean
  readonly hasFraudCheck: boolean
  /** Percentage of web orders with payer authentication. */
  readonly authenticatedPercent: number
  /** Monthly plans, and their percentage of the transactions. */
  readonly plans: readonly Product[]
  readonly planPercent: number
  /** A surcharge for card payments. */
  readonly serviceFee: ServiceFee | undefined
}

const SATURDAY_AND_SUNDAY = [6, 7]
const FRIDAY_AND_SATURDAY = [5, 6]
const { JP, KW, BR, AU } = COUNTRIES

const WEB_SHOP: readonly Channel[] = weightedNames({ web: 84, phone: 5, invoice: 7, link: 4 })
const SHOP_ON_A_STREET: readonly Channel[] = weightedNames({ shop: 70, web: 22, invoice: 6, link: 2 })
const OFFICE: readonly Channel[] = weightedNames({ invoice: 45, web: 40, phone: 15 })

/** The common traits of most merchants. */
const USUAL = { weekend: SATURDAY_AND_SUNDAY, plans: [], planPercent: 0, serviceFee: undefined }

function customersIn(weights: { readonly [Code in keyof typeof COUNTRIES]?: number }): readonly Country[] {
  return weightedNames(weights as Record<keyof typeof COUNTRIES, number>).map((code) => COUNTRIES[code])
}

/** The first profile has a bit of everything, for demo data of a single merchant. */
export const MERCHANT_PROFILES: readonly [MerchantProfile, ...MerchantProfile[]] = [
  {
    ...USUAL,
    name: 'Harbor & Pine Outfitters',
    weight: 22,
    timeZone: 'America/New_York',
    rhythm: ONLINE,
    countries: customersIn({ US: 84, GB: 4, DE: 4, JP: 4, KW: 2, BR: 2 }),
    currencies: weightedNames({ USD: 82, EUR: 7, CAD: 5, JPY: 4, KWD: 2 }).map(currencyOf),
    cards: WALLETS.america,
    channels: WEB_SHOP,
    products: [
      { sku: 'HP-1001', name: 'Trail backpack 28 l', dollars: 89 },
      { sku: 'HP-1002', name: 'Merino socks', dollars: 18.5 },
      { sku: 'HP-1003', name: 'Rain jacket', dollars: 149.95 },
      { sku: 'HP-1004', name: 'Enamel mug', dollars: 14 },
      { sku: 'HP-1005', name: 'Two-person tent', dollars: 329 },
      { sku: 'HP-1006', name: 'Headlamp', dollars: 42.75 },
    ],
    categoryCode: '5941',
    taxRate: 74_000,
    processor: 'Northern Card Services',
    isShipping: true,
    hasFraudCheck: true,
    authenticatedPercent: 12,
    plans: [{ sku: 'HP-CLUB', name: 'Trail club, one month', dollars: 9.5 }],
    planPercent: 8,
    serviceFee: { channels: ['phone', 'link'], fixedDollars: 0.5, rate: 15_000 },
  },
  {
    ...USUAL,
    name: 'Bücherwald',
    weight: 16,
    timeZone: 'Europe/Berlin',
    rhythm: ONLINE,
    countries: customersIn({ DE: 82, CH: 12, FR: 6 }),
    currencies: weightedNames({ EUR: 86, CHF: 10, PLN: 4 }).map(currencyOf),
    cards: WALLETS.europe,
    channels: WEB_SHOP,
    products: [
      { sku: 'BW-201', name: 'Roman, gebunden', dollars: 26 },
      { sku: 'BW-202', name: 'Taschenbuch', dollars: 13.9 },
      { sku: 'BW-203', name: 'Kochbuch „Übers Feuer“', dollars: 39.9 },
      { sku: 'BW-204', name: 'Bilderbuch', dollars: 16.5 },
      { sku: 'BW-205', name: 'Geschenkgutschein', dollars: 50 },
    ],
    categoryCode: '5942',
    taxRate: 65_421,
    processor: 'Rheinische Kartenabwicklung',
    isShipping: true,
    hasFraudCheck: false,
    authenticatedPercent: 45,
  },
  {
    ...USUAL,
    name: 'Thistle & Thread',
    weight: 13,
    timeZone: 'Europe/London',
    rhythm: HIGH_STREET,
    countries: customersIn({ GB: 94, FR: 6 }),
    currencies: weightedNames({ GBP: 94, EUR: 6 }).map(currencyOf),
    cards: WALLETS.europe,
    channels: SHOP_ON_A_STREET,
    products: [
      { sku: 'TT-31', name: 'Lambswool scarf', dollars: 48 },
      { sku: 'TT-32', name: 'Tweed cap', dollars: 62 },
      { sku: 'TT-33', name: 'Knitting kit', dollars: 34.5 },
      { sku: 'TT-34', name: 'Linen shirt', dollars: 89 },
    ],
    categoryCode: '5651',
    taxRate: 166_667,
    processor: 'Albion Merchant Services',
    isShipping: false,
    hasFraudCheck: false,
    authenticatedPercent: 40,
  },
  {
    ...USUAL,
    name: '青空文具店',
    weight: 12,
    timeZone: 'Asia/Tokyo',
    rhythm: ONLINE,
    countries: [JP],
    currencies: [currencyOf('JPY')],
    cards: WALLETS.japan,
    channels: WEB_SHOP,
    products: [
      { sku: 'AB-0410', name: '万年筆', dollars: 120 },
      { sku: 'AB-0411', name: 'ノート（方眼）', dollars: 6.4 },
      { sku: 'AB-0412', name: '水彩絵具セット', dollars: 38 },
      { sku: 'AB-0413', name: '手帳', dollars: 22 },
    ],
    categoryCode: '5943',
    taxRate: 90_909,
    processor: 'あおぞら決済',
    isShipping: true,
    hasFraudCheck: true,
    authenticatedPercent: 25,
  },
  {
    ...USUAL,
    name: 'سوق اللؤلؤ',
    weight: 4,
    timeZone: 'Asia/Riyadh',
    weekend: FRIDAY_AND_SATURDAY,
    rhythm: { ...ONLINE, days: [1, 1, 1, 1.1, 1.3, 1.2, 1] },
    countries: [KW],
    currencies: weightedNames({ KWD: 90, USD: 10 }).map(currencyOf),
    cards: WALLETS.europe,
    channels: WEB_SHOP,
    products: [
      { sku: 'LQ-5', name: 'عطر العود', dollars: 95 },
      { sku: 'LQ-6', name: 'تمر فاخر', dollars: 24 },
      { sku: 'LQ-7', name: 'مبخرة', dollars: 61.5 },
    ],
    categoryCode: '5977',
    taxRate: 0,
    processor: 'Gulf Card Processing',
    isShipping: true,
    hasFraudCheck: false,
    authenticatedPercent: 60,
  },
  {
    ...USUAL,
    name: 'Static Garden Streaming',
    weight: 12,
    timeZone: 'America/Los_Angeles',
    rhythm: ONLINE,
    countries: customersIn({ US: 90, AU: 5, GB: 5 }),
    currencies: [currencyOf('USD')],
    cards: WALLETS.america,
    channels: ['web'],
    products: [
      { sku: 'SG-FILM', name: 'Single film', dollars: 3.99 },
      { sku: 'SG-SERIES', name: 'Series, one season', dollars: 12.49 },
      { sku: 'SG-YEAR', name: 'Year as a gift', dollars: 89 },
    ],
    categoryCode: '4899',
    taxRate: 0,
    processor: 'Pacific Payments',
    isShipping: false,
    hasFraudCheck: true,
    authenticatedPercent: 2,
    plans: [
      { sku: 'SG-BASIC', name: 'Month, basic', dollars: 7.99 },
      { sku: 'SG-FAMILY', name: 'Month, family', dollars: 14.99 },
    ],
    planPercent: 50,
  },
  {
    ...USUAL,
    name: 'Atelier Lumière',
    weight: 8,
    timeZone: 'Europe/Paris',
    rhythm: BUSINESS,
    countries: customersIn({ FR: 88, CH: 12 }),
    currencies: weightedNames({ EUR: 92, CHF: 8 }).map(currencyOf),
    cards: WALLETS.europe,
    channels: OFFICE,
    products: [
      { sku: 'AL-70', name: 'Lampe de bureau', dollars: 189 },
      { sku: 'AL-71', name: 'Suspension en verre soufflé', dollars: 640 },
      { sku: 'AL-72', name: 'Étude d’éclairage', dollars: 1200 },
    ],
    categoryCode: '5719',
    taxRate: 166_667,
    processor: 'Cartes du Midi',
    isShipping: true,
    hasFraudCheck: false,
    authenticatedPercent: 50,
  },
  {
    ...USUAL,
    name: 'Café da Serra',
    weight: 6,
    timeZone: 'America/Sao_Paulo',
    rhythm: ONLINE,
    countries: [BR],
    currencies: [currencyOf('BRL')],
    cards: WALLETS.europe,
    channels: WEB_SHOP,
    products: [
      { sku: 'CS-1', name: 'Café em grãos 1 kg', dollars: 19 },
      { sku: 'CS-2', name: 'Moedor manual', dollars: 54 },
      { sku: 'CS-3', name: 'Xícaras, conjunto de seis', dollars: 38.5 },
    ],
    categoryCode: '5499',
    taxRate: 152_542,
    processor: 'Cartões do Sul',
    isShipping: true,
    hasFraudCheck: true,
    authenticatedPercent: 15,
    plans: [{ sku: 'CS-CLUBE', name: 'Clube do café, um mês', dollars: 12 }],
    planPercent: 15,
  },
  {
    ...USUAL,
    name: 'Tidewater Council Services',
    weight: 4,
    timeZone: 'Australia/Sydney',
    rhythm: BUSINESS,
    countries: [AU],
    currencies: [currencyOf('AUD')],
    cards: WALLETS.europe,
    channels: OFFICE,
    products: [
      { sku: 'TC-RATES', name: 'Quarterly rates', dollars: 310 },
      { sku: 'TC-PARK', name: 'Parking permit', dollars: 45 },
      { sku: 'TC-DOG', name: 'Dog registration', dollars: 28 },
    ],
    categoryCode: '9399',
    taxRate: 0,
    processor: 'Southern Cross Acquiring',
    isShipping: false,
    hasFraudCheck: false,
    authenticatedPercent: 8,
    serviceFee: { channels: ['web', 'phone', 'invoice'], fixedDollars: 0.3, rate: 9_000 },
  },
  {
    ...USUAL,
    name: 'Ελαιώνας',
    weight: 3,
    timeZone: 'Europe/Athens',
    rhythm: HIGH_STREET,
    countries: customersIn({ GR: 90, DE: 10 }),
    currencies: [currencyOf('EUR')],
    cards: WALLETS.europe,
    channels: SHOP_ON_A_STREET,
    products: [
      { sku: 'EL-1', name: 'Ελαιόλαδο 5 l', dollars: 52 },
      { sku: 'EL-2', name: 'Ελιές Καλαμών', dollars: 9.5 },
      { sku: 'EL-3', name: 'Σαπούνι ελιάς', dollars: 4.2 },
    ],
    categoryCode: '5411',
    taxRate: 115_044,
    processor: 'Aegean Card Services',
    isShipping: false,
    hasFraudCheck: false,
    authenticatedPercent: 45,
  },
]
