import { assert } from '../../kernel/assert.ts'
import { AMOUNT_SCALE, type Column, type ColumnType, DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'

type Sql = (x: string) => string

/**
 * SQL for the JSON of a value, as arguments of concat, and for whether it is present; every row has a value if there is
 * no condition.
 */
type JsonSql = { readonly json: Sql; readonly isPresent?: Sql }

/**
 * A stored row as one JSON object, with values as `json-values.ts` writes them; absent values are left out. All engines
 * write the same bytes.
 */
export function archivedRowSql(dialect: Dialect, columns: readonly Column[]): string {
  const types = jsonSql(dialect)
  const certain = columns.findIndex(({ type }) => types[type].isPresent === undefined)
  assert(certain >= 0, 'A row has at least one value that is never absent.')
  const members = columns.map(({ name, type }, index) => {
    const { json, isPresent } = types[type]
    // Commas are on the side of the certain value, so that none is left over at the beginning.
    const before = index > certain ? ',' : ''
    const after = index < certain ? `, ','` : ''
    const member = `'${before}"${name}":', ${json(`"${name}"`)}${after}`
    return isPresent === undefined ? member : `case when ${isPresent(`"${name}"`)} then concat(${member}) else '' end`
  })
  return dialect.jsonRow(`concat('{', ${members.join(', ')}, '}')`)
}

function jsonSql({ textOf, jsonText, keptText, instantText, ...dialect }: Dialect): Record<ColumnType, JsonSql> {
  const quoted = (sql: Sql): Sql => {
    return (x) => `'"', ${sql(x)}, '"'`
  }
  const instant: Sql = (x) => instantText(x, ' ')
  const decimal: Sql = (x) => keptText(x, DECIMAL_SCALE)
  const text = { json: jsonText, isPresent: (x: string) => `${x} <> ''` }
  // With some engines the whole row would become nullable.
  const nullable = (sql: Sql): JsonSql => ({
    json: quoted((x) => `coalesce(${sql(x)}, '')`),
    isPresent: (x) => `${x} is not null`,
  })
  const mapOf = (json: Sql): JsonSql => ({
    json: (x) => `'{', ${dialect.mapTexts(x, (key, value) => `concat(${jsonText(key)}, ':', ${json(value)})`)}, '}'`,
    isPresent: (x) => `${dialect.mapSize(x)} > 0`,
  })
  return {
    text,
    'repetitive-text': text,
    hash: { json: quoted((x) => `lower(hex(${x}))`) },
    flag: { json: textOf },
    version: { json: textOf },
    instant: { json: quoted(instant) },
    'nullable-instant': nullable(instant),
    'nullable-date': nullable(textOf),
    'nullable-integer': nullable(textOf),
    'nullable-amount': nullable((x) => keptText(x, AMOUNT_SCALE)),
    'nullable-decimal': nullable(decimal),
    'text-map': mapOf(jsonText),
    'integer-map': mapOf(quoted(textOf)),
    'decimal-map': mapOf(quoted(decimal)),
    'instant-map': mapOf(quoted(instant)),
  }
}
