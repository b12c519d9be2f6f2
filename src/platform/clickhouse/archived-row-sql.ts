import { AMOUNT_SCALE, type Column, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import { archivedMembers, type JsonSql } from '../engine/archived-members.ts'

const quoted = (x: string): string => `'"', ${x}, '"'`
const plain = (x: string): string => `toString(${x})`
// Every query for lines has a setting that leaves slashes unescaped.
const jsonText = (x: string): string => `toJSONString(toString(${x}))`
const quotedPlain = (x: string): string => quoted(plain(x))
const decimal =
  (scale: number) =>
  (x: string): string =>
    quoted(`toDecimalString(${x}, ${scale})`)

const isNotEmpty = (x: string): string => `${x} != ''`

/** For nullable columns. */
function orAbsent(json: (x: string) => string): JsonSql {
  return { json: (x) => json(`assumeNotNull(${x})`), isPresent: (x) => `isNotNull(${x})` }
}

const JSON_SQL: Readonly<Record<ColumnType, JsonSql>> = {
  text: { json: jsonText, isPresent: isNotEmpty },
  'repetitive-text': { json: jsonText, isPresent: isNotEmpty },
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

/** Entries are sorted by key: the stored order depends on the order of arrival. */
function mapOf(json: (x: string) => string): JsonSql {
  const entry = `(name, value) -> concat(${jsonText('name')}, ':', ${json('value')})`
  const entries = (x: string): string => `arrayMap(${entry}, mapKeys(mapSort(${x})), mapValues(mapSort(${x})))`
  return {
    json: (x) => `'{', arrayStringConcat(${entries(x)}, ','), '}'`,
    isPresent: (x) => `notEmpty(${x})`,
  }
}

/** A stored row as one JSON object; both engines write the same bytes. */
export function archivedRow(columns: readonly Column[]): string {
  const when = (condition: string, member: string): string => `if(${condition}, concat(${member}), '')`
  const members = archivedMembers(columns, { types: JSON_SQL, separator: ', ', when })
  return `concat('{', ${members.join(', ')}, '}')`
}
