/** A 1 for each row that is kept, a 0 for each that is not. */
export type KeptRows = Uint8Array

/** Of values of equal width those that are kept. */
export function keptFixed(all: Buffer, width: number, kept: KeptRows): Buffer {
  const gathering = new Gathering(all)
  for (let row = 0; row < kept.length; row += 1) gathering.next(width, kept[row] === 1)
  return gathering.end()
}

/** The same of texts with their lengths before them. */
export function keptTexts(all: Buffer, kept: KeptRows): Buffer {
  const gathering = new Gathering(all)
  for (let row = 0; row < kept.length; row += 1) {
    gathering.next(textBytesAt(all, gathering.offset), kept[row] === 1)
  }
  return gathering.end()
}

/** Bytes that the text takes with its length, which is written in sevens of bits, low ones first. */
function textBytesAt(all: Buffer, offset: number): number {
  let length = 0
  let at = offset
  for (let shift = 0; ; shift += 7) {
    const byte = all[at++] ?? 0
    length += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return at - offset + length
  }
}

/** Copies what is kept, one run of neighbours after the other. */
class Gathering {
  readonly #from: Buffer
  readonly #out: Buffer
  #length = 0
  #runStart = 0
  offset = 0

  constructor(from: Buffer) {
    this.#from = from
    this.#out = Buffer.allocUnsafe(from.length)
  }

  next(byteLength: number, isKept: boolean): void {
    if (!isKept) this.#endRun()
    this.offset += byteLength
    if (!isKept) this.#runStart = this.offset
  }

  end(): Buffer {
    this.#endRun()
    return this.#out.subarray(0, this.#length)
  }

  #endRun(): void {
    this.#length += this.#from.copy(this.#out, this.#length, this.#runStart, this.offset)
  }
}
