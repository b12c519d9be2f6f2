import { AMOUNT_SCALE, DECIMAL_DIGITS } from '../../kernel/stored-column.ts'
import type { Dialect, MapValueType } from '../engine/dialect.ts'

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Capitals that DuckDB's lower() does not know yet. */
const NEWER_UPPER = [
  ...[0x1c89, 0xa7cb, 0xa7cc, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7da, 0xa7dc],
  ...Array.from({ length: 22 }, (_, index) => 0x10d50 + index),
  ...Array.from({ length: 25 }, (_, index) => 0x16ea0 + index),
]
  .map((codePoint) => String.fromCodePoint(codePoint))
  .join('')

/** The name of a table or column as an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A NUL in a literal would end the statement. */
function text(value: string): string {
  const quoted = value.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`)
  return quoted.length === 1 ? (quoted[0] ?? `''`) : `(${quoted.join(' || chr(0) || ')})`
}

function newest(table: string): string {
  return `(select * from ${table} where is_deleted = 0)`
}

function inMap(map: string, key: string, type: MapValueType): string {
  const kept = `${map}[${text(key)}]`
  switch (type) {
    case 'text':
      return `coalesce(${kept}, '')`
    case 'integer':
    case 'decimal':
    case 'instant':
      return kept
    case 'amount':
      return `cast(${kept} as decimal(${DECIMAL_DIGITS.column}, ${AMOUNT_SCALE}))`
    case 'date':
      return `(date '1970-01-01' + cast(${kept} as integer))`
  }
}

const XML_ESCAPES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  [`'`, '&apos;'],
] as const

/** Searching costs a tenth of replacing, and few values need a replacement. */
function replaced(x: string, from: string, to: string): string {
  return `case when contains(${x}, ${text(from)}) then replace(${x}, ${text(from)}, ${text(to)}) else ${x} end`
}

function xmlEscaped(x: string, isNeeded: string, otherwise = x): string {
  const escaped = XML_ESCAPES.reduce(
    (sql, [character, reference]) => `replace(${sql}, ${text(character)}, ${text(reference)})`,
    x,
  )
  return `case when ${isNeeded} then ${escaped} else ${otherwise} end`
}

/**
 * Searching for ten texts takes half as long as a regular expression, which reads byte by byte. A text without control
 * characters, quotes and backslashes becomes longer by two quotes in JSON.
 */
function containsAny(x: string, texts: readonly string[], controls: string): string {
  const searches = texts.map((each) => `contains(${x}, ${text(each)})`)
  const isPlain = `strlen(to_json(${x})) = strlen(${x}) + 2`
  const hasControl = `case when ${isPlain} then false else regexp_matches(${x}, ${text(controls)}) end`
  return `(${[...searches, hasControl].join(' or ')})`
}

/** Line separators are escaped, as older JavaScript syntax requires; once for the whole line. */
function jsonRow(line: string): string {
  return `replace(replace(${line}, '\u2028', '\\u2028'), '\u2029', '\\u2029')`
}

/** Searching costs a tenth of replacing. */
function jsonLine(line: string): string {
  return `case when contains(${line}, '\u2028') or contains(${line}, '\u2029') then ${jsonRow(line)} else ${line} end`
}

/** Up to the four of an amount. To trim them and compare lengths takes three times as long. */
function zerosAtEnd(x: string): string {
  const many = `case when suffix(${x}, '0000') then 4 when suffix(${x}, '000') then 3 else 2 end`
  return `case when suffix(${x}, '00') then ${many} when suffix(${x}, '0') then 1 else 0 end`
}

/** DuckDB turns İ into a plain i, and keeps both kinds of small sigma. Most values are ASCII: one byte per character. */
function lowerAll(x: string): string {
  const known = `translate(replace(${x}, 'İ', 'i̇'), '${NEWER_UPPER}', '${NEWER_UPPER.toLowerCase()}')`
  return `case when strlen(${x}) = length(${x}) then lower(${x}) else replace(lower(${known}), 'ς', 'σ') end`
}

function decimal(x: string, scale: number): string {
  return `cast(${x} as decimal(${DECIMAL_DIGITS.map}, ${scale}))`
}

/** As many digits as a number has that blocks know the least and the most of: DuckDB compares wider ones row by row. */
const DIGITS_MAX = 19
const DIGITS = /^\d+$/

/**
 * Instead of an index of equality a table has the beginning of the text as a number, null if it is none. Blocks of rows
 * know the least and the most number in them, but only the first eight bytes of texts, and ids that grow with time agree in
 * those.
 */
export function numberColumn(column: string): string {
  return quoteName(`${column}_number`)
}

export const NUMBER_COLUMN_TYPE = 'UBIGINT'

/** The number with which a text begins. */
export function numberOf(text: string): string {
  return `try_cast(left(${text}, ${DIGITS_MAX}) as ${NUMBER_COLUMN_TYPE})`
}

