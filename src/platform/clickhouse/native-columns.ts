/** Bytes of a value. */
export type Width = 1 | 4 | 8 | 16

const BYTES_AT_FIRST = 4_096
const TWO_TO_32 = 0x1_0000_0000

/** Bytes that grow; new ones are zero. */
class GrowingBytes {
  bytes = Buffer.alloc(BYTES_AT_FIRST)
  length = 0

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const larger = Buffer.alloc(Math.max(this.bytes.length * 2, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }
}

/** Each text with its length before it. */
export class TextColumn {
  readonly #out = new GrowingBytes()
  #rows = 0

  get byteLength(): number {
    return this.#out.length
  }

  put(row: number, value: string | number | bigint | Buffer): void {
    this.#fillTo(row)
    const text = String(value)
    // No character takes more than three bytes for each unit of its UTF-16.
    this.#out.reserve(text.length * 3 + 5)
    const byteLength = Buffer.byteLength(text)
    this.putVarint(byteLength)
    this.#out.length += this.#out.bytes.write(text, this.#out.length, byteLength)
    this.#rows += 1
  }

  putVarint(value: number): void {
    this.#out.reserve(5)
    let rest = value
    while (rest >= 0x80) {
      this.#out.bytes[this.#out.length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#out.bytes[this.#out.length++] = rest
  }

  toBuffer(rowCount: number): Buffer {
    this.#fillTo(rowCount)
    return this.#out.written()
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
  readonly #out = new GrowingBytes()
  readonly #width: Width

  constructor(width: Width) {
    this.#width = width
  }

  get byteLength(): number {
    return this.#out.length
  }

  put(row: number, value: string | number | bigint | Buffer): void {
    this.#fillTo(row)
    this.#out.reserve(this.#width)
    if (typeof value === 'bigint') this.#putBigInt(value)
    else if (typeof value === 'number') this.#putNumber(value)
    else (value as Buffer).copy(this.#out.bytes, this.#out.length)
    this.#out.length += this.#width
  }

  toBuffer(rowCount: number): Buffer {
    this.#fillTo(rowCount)
    return this.#out.written()
  }

  #putBigInt(value: bigint): void {
    const { bytes, length } = this.#out
    bytes.writeBigInt64LE(BigInt.asIntN(64, value), length)
    if (this.#width === 16) bytes.writeBigInt64LE(value >> 64n, length + 8)
  }

  #putNumber(value: number): void {
    const { bytes, length } = this.#out
    if (this.#width === 1) bytes[length] = value
    else if (this.#width === 4) bytes.writeInt32LE(value, length)
    else {
      const high = Math.floor(value / TWO_TO_32)
      bytes.writeUInt32LE(value - high * TWO_TO_32, length)
      bytes.writeInt32LE(high, length + 4)
      if (this.#width === 16) bytes.fill(value < 0 ? 0xff : 0, length + 8, length + 16)
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
  readonly #marks = new GrowingBytes()

  constructor(values: FixedColumn) {
    this.#values = values
  }

  get byteLength(): number {
    return this.#marks.length + this.#values.byteLength
  }

  put(row: number, value: string | number | bigint | Buffer): void {
    this.#markTo(row)
    this.#marks.reserve(1)
    this.#marks.bytes[this.#marks.length++] = 0
    this.#values.put(row, value)
  }

  toBuffer(rowCount: number): Buffer {
    this.#markTo(rowCount)
    return Buffer.concat([this.#marks.written(), this.#values.toBuffer(rowCount)])
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
  readonly #ends = new FixedColumn(8)
  readonly #keys = new TextColumn()
  readonly #values: TextColumn | FixedColumn
  #rows = 0
  #entries = 0

  constructor(values: TextColumn | FixedColumn) {
    this.#values = values
  }

  get byteLength(): number {
    return this.#ends.byteLength + this.#keys.byteLength + this.#values.byteLength
  }

  put(): never {
    throw new Error('A map takes entries.')
  }

  putEntry(row: number, key: string, value: string | number | bigint): void {
    this.#endRowsBefore(row)
    this.#keys.put(this.#entries, key)
    this.#values.put(this.#entries, value)
    this.#entries += 1
  }

  toBuffer(rowCount: number): Buffer {
    this.#endRowsBefore(rowCount)
    return Buffer.concat([
      this.#ends.toBuffer(rowCount),
      this.#keys.toBuffer(this.#entries),
      this.#values.toBuffer(this.#entries),
    ])
  }

  #endRowsBefore(row: number): void {
    for (; this.#rows < row; this.#rows += 1) this.#ends.put(this.#rows, this.#entries)
  }
}
