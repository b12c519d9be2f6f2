import { isAscii, isUtf8 } from 'node:buffer'

/** A line with its number; a problem where it is not text. */
export type Line = { readonly number: number } & (
  | {
      readonly text: string
      /** Whether it has only printable ASCII and no backslash. */
      readonly isPlain: boolean
    }
  | { readonly problem: string }
)

const LINE_BYTES_MAX = 1024 * 1024
const TOO_LONG = `is longer than ${LINE_BYTES_MAX / 1024 / 1024} MiB`
const NOT_UTF8 = 'is not UTF-8 text'

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const BACKSLASH = 0x5c
const DELETE = 0x7f
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const EMPTY = /^\s*$/

/** Splits bytes into lines; keeps at most one line in memory, and nothing of a line that is too long. */
export class LineSplitter {
  #lineCount: number
  #offset: number
  /** The start of a line whose end has not arrived. */
  #pieces: Buffer[] = []
  #pieceBytes = 0

  /** The bytes may be the rest of an input whose first lines were read before. */
  constructor({ lineCount, offset } = { lineCount: 0, offset: 0 }) {
    this.#lineCount = lineCount
    this.#offset = offset
  }

  /** How many lines have been read, empty ones included, and where the last of them ended. */
  get position(): { readonly lineCount: number; readonly offset: number } {
    return { lineCount: this.#lineCount, offset: this.#offset }
  }

  /** Yields the lines that end in this chunk; empty ones are only counted. */
  *lines(chunk: Buffer): Generator<Line> {
    const isPlain = isPlainText(chunk)
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#offset += this.#pieceBytes + end + 1 - start
      const line = this.#lineOf(chunk, { start, end, isPlain })
      start = this.#afterEmptyLines(chunk, end + 1)
      if (line !== undefined) yield line
    }
    this.#hold(chunk.subarray(start))
  }

  /** Yields the last line where it has no line end. */
  *end(): Generator<Line> {
    if (this.#pieceBytes === 0) return
    this.#offset += this.#pieceBytes
    const line = this.#lineOf(Buffer.alloc(0), { start: 0, end: 0, isPlain: false })
    if (line !== undefined) yield line
  }

  #lineOf(chunk: Buffer, { start, end, isPlain }: { start: number; end: number; isPlain: boolean }): Line | undefined {
    this.#lineCount += 1
    const number = this.#lineCount
    const heldBytes = this.#pieceBytes
    if (heldBytes + end - start > LINE_BYTES_MAX) {
      this.#letGo()
      return { number, problem: TOO_LONG }
    }
    if (heldBytes === 0 && isPlain) return textLine(number, chunk.toString('latin1', start, end), isPlain)
    const bytes = Buffer.concat([...this.#pieces, chunk.subarray(start, end)])
    this.#letGo()
    return decodedLine(number, number === 1 ? withoutMark(bytes) : bytes)
  }

  /** Counts lines without text as fast as possible: a small compressed body may have a billion of them. */
  #afterEmptyLines(chunk: Buffer, from: number): number {
    let start = from
    for (let at = from; at - start <= LINE_BYTES_MAX; at += 1) {
      const byte = chunk[at]
      if (byte === LINE_FEED) {
        start = at + 1
        this.#lineCount += 1
      } else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) break
    }
    this.#offset += start - from
    return start
  }

  #hold(rest: Buffer): void {
    this.#pieceBytes += rest.length
    if (rest.length === 0) return
    if (this.#pieceBytes > LINE_BYTES_MAX) this.#pieces = []
    else this.#pieces.push(rest)
  }

  #letGo(): void {
    this.#pieces = []
    this.#pieceBytes = 0
  }
}

function isPlainText(bytes: Buffer): boolean {
  return isAscii(bytes) && !bytes.includes(BACKSLASH) && !bytes.includes(DELETE)
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes
}

function decodedLine(number: number, bytes: Buffer): Line | undefined {
  if (isPlainText(bytes)) return textLine(number, bytes.toString('latin1'), true)
  return isUtf8(bytes) ? textLine(number, bytes.toString('utf8'), false) : { number, problem: NOT_UTF8 }
}

function textLine(number: number, text: string, isPlain: boolean): Line | undefined {
  // Nearly every line begins with a brace.
  if (text.charCodeAt(0) !== 0x7b && EMPTY.test(text)) return undefined
  const isCut = text.charCodeAt(text.length - 1) === CARRIAGE_RETURN
  return { number, text: isCut ? text.slice(0, -1) : text, isPlain }
}
