import { assert } from '../../kernel/assert.ts'
import { AMOUNT_SCALE, type Column, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'

/** The JSON of a value that is there, as arguments of concat, and whether it is; no condition where every row has one. */
type Written = { readonly json: (x: string) => string; readonly isThere?: (x: string) => string }

const quoted = (x: string): string => `'"', ${x}, '"'`
const plain = (x: string): string => `toString(${x})`
// Slashes stay as they are by a setting that every query for lines has.
const jsonText = (x: string): string => `toJSONString(toString(${x}))`
const quotedPlain = (x: string): string => quoted(plain(x))
const decimal =
  (scale: number) =>
  (x: string): string =>
    quoted(`toDecimalString(${x}, ${scale})`)

const isNotEmpty = (x: string): string => `${x} != ''`

/** Of a nullable column. */
function orAbsent(json: (x: string) => string): Written {
  return { json: (x) => json(`assumeNotNull(${x})`), isThere: (x) => `isNotNull(${x})` }
}

const WRITTEN: Readonly<Record<ColumnType, Written>> = {
  text: { json: jsonText, isThere: isNotEmpty },
  'repetitive-text': { json: jsonText, isThere: isNotEmpty },
  hash: { json: (x) => quoted(`lower(hex(${x}))`) },
  flag: { json: plain },
  version: { json: plain },
  instant: { json: quotedPlain },
  'nullable-instant': orAbsent(quotedPlain),
  'nullable-date': orAbsent(quotedPlain),
  'nullable-integer': orAbsent(quotedPlain),
  'nullable-amount': orAbsent(decimal(AMOUNT_SCALE)),
  'nullable-decimal': orAbsent(decimal(DECIMAL_SCALE)),
  'text-map': mapOf(jsonText),
  'integer-map': mapOf(quotedPlain),
  'decimal-map': mapOf(decimal(DECIMAL_SCALE)),
  'instant-map': mapOf(quotedPlain),
}

/** Entries in the order of their keys: how they are stored depends on how they came. */
function mapOf(json: (x: string) => string): Written {
  const entry = `(name, value) -> concat(${jsonText('name')}, ':', ${json('value')})`
  const entries = (x: string): string => `arrayMap(${entry}, mapKeys(mapSort(${x})), mapValues(mapSort(${x})))`
  return {
    json: (x) => `'{', arrayStringConcat(${entries(x)}, ','), '}'`,
    isThere: (x) => `notEmpty(${x})`,
  }
}

/** A stored row as one JSON object; the same bytes as from the other engine. */
export function archivedRow(columns: readonly Column[]): string {
  const certain = columns.findIndex(({ type }) => WRITTEN[type].isThere === undefined)
  assert(certain >= 0, 'A row has at least one value that is never absent.')
  // Commas stand on the side of that value, so that none is left over at the beginning.
  const members = columns.map((column, index) =>
    member(column, {
      before: index > certain ? ',' : '',
      after: index < certain ? `, ','` : '',
    }),
  )
  return `concat('{', ${members.join(', ')}, '}')`
}

/** An empty text where there is no value. */
function member(
  { name, type }: Column,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const { json, isThere } = WRITTEN[type]
  const column = `"${name}"`
  const written = `'${before}"${name}":', ${json(column)}${after}`
  return isThere === undefined ? written : `if(${isThere(column)}, concat(${written}), '')`
}
