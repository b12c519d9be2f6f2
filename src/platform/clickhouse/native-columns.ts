import { ByteWriter } from '../byte-writer.ts'
import { type KeptRows, keptFixed, keptTexts } from './kept-rows.ts'

/** Bytes of a value. */
export type Width = 1 | 4 | 8 | 16

export type ColumnValue = string | number | bigint | Buffer

/** Each text with its length before it. */
export class TextColumn {
  readonly #out = new ByteWriter()
  #rows = 0

  /** What the column takes once it has so many rows. */
  byteLengthOf(rowCount: number): number {
    return this.#out.length + Math.max(0, rowCount - this.#rows)
  }

  put(row: number, value: ColumnValue): void {
    if (this.#rows < row) this.#fillTo(row)
    this.#out.putText(typeof value === 'string' ? value : String(value))
    this.#rows += 1
  }

  toBuffer(rowCount: number, kept?: KeptRows): Buffer {
    this.#fillTo(rowCount)
    const all = this.#out.written()
    return kept === undefined ? all : keptTexts(all, kept)
  }

  /** An empty text is a length of zero, and new bytes are zero. */
  #fillTo(row: number): void {
    if (this.#rows >= row) return
    this.#out.reserve(row - this.#rows)
    this.#out.length += row - this.#rows
    this.#rows = row
  }
}

/** Values of equal width, low bytes first. */
export class FixedColumn {
  readonly #out = new ByteWriter()
  readonly #width: Width

  constructor(width: Width) {
    this.#width = width
  }

  byteLengthOf(rowCount: number): number {
    return Math.max(this.#out.length, rowCount * this.#width)
  }

  put(row: number, value: ColumnValue): void {
    this.#fillTo(row)
    this.#out.reserve(this.#width)
    if (typeof value === 'number') this.#putNumber(value)
    else if (typeof value === 'bigint') this.#putBigInt(value)
    else {
      ;(value as Buffer).copy(this.#out.bytes, this.#out.length)
      this.#out.length += this.#width
    }
  }

  toBuffer(rowCount: number, kept?: KeptRows): Buffer {
    this.#fillTo(rowCount)
    const all = this.#out.written()
    return kept === undefined ? all : keptFixed(all, this.#width, kept)
  }

  #putBigInt(value: bigint): void {
    const { bytes, length } = this.#out
    bytes.writeBigInt64LE(BigInt.asIntN(64, value), length)
    if (this.#width === 16) bytes.writeBigInt64LE(value >> 64n, length + 8)
    this.#out.length += this.#width
  }

  #putNumber(value: number): void {
    const { bytes, length } = this.#out
    if (this.#width === 1) bytes[this.#out.length++] = value
    else if (this.#width === 4) this.#out.length = bytes.writeInt32LE(value, length)
    else {
      this.#out.putInt64(value)
      if (this.#width === 16) {
        this.#out.length = length + 16
        bytes.fill(value < 0 ? 0xff : 0, length + 8, length + 16)
      }
    }
  }

  #fillTo(row: number): void {
    const missing = row * this.#width - this.#out.length
    if (missing <= 0) return
    this.#out.reserve(missing)
    this.#out.length += missing
  }
}

/** A mark for each row that has no value, then the values. */
export class NullableColumn {
  readonly #values: FixedColumn
  readonly #marks = new ByteWriter()

  constructor(values: FixedColumn) {
    this.#values = values
  }

  byteLengthOf(rowCount: number): number {
    return rowCount + this.#values.byteLengthOf(rowCount)
  }

  put(row: number, value: ColumnValue): void {
    this.#markTo(row)
    this.#marks.reserve(1)
    this.#marks.bytes[this.#marks.length++] = 0
    this.#values.put(row, value)
  }

  toBuffer(rowCount: number, kept?: KeptRows): Buffer {
    this.#markTo(rowCount)
    const marks = this.#marks.written()
    return Buffer.concat([
      kept === undefined ? marks : keptFixed(marks, 1, kept),
      this.#values.toBuffer(rowCount, kept),
    ])
  }

  #markTo(row: number): void {
    const missing = row - this.#marks.length
    if (missing <= 0) return
    this.#marks.reserve(missing)
    this.#marks.bytes.fill(1, this.#marks.length, row)
    this.#marks.length = row
  }
}

/** Where the entries of each row end, then all keys, then all values. */
export class MapColumn {
  readonly #ends: number[] = []
  readonly #keys = new TextColumn()
  readonly #values: TextColumn | FixedColumn
  #entries = 0

  constructor(values: TextColumn | FixedColumn) {
    this.#values = values
  }

  byteLengthOf(rowCount: number): number {
    const entries = this.#keys.byteLengthOf(0) + this.#values.byteLengthOf(0)
    return rowCount * 8 + entries
  }

  put(): never {
    throw new Error('A map takes entries.')
  }

  putEntry(row: number, key: string, value: ColumnValue): void {
    this.#endRowsBefore(row)
    this.#keys.put(this.#entries, key)
    this.#values.put(this.#entries, value)
    this.#entries += 1
  }

  toBuffer(rowCount: number, kept?: KeptRows): Buffer {
    this.#endRowsBefore(rowCount)
    const { ends, entries } = kept === undefined ? { ends: this.#ends } : this.#keptEntries(kept)
    const offsets = new FixedColumn(8)
    for (const [row, end] of ends.entries()) offsets.put(row, end)
    return Buffer.concat([
      offsets.toBuffer(ends.length),
      this.#keys.toBuffer(this.#entries, entries),
      this.#values.toBuffer(this.#entries, entries),
    ])
  }

  /** The entries of the rows that are kept, and where those of each such row end. */
  #keptEntries(kept: KeptRows): { readonly ends: readonly number[]; readonly entries: KeptRows } {
    const ends: number[] = []
    const entries = new Uint8Array(this.#entries)
    let count = 0
    for (const [row, end] of this.#ends.entries()) {
      if (kept[row] !== 1) continue
      const start = this.#ends[row - 1] ?? 0
      entries.fill(1, start, end)
      count += end - start
      ends.push(count)
    }
    return { ends, entries }
  }

  #endRowsBefore(row: number): void {
    while (this.#ends.length < row) this.#ends.push(this.#entries)
  }
}
