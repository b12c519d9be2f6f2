import type { ByteRange } from '../../platform/file-store/file-store.ts'

/** What a Range header comes to: all of it, a part, or nothing that there is. */
export type RequestedPart = 'whole' | 'nothing' | ByteRange

const ONE_RANGE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * A header that is not understood, or asks for several parts, counts as none: whoever sends one has to be
 * able to take the whole.
 */
export function readRange(header: string | undefined, size: number): RequestedPart {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === '') return last === '' ? 'whole' : endOf(size, Number(last))
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'nothing'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

function endOf(size: number, length: number): RequestedPart {
  if (length === 0) return 'nothing'
  return length >= size ? 'whole' : { start: size - length, end: size - 1 }
}
