import { hash } from 'node:crypto'
import type { RecordContent } from '../reading/record.ts'
import { ByteWriter } from './byte-writer.ts'

export const HASH_BYTES = 16

/** In place of a hash: the record was changed by an erasure, and whatever it was before is the same to us. */
export const ERASED_HASH = Buffer.alloc(HASH_BYTES)

/** Used again and again: a large upload has millions of records. */
const writer = new ByteWriter()

/** Equal for equal records, whatever the order of their fields; lengths keep neighbours apart. */
export function contentHash(record: RecordContent): Buffer {
  writer.length = 0
  writer.putText(record.merchantId)
  writer.putText(record.recordId)
  writer.putInt64(record.occurredAtMs)
  writer.putVarint(record.isDeleted ? 1 : 0)
  for (const [field, value] of record.values) {
    writer.putVarint(field.id)
    // A field has one type, so that no two values of one field are written alike. A number is written in
    // one way, whichever of its two types it came in.
    if (typeof value === 'string') writer.putText(value)
    else if (Number.isSafeInteger(Number(value))) writer.putInt64(Number(value))
    else writer.putText(String(value))
  }
  // As a text, and of that a buffer: the library makes its own far more slowly.
  return Buffer.from(hash('sha256', writer.written(), 'latin1').slice(0, HASH_BYTES), 'latin1')
}