export const DUCKDB_DIALECT: Dialect = {
  name: 'duckdb',

  text,
  instant: (ms) => `make_timestamp_ms(${ms})`,
  date: (iso) => `date ${text(iso)}`,
  hash: (hex) => `unhex(${text(hex)})`,
  textList: (texts) => (texts.length === 0 ? 'cast([] as varchar[])' : `[${texts.join(', ')}]`),

  // As the value of a row, the text is split once. As a constant, it would be split while the query is planned, and the list
  // copied many times.
  manyTexts: (texts) =>
    texts.some((one) => one.includes('\n'))
      ? undefined
      : `select unnest(string_split(texts, chr(10))) from (values (${text(texts.join('\n'))})) as given (texts)`,

  newest,
  latest: (table, { columns, where }) => `(select ${columns.join(', ')} from ${table} where ${where})`,
  indexed: (table, condition) => ({ from: newest(table), where: condition }),
  // A join with many merchants takes longer than reading the rows, so there is one of them for all.
  eitherOf: (table, { conditions, always }) => ({
    from: `(${conditions.map((condition) => `select * from ${newest(table)} where ${condition}`).join(' union all ')})`,
    where: always,
  }),
  nearEqual: (column, texts) => {
    const beginnings = texts.map((text) => text.slice(0, DIGITS_MAX))
    if (!beginnings.every((beginning) => DIGITS.test(beginning))) return undefined
    const [first, ...others] = beginnings.map(BigInt)
    if (first === undefined) return undefined
    const least = others.reduce((a, b) => (a < b ? a : b), first)
    const most = others.reduce((a, b) => (a > b ? a : b), first)
    return `${numberColumn(column)} between ${least} and ${most}`
  },
  // For a column alone, DuckDB filters its blocks by the texts of the join. That takes longer than the join of a few rows.
  comparedLast: (text) => `concat(${text}, '')`,
  partCount: '1',

  inMap,
  withoutKeys: (map, keys) =>
    `map_from_entries(list_filter(map_entries(${map}), entry -> entry.key not in (${keys.map(text).join(', ')})))`,
  mapSize: (map) => `cardinality(${map})`,
  bytes: (column) => `strlen(cast(${column} as varchar))`,
  mapTexts: (map, entry) => {
    const texts = `list_transform(list_sort(map_entries(${map})), lambda entry: ${entry('entry.key', 'entry.value')})`
    return `array_to_string(${texts}, ',')`
  },

  ms: (instant) => `epoch_ms(${instant})`,
  instantText: (instant, middle = 'T') => `strftime(${instant}, '%Y-%m-%d${middle}%H:%M:%S.%g')`,
  month: (instant) => `(year(${instant}) * 100 + month(${instant}))`,
  year: (ms) => `year(make_timestamp_ms(${ms}))`,
  utcInstant: (instant) => `(${instant} at time zone 'UTC')`,

  wholes: (dividend, divisor) => `((${dividend}) // ${divisor})`,
  modulo: (dividend, divisor) => `((((${dividend}) % ${divisor}) + ${divisor}) % ${divisor})`,
  decimal,
  decimalText: (x, scale) => `cast(${decimal(x, scale)} as varchar)`,
  plainDecimal: (x) => `rtrim(rtrim(cast(${x} as varchar), '0'), '.')`,
  keptText: (x) => `cast(${x} as varchar)`,
  amountZeros: (_amount, kept) => zerosAtEnd(kept),

  textOf: (x) => `cast(${x} as varchar)`,
  areEmpty: (texts) => texts.map((x) => `${x} = ''`).join(' and '),
  firstByte: (x) => `ascii(${x})`,
  lowerAscii: (x) => `translate(${x}, '${UPPER}', '${UPPER.toLowerCase()}')`,
  lowerAll,
  trimmed: (x, characters) => `trim(${x}, ${text(characters)})`,
  trimmedEnd: (x, character) => `rtrim(${x}, ${text(character)})`,
  beginsWith: (x, beginning) => `starts_with(${x}, ${text(beginning)})`,
  containsOneOf: (x, characters) => `(${characters.map((each) => `contains(${x}, ${text(each)})`).join(' or ')})`,
  containsAny,
  matches: (x, pattern) => `regexp_matches(${x}, ${text(pattern)})`,
  replacedAll: (x, pattern, replacement) => `regexp_replace(${x}, ${text(pattern)}, ${text(replacement)}, 'g')`,
  replaced,
  xmlEscaped,
  jsonText: (x) => `cast(to_json(${x}) as varchar)`,
  jsonLine,
  jsonRow,
  chosen: (x, cases, otherwise) => {
    const whens = cases.map(({ key, value }) => `when ${text(key)} then ${text(value)}`)
    return `case ${x} ${whens.join(' ')} else ${text(otherwise)} end`
  },
  // A cast text is one constant to plan, a list of literals hundreds of expressions.
  nth: (numbers, n) => `cast('[${numbers.join(', ')}]' as bigint[])[(${n}) + 1]`,

  allBut: (columns) => (columns.length === 0 ? '*' : `* exclude (${columns.map(quoteName).join(', ')})`),
  rowNumber: '(row_number() over () - 1)',
  keepsOrder: true,
  hasDictionaries: false,
}
