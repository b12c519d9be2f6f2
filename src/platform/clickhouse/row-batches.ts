import type { RowBinaryReader } from './row-binary.ts'

/** Whole rows, and where each of them ends. */
export type RowBatch = { readonly bytes: Buffer; readonly ends: readonly number[] }

/** Cuts a stream of rows into batches of about the given size; a part of a row at the end is an error. */
export async function* rowBatches(
  source: AsyncIterable<Buffer>,
  reader: RowBinaryReader,
  { bytesMin }: { readonly bytesMin: number },
): AsyncGenerator<RowBatch> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    length += chunk.length
    if (length < bytesMin) continue
    const { batch, rest } = cut(Buffer.concat(chunks), reader)
    if (batch.ends.length > 0) yield batch
    chunks = [rest]
    length = rest.length
  }
  const { batch, rest } = cut(Buffer.concat(chunks), reader)
  if (batch.ends.length > 0) yield batch
  if (rest.length > 0) throw new Error('The rows break off in the middle of one.')
}

function cut(
  bytes: Buffer,
  reader: RowBinaryReader,
): { readonly batch: RowBatch; readonly rest: Buffer } {
  const ends: number[] = []
  let offset = 0
  while (offset < bytes.length) {
    const end = reader.rowEnd(bytes, offset)
    if (end === undefined) break
    ends.push(end)
    offset = end
  }
  return { batch: { bytes: bytes.subarray(0, offset), ends }, rest: bytes.subarray(offset) }
}
