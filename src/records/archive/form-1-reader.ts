import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from '../../platform/engine/json-values.ts'
import { HASH_BYTES } from '../storage/content-hash.ts'

/**
 * Reads the rows of the former version's exports. They are in RowBinary, a format of its engine: the values of each row
 * in the order of the manifest's columns, without names, row lengths or separators.
 */

/** Column types by their names in a manifest of form 1. */
export const FORM_1_TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['String', 'text'],
  ['LowCardinality(String)', 'repetitive-text'],
  ['FixedString(16)', 'hash'],
  ['UInt8', 'flag'],
  ['UInt64', 'version'],
  [`DateTime64(3, 'UTC')`, 'instant'],
  [`Nullable(DateTime64(3, 'UTC'))`, 'nullable-instant'],
  ['Nullable(Date32)', 'nullable-date'],
  ['Nullable(Int64)', 'nullable-integer'],
  ['Nullable(Decimal(18, 4))', 'nullable-amount'],
  ['Nullable(Decimal(18, 8))', 'nullable-decimal'],
  ['Map(LowCardinality(String), String)', 'text-map'],
  ['Map(LowCardinality(String), Int64)', 'integer-map'],
  ['Map(LowCardinality(String), Decimal(38, 8))', 'decimal-map'],
  [`Map(LowCardinality(String), DateTime64(3, 'UTC'))`, 'instant-map'],
])

/** The columns of converted rows: form 1 has no first arrival, so each version's own arrival is used. */
export function columnsOfForm1(columns: readonly Column[]): readonly Column[] {
  return columns.flatMap((column) =>
    column.name === RECEIVED_AT ? [column, { ...column, name: FIRST_RECEIVED_AT }] : [column],
  )
}

const RECEIVED_AT = 'received_at'
const FIRST_RECEIVED_AT = 'first_received_at'

/** Yields the rows as lines of form 2. */
export async function* linesOfForm1(
  source: AsyncIterable<Buffer>,
  columns: readonly Column[],
): AsyncGenerator<readonly string[]> {
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([rest, chunk])
    const { lines, end } = wholeRows(bytes, columns)
    rest = bytes.subarray(end)
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) throw new Error('The last row is incomplete.')
}

function wholeRows(
  bytes: Buffer,
  columns: readonly Column[],
): { readonly lines: readonly string[]; readonly end: number } {
  const lines: string[] = []
  const cursor = new Cursor(bytes)
  let end = 0
  try {
    while (end < bytes.length) {
      lines.push(readLine(cursor, columns))
      end = cursor.offset
    }
  } catch (error) {
    // The rest of the row is in the next bytes.
    if (!(error instanceof OutOfBytes)) throw error
  }
  return { lines, end }
}

function readLine(cursor: Cursor, columns: readonly Column[]): string {
  const members: string[] = []
  for (const { name, type } of columns) {
    const json = READINGS[type](cursor)
    if (json === undefined) continue
    members.push(`"${name}":${json}`)
    if (name === RECEIVED_AT) members.push(`"${FIRST_RECEIVED_AT}":${json}`)
  }
  return `{${members.join(',')}}`
}

class OutOfBytes extends Error {
  override readonly name = 'OutOfBytes'
}

/** Reads values from bytes, one after another. */
class Cursor {
  readonly #bytes: Buffer
  offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  take(length: number): Buffer {
    const start = this.offset
    if (start + length > this.#bytes.length) throw new OutOfBytes()
    this.offset += length
    return this.#bytes.subarray(start, this.offset)
  }

  byte(): number {
    return this.take(1).readUInt8()
  }

  /** A varint: seven bits per byte, low ones first; the eighth bit says that more follow. */
  length(): number {
    let length = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte()
      length += (byte & 0x7f) * factor
      if (byte < 0x80) return length
    }
  }

  text(): string {
    return this.take(this.length()).toString('utf8')
  }

  int64(): bigint {
    return this.take(8).readBigInt64LE()
  }

  /** The low half comes first. */
  int128(): bigint {
    const low = this.take(8).readBigUInt64LE()
    return (this.int64() << 64n) + low
  }
}

/** Reads the next value as JSON; undefined where it is absent. */
type Reading = (cursor: Cursor) => string | undefined

const readText: Reading = (cursor) => {
  const text = cursor.text()
  return text === '' ? undefined : JSON_VALUES.text(text)
}

const READINGS: Readonly<Record<ColumnType, Reading>> = {
  text: readText,
  'repetitive-text': readText,
  hash: (cursor) => JSON_VALUES.hash(cursor.take(HASH_BYTES)),
  flag: (cursor) => JSON_VALUES.flag(cursor.byte()),
  version: (cursor) => JSON_VALUES.version(cursor.take(8).readBigUInt64LE()),
  instant: (cursor) => JSON_VALUES.instant(cursor.int64()),
  'nullable-instant': orNull((cursor) => JSON_VALUES['nullable-instant'](cursor.int64())),
  'nullable-date': orNull((cursor) => JSON_VALUES['nullable-date'](cursor.take(4).readInt32LE())),
  'nullable-integer': orNull((cursor) => JSON_VALUES['nullable-integer'](cursor.int64())),
  'nullable-amount': orNull((cursor) => JSON_VALUES['nullable-amount'](cursor.int64())),
  'nullable-decimal': orNull((cursor) => JSON_VALUES['nullable-decimal'](cursor.int64())),
  'text-map': mapOf((cursor) => JSON_MAP_VALUES['text-map'](cursor.text())),
  'integer-map': mapOf((cursor) => JSON_MAP_VALUES['integer-map'](cursor.int64())),
  'decimal-map': mapOf((cursor) => JSON_MAP_VALUES['decimal-map'](cursor.int128())),
  'instant-map': mapOf((cursor) => JSON_MAP_VALUES['instant-map'](cursor.int64())),
}

/** A byte before the value is not 0 where there is none. */
function orNull(read: Reading): Reading {
  return (cursor) => (cursor.byte() === 0 ? read(cursor) : undefined)
}

/** Sorts the entries by key, as form 2 does. */
function mapOf(read: (cursor: Cursor) => string): Reading {
  return (cursor) => {
    const entries: { readonly key: string; readonly json: string }[] = []
    for (let left = cursor.length(); left > 0; left -= 1) {
      entries.push({ key: cursor.text(), json: read(cursor) })
    }
    if (entries.length === 0) return undefined
    entries.sort((a, b) => (a.key < b.key ? -1 : 1))
    return `{${entries.map(({ key, json }) => `${JSON.stringify(key)}:${json}`).join(',')}}`
  }
}
