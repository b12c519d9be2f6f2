import { createHash } from 'node:crypto'

const LINE_FEED = 0x0a

/** Follows an input from its first byte and hashes the bytes passed, so that a resumed import can recognize it. */
export class InputTrace {
  readonly #hash = createHash('sha256')
  /** Read, but not passed yet. */
  #ahead: Buffer[] = []
  #offset = 0
  #lineFeeds = 0
  #lastByte = LINE_FEED

  get offset(): number {
    return this.#offset
  }

  /** The number of lines before the offset, including a last one without a line end. */
  get lineCount(): number {
    return this.#lineFeeds + (this.#lastByte === LINE_FEED ? 0 : 1)
  }

  push(chunk: Buffer): void {
    this.#ahead.push(chunk)
  }

  passTo(offset: number): void {
    while (this.#offset < offset) {
      const [chunk] = this.#ahead
      if (chunk === undefined) return
      const passed = chunk.subarray(0, offset - this.#offset)
      if (passed.length === chunk.length) this.#ahead.shift()
      else this.#ahead[0] = chunk.subarray(passed.length)
      this.#pass(passed)
    }
  }

  prefixHash(): Buffer {
    return this.#hash.copy().digest()
  }

  /** The bytes read beyond the offset. */
  ahead(): Buffer {
    return Buffer.concat(this.#ahead)
  }

  #pass(bytes: Buffer): void {
    this.#hash.update(bytes)
    this.#offset += bytes.length
    this.#lastByte = bytes.at(-1) ?? this.#lastByte
    let at = bytes.indexOf(LINE_FEED)
    for (; at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) this.#lineFeeds += 1
  }
}
