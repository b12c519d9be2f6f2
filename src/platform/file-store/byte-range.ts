import { assert } from '../../kernel/assert.ts'
import type { ByteRange } from './file-store.ts'

export function assertRange({ start, end }: ByteRange): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start
  assert(isRange && start <= end, `${start} to ${end} is not a range of bytes.`)
}

export function outsideOf(key: string, { start }: ByteRange): RangeError {
  return new RangeError(`The file ${key} in the file store ends before byte ${start}.`)
}
