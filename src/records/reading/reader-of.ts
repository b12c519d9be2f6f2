import type { KindName, RecordKind } from '../../catalogue/kinds.ts'
import { RecordReader } from './read-record.ts'

const readers = new Map<KindName, RecordReader>()

/** The kind's reader, made at its first use. */
export function readerOf(kind: RecordKind): RecordReader {
  const known = readers.get(kind.name)
  if (known !== undefined) return known
  const reader = new RecordReader(kind)
  readers.set(kind.name, reader)
  return reader
}
