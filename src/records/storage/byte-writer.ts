const BYTES_AT_FIRST = 4_096
/** Smaller ones grow in greater steps: to copy them often costs more than what is left empty. */
const LARGE_BYTES = 128 * 1024
/** The length of a shorter text takes one byte. */
const SHORT_TEXT_MAX = 64
const TWO_TO_32 = 0x1_0000_0000

/** Bytes that grow; those not written yet are zero. */
export class ByteWriter {
  bytes = Buffer.alloc(BYTES_AT_FIRST)
  length = 0

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const factor = this.bytes.length < LARGE_BYTES ? 4 : 2
    const larger = Buffer.alloc(Math.max(this.bytes.length * factor, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  /** The text in UTF-8, its length before it. */
  putText(text: string): void {
    // No character takes more than three bytes for each unit of its UTF-16.
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

  /** A whole number in eight bytes, low ones first. */
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

  /** Most texts are short and plain: to copy those here is quicker than to have them copied. */
  #putPlain(text: string): boolean {
    const { bytes } = this
    const start = this.length + 1
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      // What was copied so far is overwritten by the longer bytes of such a text.
      if (code > 0x7f) return false
      bytes[start + index] = code
    }
    bytes[start - 1] = text.length
    this.length = start + text.length
    return true
  }
}
