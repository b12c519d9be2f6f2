import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'
import type { Dialect, MapValueType } from '../engine/dialect.ts'
import { quoteText } from './sql-quoting.ts'

const IDENTITY = 'merchant_id, occurred_at, record_id'

function newest(table: string): string {
  return `${table} final`
}

function inMap(map: string, key: string, type: MapValueType): string {
  const name = quoteText(key)
  const kept = `${map}[${name}]`
  const orNull = (value: string): string => `if(mapContains(${map}, ${name}), ${value}, null)`
  switch (type) {
    case 'text':
      return kept
    case 'integer':
    case 'decimal':
    case 'instant':
      return orNull(kept)
    case 'amount':
      return orNull(`toDecimal64(${kept}, ${AMOUNT_SCALE})`)
    case 'date':
      return orNull(`addDays(toDate32('1970-01-01'), ${kept})`)
  }
}

/** A pattern that matches exactly this text. */
function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function indexed(table: string, condition: string) {
  return {
    from: newest(table),
    where: `${condition} and occurred_at in (select occurred_at from ${table} where ${condition})`,
  }
}

export const CLICKHOUSE_DIALECT: Dialect = {
  name: 'clickhouse',

  text: quoteText,
  instant: (ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`,
  date: (iso) => `toDate32(${quoteText(iso)})`,
  hash: (hex) => `toFixedString(unhex(${quoteText(hex)}), ${hex.length / 2})`,
  textList: (texts) => `[${texts.join(', ')}]::Array(String)`,

  newest,
  latest: (table, { columns, where }) =>
    `(select ${columns.join(', ')} from ${table} where ${where}
      order by ${IDENTITY}, version desc, received_at desc limit 1 by ${IDENTITY})`,
  // While versions are put together an index may hide none of them, and so is of little use. It is asked first, of all
  // versions, when such records occurred, and only those times are read: all versions of a record have the same time.
  manyTexts: () => undefined,
  indexed,
  eitherOf: (table, { conditions, always }) =>
    indexed(table, `${always} and (${conditions.map((one) => `(${one})`).join(' or ')})`),
  nearEqual: () => undefined,
  comparedLast: (text) => text,
  partCount: 'uniqExact(_part_index)',

  inMap,
  withoutKeys: (map, keys) => `mapFilter((name, value) -> name not in (${keys.map(quoteText).join(', ')}), ${map})`,
  mapSize: (map) => `length(${map})`,
  bytes: (column) => `byteSize(${column})`,
  mapTexts: (map, entry) => {
    const texts = `arrayMap((name, value) -> ${entry('name', 'value')}, mapKeys(mapSort(${map})), mapValues(mapSort(${map})))`
    return `arrayStringConcat(${texts}, ',')`
  },

  ms: (instant) => `toUnixTimestamp64Milli(${instant})`,
  instantText: (instant, middle = 'T') =>
    middle === ' ' ? `toString(${instant})` : `replaceOne(toString(${instant}), ' ', 'T')`,
  month: (instant) => `toYYYYMM(${instant})`,
  year: (ms) => `toYear(fromUnixTimestamp64Milli(${ms}, 'UTC'))`,
  utcInstant: (instant) => instant,

  wholes: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  modulo: (dividend, divisor) => `positiveModulo(${dividend}, ${divisor})`,
  decimal: (x, scale) => `toDecimal128(${x}, ${scale})`,
  // The server would write a point behind a number without decimals.
  decimalText: (x, scale) =>
    scale === 0 ? `toString(toDecimal64(assumeNotNull(${x}), 0))` : `toDecimalString(assumeNotNull(${x}), ${scale})`,
  plainDecimal: (x) => `toString(${x})`,
  keptText: (x, scale) => `toDecimalString(assumeNotNull(${x}), ${scale})`,
  amountZeros: (amount) => {
    const units = `reinterpretAsInt64(assumeNotNull(${amount}))`
    return `multiIf(${units} % 100 != 0, ${units} % 10 = 0, ${units} % 10000 = 0, 4, ${units} % 1000 = 0, 3, 2)`
  },

  textOf: (x) => `toString(${x})`,
  // The server takes far longer to analyze a conjunction, because it looks for comparisons of the same values in it.
  areEmpty: (texts) =>
    texts.length === 1 ? `empty(${texts[0]})` : `not or(${texts.map((x) => `notEmpty(${x})`).join(', ')})`,
  firstByte: (x) => `reinterpretAsUInt8(${x})`,
  lowerAscii: (x) => `lower(${x})`,
  lowerAll: (x) => `replaceAll(lowerUTF8(${x}), 'ς', 'σ')`,
  trimmed: (x, characters) => `trimBoth(${x}, ${quoteText(characters)})`,
  trimmedEnd: (x, character) => `trimRight(${x}, ${quoteText(character)})`,
  beginsWith: (x, beginning) => `startsWith(${x}, ${quoteText(beginning)})`,
  containsOneOf: (x, characters) =>
    `(${characters.map((each) => `position(${x}, ${quoteText(each)}) > 0`).join(' or ')})`,
  containsAny: (x, texts, controls) => `match(${x}, ${quoteText([...texts.map(asPattern), controls].join('|'))})`,
  matches: (x, pattern) => `match(${x}, ${quoteText(pattern)})`,
  replacedAll: (x, pattern, replacement) => `replaceRegexpAll(${x}, ${quoteText(pattern)}, ${quoteText(replacement)})`,
  replaced: (x, from, to) => `replaceAll(${x}, ${quoteText(from)}, ${quoteText(to)})`,
  xmlEscaped: (x) => `encodeXMLComponent(${x})`,
  jsonLine: (line) => line,
  jsonRow: (line) => line,
  jsonText: (x) => `toJSONString(toString(${x}))`,
  chosen: (x, cases, otherwise) => {
    const keys = cases.map(({ key }) => quoteText(key)).join(', ')
    const values = cases.map(({ value }) => quoteText(value)).join(', ')
    return `transform(${x}, [${keys}], [${values}], ${quoteText(otherwise)})`
  },
  nth: (numbers, n) => `[${numbers.join(', ')}][(${n}) + 1]`,

  allBut: (columns) => (columns.length === 0 ? '*' : `* except (${columns.join(', ')})`),
  rowNumber: 'rowNumberInAllBlocks()',
  keepsOrder: false,
  hasDictionaries: true,
}
