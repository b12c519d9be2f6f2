// pure
/** The names that countries have for their postal code and for the part of the country. */
export type PostalName = 'postalCode' | 'zip' | 'postcode'
export type RegionName = 'region' | 'state' | 'province' | 'prefecture'

export type AddressField = 'shipName' | 'street' | 'streetMore' | 'town' | 'region' | 'postalCode'
type MaybeRequired = 'postalCode' | 'region'

/** How addresses of a country are written. */
export type AddressFormat = {
  /** The fields in their order, at most two in a row. A country without regions has no field for one. */
  readonly rows: readonly (readonly AddressField[])[]
  readonly postalName: PostalName
  readonly regionName: RegionName
  /** Besides name, street and town. */
  readonly required: readonly MaybeRequired[]
}

const ROWS = {
  regionThenCode: rowsOf('shipName, street, streetMore, town, region postalCode'),
  townThenCode: rowsOf('shipName, street, streetMore, town postalCode'),
  codeThenTown: rowsOf('shipName, street, streetMore, postalCode town'),
  codeTownRegion: rowsOf('shipName, street, streetMore, postalCode town, region'),
  /** From the largest part to the smallest. */
  largestFirst: rowsOf('shipName, postalCode region, town, street, streetMore'),
}

function rowsOf(text: string): AddressFormat['rows'] {
  return text.split(', ').map((row) => row.split(' ') as AddressField[])
}

const BOTH: readonly MaybeRequired[] = ['postalCode', 'region']
const CODE: readonly MaybeRequired[] = ['postalCode']

/** A country that is not listed: everything that it may lack is optional. */
const OTHERS: AddressFormat = {
  ...{ rows: ROWS.regionThenCode, postalName: 'postalCode', regionName: 'region', required: [] },
}

function format(
  rows: AddressFormat['rows'],
  [postalName, regionName]: readonly [PostalName, RegionName],
  required: readonly MaybeRequired[],
): AddressFormat {
  return { rows, postalName, regionName, required }
}

/** Formats by the countries that use them, after the addressing rules of the Universal Postal Union. */
const FORMATS: readonly (readonly [countries: string, format: AddressFormat])[] = [
  ['US', format(ROWS.regionThenCode, ['zip', 'state'], BOTH)],
  ['AS GU MP PR VI', format(ROWS.townThenCode, ['zip', 'state'], CODE)],
  ['PH', format(ROWS.regionThenCode, ['zip', 'province'], CODE)],
  ['AU', format(ROWS.regionThenCode, ['postcode', 'state'], BOTH)],
  ['BR IN', format(ROWS.regionThenCode, ['postalCode', 'state'], BOTH)],
  ['CA ID TH VN', format(ROWS.regionThenCode, ['postalCode', 'province'], BOTH)],
  ['GB GG IM JE NZ', format(ROWS.townThenCode, ['postcode', 'region'], CODE)],
  ['SG ZA', format(ROWS.townThenCode, ['postalCode', 'region'], CODE)],
  ['MX MY', format(ROWS.codeTownRegion, ['postalCode', 'state'], BOTH)],
  ['AR ES IT', format(ROWS.codeTownRegion, ['postalCode', 'province'], BOTH)],
  [
    'AD AT BA BE BG CH CY CZ DE DK EE FI FO FR GL GR HR HU IL IS LI LT LU LV MC ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA VA',
    format(ROWS.codeThenTown, ['postalCode', 'region'], CODE),
  ],
  ['JP', format(ROWS.largestFirst, ['postalCode', 'prefecture'], BOTH)],
  ['CN', format(ROWS.largestFirst, ['postalCode', 'province'], BOTH)],
  ['KR TW', format(ROWS.largestFirst, ['postalCode', 'region'], BOTH)],
]

const BY_COUNTRY: ReadonlyMap<string, AddressFormat> = new Map(
  FORMATS.flatMap(([countries, used]) => countries.split(' ').map((country) => [country, used] as const)),
)

/** The format of a country, given by its two letters. */
export function addressFormat(country: string | undefined): AddressFormat {
  return BY_COUNTRY.get(country?.trim().toUpperCase() ?? '') ?? OTHERS
}

/** All formats with their countries; the last one, without countries, is for all others. */
export const ADDRESS_FORMATS: readonly (readonly [countries: string, format: AddressFormat])[] = [
  ...FORMATS,
  ['', OTHERS],
]
