import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import { archivedMembers, type JsonSql } from '../engine/archived-members.ts'

const quoted = (x: string): string => `'"' || ${x} || '"'`
const plain = (x: string): string => `cast(${x} as varchar)`
const jsonText = (x: string): string => `cast(to_json(${x}) as varchar)`
const quotedPlain = (x: string): string => quoted(plain(x))
// A cast to text would drop trailing zeros of the fraction.
const instant = (x: string): string => quoted(`strftime(${x}, '%Y-%m-%d %H:%M:%S.%g')`)

const isNotEmpty = (x: string): string => `${x} <> ''`
const isNotNull = (x: string): string => `${x} is not null`

const JSON_SQL: Readonly<Record<ColumnType, JsonSql>> = {
  text: { json: jsonText, isPresent: isNotEmpty },
  'repetitive-text': { json: jsonText, isPresent: isNotEmpty },
  hash: { json: (x) => quoted(`lower(hex(${x}))`) },
  flag: { json: plain },
  version: { json: plain },
  instant: { json: instant },
  'nullable-instant': { json: instant, isPresent: isNotNull },
  'nullable-date': { json: quotedPlain, isPresent: isNotNull },
  'nullable-integer': { json: quotedPlain, isPresent: isNotNull },
  // A cast writes all decimals of the type.
  'nullable-amount': { json: quotedPlain, isPresent: isNotNull },
  'nullable-decimal': { json: quotedPlain, isPresent: isNotNull },
  'text-map': mapOf(jsonText),
  'integer-map': mapOf(quotedPlain),
  'decimal-map': mapOf(quotedPlain),
  'instant-map': mapOf(instant),
}

/** Entries are sorted by key: the stored order depends on the order of arrival. */
function mapOf(json: (x: string) => string): JsonSql {
  const entry = `${jsonText('entry.key')} || ':' || ${json('entry.value')}`
  return {
    json: (x) =>
      `'{' || array_to_string(list_transform(list_sort(map_entries(${x})), lambda entry: ${entry}), ',') || '}'`,
    isPresent: (x) => `cardinality(${x}) > 0`,
  }
}

/** A stored row as one JSON object; both engines write the same bytes. */
export function archivedRow(columns: readonly Column[]): string {
  const when = (condition: string, member: string): string => `case when ${condition} then ${member} end`
  const members = archivedMembers(columns, { types: JSON_SQL, separator: ' || ', when })
  // concat leaves out nulls, and builds the row once, where a chain of || would copy it again and again.
  const row = `concat('{', ${members.join(', ')}, '}')`
  // Only text can contain them, so the whole row is searched once.
  return `replace(replace(${row}, '\u2028', '\\u2028'), '\u2029', '\\u2029')`
}
