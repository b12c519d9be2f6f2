import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { stdin } from 'node:process'
import { type Packing, unpacked } from '../reading/unpack.ts'

const EDGE_BYTES = 64 * 1024
const READ_BYTES = 256 * 1024

const PACKING_OF_ENDING: Readonly<Record<string, Packing>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
}

/** What an import reads: a file, packed or not, or standard input. */
export type ImportSource = {
  /** Bytes of the file, as it is; undefined for standard input. */
  readonly size: number | undefined
  /** By which the same input is known again. */
  readonly fingerprint: string
  /** The first of its bytes, unpacked. */
  readonly head: Buffer
  /** All of them; asked for once. */
  readonly bytes: () => AsyncGenerator<Buffer>
  /** How much of the file has been read so far. */
  readonly readBytes: () => number
}

/** `-` is standard input. */
export async function openImportSource(path: string): Promise<ImportSource> {
  const packing = PACKING_OF_ENDING[path.split('.').at(-1)?.toLowerCase() ?? '']
  const about = path === '-' ? { size: undefined, edges: '' } : await aboutFile(path)
  let readBytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    const raw = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES })
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      readBytes += chunk.length
      yield chunk
    }
  }
  const bytes = packing === undefined ? counted() : unpacked(counted(), packing)
  const { head, all } = await withHead(bytes)
  const hash = createHash('sha256').update(head).update(about.edges).digest('hex')
  return {
    size: about.size,
    fingerprint: `${about.size ?? 'stdin'} ${hash}`,
    head: head.subarray(0, EDGE_BYTES),
    bytes: all,
    readBytes: () => readBytes,
  }
}

/** Size, first and last bytes: enough to tell files apart; what was read before is compared byte for byte later. */
async function aboutFile(path: string): Promise<{ readonly size: number; readonly edges: string }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const edges = [await bytesAt(file, 0), await bytesAt(file, Math.max(0, size - EDGE_BYTES))]
    return { size, edges: edges.map((edge) => edge.toString('base64')).join(' ') }
  } finally {
    await file.close()
  }
}

async function bytesAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, position)
  return buffer.subarray(0, bytesRead)
}

/** Reads a little ahead, and gives it back as the beginning of all. */
async function withHead(bytes: AsyncGenerator<Buffer>) {
  const ahead: Buffer[] = []
  let length = 0
  while (length < EDGE_BYTES) {
    const { done, value } = await bytes.next()
    if (done === true) break
    ahead.push(value)
    length += value.length
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* ahead
    yield* bytes
  }
  return { head: Buffer.concat(ahead).subarray(0, EDGE_BYTES), all }
}
