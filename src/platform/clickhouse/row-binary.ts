import { assert } from '../../kernel/assert.ts'

/** A column as it stands in a row of the engine's format RowBinary. */
export type RowColumn = { readonly name: string; readonly type: string }

type Skip = (bytes: Buffer, offset: number) => number

/** Returned where the row goes on behind the bytes that are there. */
const INCOMPLETE = -1

/** Bytes of a value, by its type. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^UInt8$/, 1],
  [/^Date32$/, 4],
  [/^(U?Int64|DateTime64\(.*\)|Decimal\((?:[1-9]|1[0-8]), \d+\))$/, 8],
  [/^Decimal\((?:19|2\d|3[0-8]), \d+\)$/, 16],
]

/** Finds the ends of rows, and where the columns of the last one begin. */
export class RowBinaryReader {
  readonly #skips: readonly Skip[]
  readonly #starts: Int32Array

  constructor(columns: readonly RowColumn[]) {
    this.#skips = columns.map(({ type }) => skipOf(type))
    this.#starts = new Int32Array(columns.length)
  }

  /** Where the row ends that begins at the offset; undefined where it goes on behind the bytes. */
  rowEnd(bytes: Buffer, offset: number): number | undefined {
    let at = offset
    for (let index = 0; index < this.#skips.length; index += 1) {
      this.#starts[index] = at
      at = this.#skips[index]?.(bytes, at) ?? INCOMPLETE
      if (at === INCOMPLETE) return undefined
    }
    return at
  }

  /** Where the column's value begins in the row whose end was found last. */
  startOf(column: number): number {
    return this.#starts[column] ?? 0
  }
}

/** The text whose length stands at the offset. */
export function textAt(bytes: Buffer, offset: number): string {
  const start = afterVarint(bytes, offset)
  return bytes.toString('utf8', start, start + lengthAt(bytes, offset))
}

/** What stands before rows in the format RowBinaryWithNamesAndTypes. */
export function rowBinaryHeader(columns: readonly RowColumn[]): Buffer {
  const names = columns.map(({ name }) => withLength(name))
  const types = columns.map(({ type }) => withLength(type))
  return Buffer.concat([varint(columns.length), ...names, ...types])
}

/** How a value of the type is laid out; equal for types that one file can hold alike. */
export function layoutOf(type: string): string {
  return type.replaceAll(/LowCardinality\((\w+)\)/g, '$1')
}

function skipOf(type: string): Skip {
  const layout = layoutOf(type)
  if (layout === 'String') return skipText
  const nullable = /^Nullable\((.*)\)$/.exec(layout)?.[1]
  if (nullable !== undefined) return nullableSkip(widthOf(nullable))
  const mapped = /^Map\(String, (.*)\)$/.exec(layout)?.[1]
  if (mapped !== undefined) return mapSkip(skipOf(mapped))
  return fixedSkip(widthOf(layout))
}

function widthOf(type: string): number {
  const fixed = /^FixedString\((\d+)\)$/.exec(type)?.[1]
  const width = fixed ?? WIDTHS.find(([pattern]) => pattern.test(type))?.[1]
  assert(width !== undefined, `No row with a column of type ${type} can be read.`)
  return Number(width)
}

function fixedSkip(width: number): Skip {
  return (bytes, offset) => (offset + width > bytes.length ? INCOMPLETE : offset + width)
}

function nullableSkip(width: number): Skip {
  return (bytes, offset) => {
    if (offset >= bytes.length) return INCOMPLETE
    const end = offset + 1 + (bytes[offset] === 0 ? width : 0)
    return end > bytes.length ? INCOMPLETE : end
  }
}

function mapSkip(skipValue: Skip): Skip {
  return (bytes, offset) => {
    let at = afterVarint(bytes, offset)
    if (at > bytes.length) return INCOMPLETE
    for (let entries = lengthAt(bytes, offset); entries > 0; entries -= 1) {
      at = skipText(bytes, at)
      if (at !== INCOMPLETE) at = skipValue(bytes, at)
      if (at === INCOMPLETE) return INCOMPLETE
    }
    return at
  }
}

function skipText(bytes: Buffer, offset: number): number {
  const start = afterVarint(bytes, offset)
  if (start > bytes.length) return INCOMPLETE
  const end = start + lengthAt(bytes, offset)
  return end > bytes.length ? INCOMPLETE : end
}

/** Behind the last byte where the number itself goes on there. */
function afterVarint(bytes: Buffer, offset: number): number {
  let at = offset
  while ((bytes[at] ?? 0xff) >= 0x80) {
    at += 1
    if (at >= bytes.length) return bytes.length + 1
  }
  return at + 1
}

/** Written in sevens of bits, low ones first. */
function lengthAt(bytes: Buffer, offset: number): number {
  let length = 0
  for (let at = offset, factor = 1; ; at += 1, factor *= 0x80) {
    const byte = bytes[at] ?? 0
    length += (byte & 0x7f) * factor
    if (byte < 0x80) return length
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 0x80)) {
    bytes.push(rest >= 0x80 ? (rest % 0x80) + 0x80 : rest)
    if (rest < 0x80) return Buffer.from(bytes)
  }
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([varint(bytes.length), bytes])
}
