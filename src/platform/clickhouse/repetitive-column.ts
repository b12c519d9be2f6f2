import { ByteWriter } from '../byte-writer.ts'
import type { KeptRows } from './kept-rows.ts'
import type { ColumnValue } from './native-columns.ts'

const ROWS_AT_FIRST = 1_024
/** The engine's own marks: keys come with the column, and their places are written in 1, 2 or 4 bytes. */
const KEYS_WITH_COLUMN = 1
const OWN_KEYS = 0x600
const PLACE_TYPES = [
  { bytes: 1, mark: 0, keysMax: 2 ** 8 },
  { bytes: 2, mark: 1, keysMax: 2 ** 16 },
  { bytes: 4, mark: 2, keysMax: 2 ** 32 },
] as const

/** Few different texts among many rows: each is written once, and of each row only which it is. */
export class RepetitiveColumn {
  readonly #places = new Map([['', 0]])
  #rows = new Uint32Array(ROWS_AT_FIRST)
  #keyBytes = 1

  byteLengthOf(rowCount: number): number {
    return this.#keyBytes + rowCount * placeTypeOf(this.#places.size).bytes
  }

  put(row: number, value: ColumnValue): void {
    if (row >= this.#rows.length) this.#growTo(row + 1)
    const text = value as string
    this.#rows[row] = this.#places.get(text) ?? this.#add(text)
  }

  toBuffer(rowCount: number, kept?: KeptRows): Buffer {
    if (rowCount > this.#rows.length) this.#growTo(rowCount)
    const rows = this.#rows.subarray(0, rowCount)
    const places = kept === undefined ? rows : rows.filter((_, row) => kept[row] === 1)
    const { bytes, mark } = placeTypeOf(this.#places.size)
    const out = new ByteWriter()
    out.putInt64(KEYS_WITH_COLUMN)
    out.putInt64(OWN_KEYS + mark)
    out.putInt64(this.#places.size)
    for (const text of this.#places.keys()) out.putText(text)
    out.putInt64(places.length)
    return Buffer.concat([out.written(), narrowed(places, bytes)])
  }

  #add(text: string): number {
    const place = this.#places.size
    this.#places.set(text, place)
    this.#keyBytes += Buffer.byteLength(text) + 1
    return place
  }

  /** New rows have the first text, which is empty. */
  #growTo(rowCount: number): void {
    const larger = new Uint32Array(Math.max(this.#rows.length * 2, rowCount))
    larger.set(this.#rows)
    this.#rows = larger
  }
}

function placeTypeOf(keys: number): (typeof PLACE_TYPES)[number] {
  const [narrow, medium, wide] = PLACE_TYPES
  if (keys <= narrow.keysMax) return narrow
  return keys <= medium.keysMax ? medium : wide
}

function narrowed(places: Uint32Array, bytes: 1 | 2 | 4): Uint8Array {
  const narrow =
    bytes === 1 ? Uint8Array.from(places) : bytes === 2 ? Uint16Array.from(places) : places
  return new Uint8Array(narrow.buffer, narrow.byteOffset, narrow.byteLength)
}
