import { assert } from '../../kernel/assert.ts'
import type { Column, ColumnType } from '../../kernel/stored-column.ts'

/** The JSON of a value that is not null, and whether one is there; no condition where every row has one. */
type Written = { readonly json: (x: string) => string; readonly isThere?: (x: string) => string }

const quoted = (x: string): string => `'"' || ${x} || '"'`
const plain = (x: string): string => `cast(${x} as varchar)`
const jsonText = (x: string): string => `cast(to_json(${x}) as varchar)`
const quotedPlain = (x: string): string => quoted(plain(x))
// A cast to text would leave out zeros at the end of a fraction.
const instant = (x: string): string => quoted(`strftime(${x}, '%Y-%m-%d %H:%M:%S.%g')`)

const isNotEmpty = (x: string): string => `${x} <> ''`
const isNotNull = (x: string): string => `${x} is not null`

const WRITTEN: Readonly<Record<ColumnType, Written>> = {
  text: { json: jsonText, isThere: isNotEmpty },
  'repetitive-text': { json: jsonText, isThere: isNotEmpty },
  hash: { json: (x) => quoted(`lower(hex(${x}))`) },
  flag: { json: plain },
  version: { json: plain },
  instant: { json: instant },
  'nullable-instant': { json: instant, isThere: isNotNull },
  'nullable-date': { json: quotedPlain, isThere: isNotNull },
  'nullable-integer': { json: quotedPlain, isThere: isNotNull },
  // Decimals are written with all decimals of their type.
  'nullable-amount': { json: quotedPlain, isThere: isNotNull },
  'nullable-decimal': { json: quotedPlain, isThere: isNotNull },
  'text-map': mapOf(jsonText),
  'integer-map': mapOf(quotedPlain),
  'decimal-map': mapOf(quotedPlain),
  'instant-map': mapOf(instant),
}

/** Entries in the order of their keys: how they are stored depends on how they came. */
function mapOf(json: (x: string) => string): Written {
  const entry = `${jsonText('entry.key')} || ':' || ${json('entry.value')}`
  return {
    json: (x) =>
      `'{' || array_to_string(list_transform(list_sort(map_entries(${x})), lambda entry: ${entry}), ',') || '}'`,
    isThere: (x) => `cardinality(${x}) > 0`,
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
      after: index < certain ? ',' : '',
    }),
  )
  // A list of arguments is put together at once, where a chain of || would be copied again and again.
  const row = `concat('{', ${members.join(', ')}, '}')`
  // Nothing but a text can hold them, so the whole row is searched once.
  return `replace(replace(${row}, '\u2028', '\\u2028'), '\u2029', '\\u2029')`
}

/** Null, which concat leaves out, where there is no value. */
function member(
  { name, type }: Column,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const { json, isThere } = WRITTEN[type]
  const column = `"${name}"`
  const written = `'${before}"${name}":' || ${json(column)}${after === '' ? '' : ` || '${after}'`}`
  return isThere === undefined ? written : `case when ${isThere(column)} then ${written} end`
}
