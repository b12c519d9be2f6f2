const INITIAL_BYTES = 4_096
/** Smaller buffers grow faster: copying them often costs more than the unused bytes. */
const LARGE_BYTES = 128 * 1024
/** The length of a text up to this size takes one byte. */
const SHORT_TEXT_MAX = 64
const TWO_TO_32 = 0x1_0000_0000

/** A growing buffer; bytes not written yet are zero. */
export class ByteWriter {
  bytes = Buffer.alloc(INITIAL_BYTES)
  length = 0

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const factor = this.bytes.length < LARGE_BYTES ? 4 : 2
    const larger = Buffer.alloc(Math.max(this.bytes.length * factor, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  /** Writes the text in UTF-8 after its length. */
  putText(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    this.reserve(text.length * 3 + 5)
    if (text.length <= SHORT_TEXT_MAX && this.#putPlain(text)) return
    const byteLength = Buffer.byteLength(text)
    this.putVarint(byteLength)
    this.length += this.bytes.write(text, this.length, byteLength)
  }

  putVarint(value: number): void {
    this.reserve(5)
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  /** Writes an integer in eight bytes, low ones first. */
  putInt64(value: number): void {
    this.reserve(8)
    const high = Math.floor(value / TWO_TO_32)
    this.bytes.writeUInt32LE(value - high * TWO_TO_32, this.length)
    this.bytes.writeInt32LE(high, this.length + 4)
    this.length += 8
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Most texts are short ASCII: copying them here is faster than a call of the library. */
  #putPlain(text: string): boolean {
    const { bytes } = this
    const start = this.length + 1
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      // The caller overwrites the bytes copied so far.
      if (code > 0x7f) return false
      bytes[start + index] = code
    }
    bytes[start - 1] = text.length
    this.length = start + text.length
    return true
  }
}
