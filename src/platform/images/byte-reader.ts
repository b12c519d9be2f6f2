import { ImageRefused } from './image-refused.ts'

/** Reads a file from front to back and refuses one that ends too soon. */
export class ByteReader {
  readonly #bytes: Buffer
  #position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  take(length: number): Buffer {
    const end = this.#position + length
    if (end > this.#bytes.length) throw new ImageRefused('is cut off')
    const taken = this.#bytes.subarray(this.#position, end)
    this.#position = end
    return taken
  }

  byte(): number {
    return this.take(1).readUInt8()
  }
}
