import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { stdin } from 'node:process'
import { AppError } from '../../kernel/errors.ts'
import { DamagedPacking, type Packing, unpacked } from '../reading/unpack.ts'

const EDGE_BYTES = 64 * 1024
const READ_BYTES = 256 * 1024

const PACKING_OF_ENDING: Readonly<Record<string, Packing>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
}

/** The input of an import: a file, compressed or not, or standard input. */
export type ImportSource = {
  /** Size of the file as it is stored; undefined for standard input. */
  readonly size: number | undefined
  /** Identifies the input, so that an interrupted import can be resumed. */
  readonly fingerprint: string
  /** Its format by the file's name, or else by its first bytes. */
  readonly format: 'ndjson' | 'csv'
  /** The first bytes, unpacked. */
  readonly start: Buffer
  /** All bytes, unpacked; can be read once. */
  readonly bytes: () => AsyncGenerator<Buffer>
  /** How much of the file has been read so far. */
  readonly readBytes: () => number
}

/** Opens a file by its path, or standard input by `-`. */
export async function openImportSource(path: string): Promise<ImportSource> {
  const packing = PACKING_OF_ENDING[path.split('.').at(-1)?.toLowerCase() ?? '']
  const { size, edges } = path === '-' ? { size: undefined, edges: '' } : await describeFile(path)
  let readBytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    const raw = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES })
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      readBytes += chunk.length
      yield chunk
    }
  }
  const bytes = packing === undefined ? counted() : unpackedFile(path, counted(), packing)
  const { start, all } = await withStart(bytes)
  const hash = createHash('sha256').update(start).update(edges).digest('hex')
  return {
    size,
    fingerprint: `${size ?? 'stdin'} ${hash}`,
    format: formatOf(path, start),
    start,
    bytes: all,
    readBytes: () => readBytes,
  }
}

/** By the name of the file, and where that says nothing, by how it begins. */
function formatOf(path: string, start: Buffer): ImportSource['format'] {
  const ending = /\.(csv|tsv|ndjson|jsonl)(?:\.\w+)?$/i.exec(path)?.[1]?.toLowerCase()
  if (ending !== undefined) return ending === 'csv' || ending === 'tsv' ? 'csv' : 'ndjson'
  return /^[\s\ufeff]*\{/.test(start.toString()) ? 'ndjson' : 'csv'
}

async function* unpackedFile(path: string, bytes: AsyncIterable<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  try {
    yield* unpacked(bytes, packing)
  } catch (error) {
    if (!(error instanceof DamagedPacking)) throw error
    const message = `${path} cannot be decompressed: ${error.message} Run again with an intact file; records stored before are recognized.`
    throw new AppError('conflict', 'DAMAGED_FILE', message, [], { cause: error })
  }
}

/** Size, first and last bytes distinguish files well enough; a resumed import compares everything read before. */
async function describeFile(path: string): Promise<{ readonly size: number; readonly edges: string }> {
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

/** Reads the first bytes and yields them again with the rest. */
async function withStart(bytes: AsyncGenerator<Buffer>) {
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
  return { start: Buffer.concat(ahead).subarray(0, EDGE_BYTES), all }
}
