import { ImageRefused } from './image-refused.ts'

const CODES_MAX = 4096
const CODE_BITS_MAX = 12

/**
 * The codes that a frame's pixels are made of, and the one that ends them; whatever stood behind is gone.
 * Only lengths are counted, since what the codes stand for matters to nobody here.
 */
export function lzwDataUsed(
  data: Buffer,
  { codeBits, pixels }: { readonly codeBits: number; readonly pixels: number },
): Buffer {
  if (codeBits < 2 || codeBits > 8) throw new ImageRefused('is broken')
  const codes = new CodeLengths(codeBits)
  let position = 0
  for (let count = 0; count < pixels; ) {
    const { width } = codes
    if (position + width > data.length * 8) throw new ImageRefused('is cut off')
    count += codes.lengthOf(bitsAt(data, position, width))
    position += width
  }
  return endedAt(data, position, codes)
}

/** How many pixels each code stands for, as the codes that were read have made it so far. */
class CodeLengths {
  readonly #codeBits: number
  readonly #clear: number
  readonly end: number
  readonly #lengths: Uint32Array
  #next = 0
  #previous = -1
  /** Of the next code, in bits. */
  width = 0

  constructor(codeBits: number) {
    this.#codeBits = codeBits
    this.#clear = 1 << codeBits
    this.end = this.#clear + 1
    this.#lengths = new Uint32Array(CODES_MAX).fill(1, 0, this.#clear)
    this.#forget()
  }

  lengthOf(code: number): number {
    if (code === this.end) throw new ImageRefused('is cut off')
    if (code === this.#clear) {
      this.#forget()
      return 0
    }
    const isFirst = this.#previous < 0
    if (!isFirst) this.#learn()
    if (code >= (isFirst ? this.#clear : this.#next)) throw new ImageRefused('is broken')
    this.#previous = code
    return this.#lengths[code] ?? 0
  }

  #forget(): void {
    this.#next = this.#clear + 2
    this.#previous = -1
    this.width = this.#codeBits + 1
  }

  /** Each code but the first after a clearing makes a new one, longer by one than the code before it. */
  #learn(): void {
    if (this.#next === CODES_MAX) return
    this.#lengths[this.#next] = (this.#lengths[this.#previous] ?? 0) + 1
    this.#next += 1
    if (this.#next === 1 << this.width && this.width < CODE_BITS_MAX) this.width += 1
  }
}

function bitsAt(data: Buffer, position: number, width: number): number {
  const first = position >> 3
  const bytes = (data[first] ?? 0) | ((data[first + 1] ?? 0) << 8) | ((data[first + 2] ?? 0) << 16)
  return (bytes >> (position & 7)) & ((1 << width) - 1)
}

/** The first bits of the data, then the code that ends them. */
function endedAt(
  data: Buffer,
  position: number,
  { end, width }: { readonly end: number; readonly width: number },
): Buffer {
  const ended = Buffer.alloc(Math.ceil((position + width) / 8))
  data.copy(ended, 0, 0, Math.ceil(position / 8))
  const first = position >> 3
  const kept = (ended[first] ?? 0) & ((1 << (position & 7)) - 1)
  const last = kept | (end << (position & 7))
  for (let index = first; index < ended.length; index += 1) {
    ended[index] = (last >> (8 * (index - first))) & 0xff
  }
  return ended
}
