import type { ByteRange } from '../../platform/file-store/file-store.ts'

/** The part that a Range header requests: the whole file, a range in it, or a range outside it. */
export type RequestedPart = 'whole' | 'nothing' | ByteRange

const ONE_RANGE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * Reads a Range header. A header that is invalid or names several ranges is ignored, as RFC 9110 allows: the client gets
 * the whole file.
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
