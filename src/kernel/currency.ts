/**
 * All codes of ISO 4217 that have a number of decimals, funds among them, by that number. Metals and
 * units of account have none. BGN was withdrawn in 2026 and stays, for invoices that were made in it.
 */
const CODES_OF_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
    'CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL ' +
    'GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR ' +
    'LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD ' +
    'PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC ' +
    'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ' +
    'ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const DECIMALS_OF_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_OF_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
)

export const CURRENCIES: readonly string[] = [...DECIMALS_OF_CODE.keys()].sort()

export function isCurrency(code: string): boolean {
  return DECIMALS_OF_CODE.has(code)
}

/** How many decimals its amounts have; undefined for a code that is not a currency. */
export function decimalsOfCurrency(code: string): number | undefined {
  return DECIMALS_OF_CODE.get(code)
}
