// pure
import { assert } from '../../kernel/assert.ts'
import { type Money, parseMoney } from '../../kernel/money.ts'

/**
 * The smallest part that a payer can pay where the invoice names none, by currency: a round number worth about a US
 * dollar when the table was made. A part of a cent pays no one; it only tells whether a stolen card works.
 */
const CURRENCIES_OF_MINIMUM: Readonly<Record<string, string>> = {
  '0.02': 'CLF',
  '0.5': 'BHD KWD OMR',
  '1': 'AUD BMD BND BSD CAD CHE CHF CHW EUR FKP GBP GIP JOD KYD NZD PAB SGD SHP USD USN XAD',
  '2': 'AWG AZN BAM BBD BGN BOV BZD FJD GEL MXV TND TOP WST XCD XCG',
  '5': 'AED BOB BRL BYN CNY DKK ILS LYD MYR PEN PGK PLN QAR RON SAR TMT TTD',
  '10': 'BWP COU GHS GTQ HKD MAD MOP NOK SBD SCR SEK SVC TJS UYI',
  '20': 'CUP CZK ERN HNL LSL MDL MVR MXN NAD SLE STN SZL THB TWD UYW ZAR ZMW ZWG',
  '50': 'AFN DOP EGP MKD MRU MUR MZN NIO PHP SRD TRY UAH UYU',
  '100': 'ALL BDT BTN CVE DZD ETB GMD HTG INR ISK JPY KES KGS NPR RSD RUB VUV XPF',
  '200': 'DJF GYD JMD LKR LRD PKR YER',
  '500': 'AMD CRC HUF KMF KZT SDG SOS VED VES XAF XOF',
  '1000': 'AOA ARS CLP IQD KPW KRW NGN RWF',
  '2000': 'BIF CDF MMK MWK TZS',
  '5000': 'COP KHR MGA MNT PYG SSP UGX',
  '10000': 'GNF SYP UZS',
  '20000': 'IDR LAK VND',
  '50000': 'IRR',
  '100000': 'LBP',
}

const MINIMUM_OF_CURRENCY: ReadonlyMap<string, Money> = new Map(
  Object.entries(CURRENCIES_OF_MINIMUM).flatMap(([minimum, codes]) =>
    codes.split(' ').map((code) => [code, parseMoney(minimum, code)] as const),
  ),
)

/** The smallest part of an invoice that names no minimum itself. */
export function defaultMinimumOf(currency: string): Money {
  const minimum = MINIMUM_OF_CURRENCY.get(currency)
  assert(minimum !== undefined, 'Every currency has a smallest part.')
  return minimum
}
