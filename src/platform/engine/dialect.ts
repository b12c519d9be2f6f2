/**
 * Differences in the SQL of the engines. Members return an expression. Arguments are expressions too, except for
 * literals, patterns, keys and replacements: these are values of JavaScript. They are the only way by which a value
 * from outside may come into a query.
 */
export type Dialect = {
  readonly name: 'duckdb' | 'clickhouse'

  // Literals
  readonly text: (value: string) => string
  /** Of milliseconds, also of an expression. */
  readonly instant: (ms: number | string) => string
  /** `2026-03-09`. */
  readonly date: (iso: string) => string
  /** A content hash, given in hexadecimal digits. */
  readonly hash: (hex: string) => string
  /** A list of text expressions, which may be empty. */
  readonly textList: (texts: readonly string[]) => string

  /** A query with these texts as its rows, if planning it takes less time than planning their literals. */
  readonly manyTexts: (texts: readonly string[]) => string | undefined

  // Sources of rows
  /** The table with each record once, in its newest version, without withdrawn ones. */
  readonly newest: (table: string) => string
  /** Columns of the newest versions, withdrawn ones among them, of the rows that fit a condition on their identity. */
  readonly latest: (table: string, query: { readonly columns: readonly string[]; readonly where: string }) => string
  /** The newest versions of rows that fit a condition which an index can answer. */
  readonly indexed: (table: string, condition: string) => { readonly from: string; readonly where: string }
  /** The same for conditions of which a row meets one at most, each of which an index can answer, and one for all rows. */
  readonly eitherOf: (
    table: string,
    either: { readonly conditions: readonly string[]; readonly always: string },
  ) => { readonly from: string; readonly where: string }
  /**
   * A condition that every row meets whose column, which has an index of equality, is among these texts, if the engine
   * can leave out whole blocks of rows by it.
   */
  readonly nearEqual: (column: string, texts: readonly string[]) => string | undefined
  /** The same text, to compare only in rows that other conditions have left, and not in whole blocks. */
  readonly comparedLast: (text: string) => string
  /** An expression for the number of parts in which a table's rows are stored. */
  readonly partCount: string

  // Columns
  /** The value under a key of a map column: a text is empty where there is none, everything else is null. */
  readonly inMap: (map: string, key: string, type: MapValueType) => string
  /** A map column without some of its keys. */
  readonly withoutKeys: (map: string, keys: readonly string[]) => string
  readonly mapSize: (map: string) => string
  /** About how many bytes a text or a map takes. */
  readonly bytes: (column: string) => string
  /** The text of each entry of a map column, in the order of the keys, with commas between them. */
  readonly mapTexts: (map: string, entry: (key: string, value: string) => string) => string

  // Time
  /** The milliseconds of an instant. */
  readonly ms: (instant: string) => string
  /** `2026-03-09T10:00:00.000`, with a T or a space in the middle. */
  readonly instantText: (instant: string, middle?: 'T' | ' ') => string
  /** As the number 202603. */
  readonly month: (instant: string) => string
  /** Years since 1970 of a time in milliseconds. */
  readonly year: (ms: string) => string
  /** An instant as Parquet files hold it, in UTC. */
  readonly utcInstant: (instant: string) => string

  // Numbers
  /** Whole numbers, rounded toward zero. */
  readonly wholes: (dividend: string, divisor: number) => string
  /** Never below zero. */
  readonly modulo: (dividend: string, divisor: number) => string
  /** The decimal with `scale` decimals; exact only if the rest is zero. */
  readonly decimal: (x: string, scale: number) => string
  /** All its digits, with exactly `scale` decimals. */
  readonly decimalText: (x: string, scale: number) => string
  /** All its digits, without zeros at the end. */
  readonly plainDecimal: (x: string) => string
  /** A decimal of a column or a map with all `scale` stored decimals. */
  readonly keptText: (x: string, scale: number) => string
  /** The number of trailing zeros in the decimals of an amount; `text` is the result of `keptText`. */
  readonly amountZeros: (amount: string, text: string) => string

  // Texts
  /** Any value as text; a date as `2026-03-09`. */
  readonly textOf: (x: string) => string
  /** Whether all of the texts are empty; there must be at least one. */
  readonly areEmpty: (texts: readonly string[]) => string
  /** A number; that of an empty text is in no list of bytes. */
  readonly firstByte: (text: string) => string
  readonly lowerAscii: (text: string) => string
  /** As `lowerCase` of the kernel makes it. */
  readonly lowerAll: (text: string) => string
  /** Without any of these characters at its ends. */
  readonly trimmed: (text: string, characters: string) => string
  readonly trimmedEnd: (text: string, character: string) => string
  readonly beginsWith: (text: string, beginning: string) => string
  /** Whether it contains one of these characters. */
  readonly containsOneOf: (text: string, characters: readonly string[]) => string
  /** Whether it contains any of these texts, or a control character that matches the pattern. */
  readonly containsAny: (text: string, texts: readonly string[], controls: string) => string
  /** Patterns are RE2's. */
  readonly matches: (text: string, pattern: string) => string
  readonly replacedAll: (text: string, pattern: string, replacement: string) => string
  /** Replaces every `from` with `to`. */
  readonly replaced: (text: string, from: string, to: string) => string
  /**
   * The content of an element. `isNeeded` is false only for values without characters to escape; they may use
   * `otherwise`, which has the same value.
   */
  readonly xmlEscaped: (text: string, isNeeded: string, otherwise?: string) => string
  /** Escapes the characters that `jsonText` left unescaped in a line. */
  readonly jsonLine: (line: string) => string
  /** The same for a long expression: `jsonLine` is quicker, but names the line several times. */
  readonly jsonRow: (line: string) => string
  /** A JSON string with its quotes; the line that contains it goes through `jsonLine`. */
  readonly jsonText: (text: string) => string
  /** The value of the matching case; keys are in lower case. */
  readonly chosen: (text: string, cases: readonly TextCase[], otherwise: string) => string
  /** The n-th of the whole numbers, from 0; undefined behaviour outside of them. */
  readonly nth: (numbers: readonly number[], n: string) => string

  // Rows
  /** All columns of a table but these. */
  readonly allBut: (columns: readonly string[]) => string
  /** Numbers rows in their order, from 0. */
  readonly rowNumber: string
  /** Whether the rows of an ordered subquery stay in order. */
  readonly keepsOrder: boolean
  /** Whether a function of a repetitive text and constants is computed once for each distinct text. */
  readonly hasDictionaries: boolean
}

export type MapValueType = 'text' | 'integer' | 'amount' | 'decimal' | 'date' | 'instant'
type TextCase = { readonly key: string; readonly value: string }
