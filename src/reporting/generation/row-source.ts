import { Readable } from 'node:stream'

const NEWLINE = 0x0a

export type RowSource = {
  /** Yields the bytes of at most `rowsMax` rows; returns their number. */
  readonly rows: (rowsMax: number) => AsyncGenerator<Uint8Array, number, undefined>
  readonly hasMore: () => Promise<boolean>
  /** Ends the source early, without waiting for lines that are still being read. */
  readonly end: () => void
}

/** Reads a stream in which each line is a row, however it is divided into chunks. */
export function rowSource(lines: AsyncIterable<Uint8Array>): RowSource {
  const source = lines[Symbol.asyncIterator]()
  let unread: Uint8Array = new Uint8Array()
  let last = NEWLINE

  async function hasMore(): Promise<boolean> {
    while (unread.length === 0) {
      const { done, value } = await source.next()
      if (done === true) {
        if (last !== NEWLINE) throw new Error('The rows of the report end in the middle of a row.')
        return false
      }
      unread = value
    }
    return true
  }

  async function* rows(rowsMax: number): AsyncGenerator<Uint8Array, number, undefined> {
    let taken = 0
    while (taken < rowsMax && (await hasMore())) {
      const { end, count } = rowsWithin(unread, rowsMax - taken)
      const piece = unread.subarray(0, end)
      unread = unread.subarray(end)
      last = piece.at(-1) ?? last
      taken += count
      yield piece
    }
    return taken
  }

  const end = (): void => {
    if (lines instanceof Readable) lines.destroy()
    else void source.return?.().catch(() => {})
  }
  return { rows, hasMore, end }
}

/** The length of the first `rowsMax` rows, or of all bytes if there are fewer rows. */
function rowsWithin(bytes: Uint8Array, rowsMax: number): { end: number; count: number } {
  let count = 0
  for (let end = 0; count < rowsMax; count += 1) {
    const newline = bytes.indexOf(NEWLINE, end)
    if (newline === -1) return { end: bytes.length, count }
    end = newline + 1
    if (count + 1 === rowsMax) return { end, count: rowsMax }
  }
  return { end: bytes.length, count }
}
