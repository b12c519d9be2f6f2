import { promisify } from 'node:util'
import { crc32, deflate, inflate, type Zlib, type ZlibOptions } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { ImageRefused } from './image-refused.ts'

type CleanPng = {
  readonly bytes: Buffer
  /** A profile says what the colours mean; without it they have to be converted. */
  readonly hasProfile: boolean
}

type Chunk = { readonly type: string; readonly data: Buffer }

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** What says how the pixels look, with the length it has; the rest is about something else. */
const COLOUR_CHUNKS: Readonly<Record<string, number>> = { cHRM: 32, cICP: 4, gAMA: 4, sRGB: 1 }
/** How many samples a pixel has, by the type of its colours. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const INDEXED = 3
const WITH_TRANSPARENT_COLOUR: ReadonlySet<number> = new Set([0, 2, 3])
/** Where the passes of an interlaced picture begin, and their steps: x, y, step in x, step in y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflate)

/**
 * The same pixels, packed anew, with what their colours need and nothing else: texts, dates, foreign
 * chunks and everything behind the end are left out. Pixels keep their form, so that the picture is the
 * same to the last bit whatever its depth and palette, and it becomes no larger.
 */
export async function cleanPng(
  bytes: Buffer,
  { pixelsMax }: { readonly pixelsMax: number },
): Promise<CleanPng> {
  const chunks = readChunks(bytes)
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new ImageRefused('is broken')
  const pixelBytes = pixelBytesOf(header.data, pixelsMax)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = await repacked(packed, pixelBytes)
  const colours = firstOfEachType(chunks.filter(isNeededFor(header.data.readUInt8(9))))
  const written = [
    header,
    ...colours,
    { type: 'IDAT', data: pixels },
    { type: 'IEND', data: EMPTY },
  ]
  return {
    bytes: Buffer.concat([SIGNATURE, ...written.map(writtenChunk)]),
    hasProfile: chunks.some(({ type }) => type === 'iCCP'),
  }
}

const EMPTY = Buffer.alloc(0)

function readChunks(bytes: Buffer): readonly Chunk[] {
  const reader = new ByteReader(bytes)
  reader.take(SIGNATURE.length)
  const chunks: Chunk[] = []
  while (chunks.at(-1)?.type !== 'IEND') {
    const length = reader.take(4).readUInt32BE()
    const named = reader.take(4)
    const data = reader.take(length)
    if (crc32(data, crc32(named)) !== reader.take(4).readUInt32BE()) {
      throw new ImageRefused('is broken')
    }
    chunks.push({ type: named.toString('latin1'), data })
  }
  return chunks
}

function isNeededFor(colourType: number): (chunk: Chunk) => boolean {
  return ({ type, data }) => {
    if (type === 'PLTE') return colourType === INDEXED
    if (type === 'tRNS') return WITH_TRANSPARENT_COLOUR.has(colourType)
    return COLOUR_CHUNKS[type] === data.length
  }
}

/** A file of one MiB has room for eighty thousand chunks, so each is looked at once. */
function firstOfEachType(chunks: readonly Chunk[]): readonly Chunk[] {
  const seen = new Set<string>()
  return chunks.filter(({ type }) => !seen.has(type) && seen.add(type))
}

/** How many bytes the pixels have when unpacked; refuses a picture that is too large. */
function pixelBytesOf(header: Buffer, pixelsMax: number): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const samples = SAMPLES[header.readUInt8(9)]
  if (width === 0 || height === 0 || samples === undefined) throw new ImageRefused('is broken')
  const bits = samples * header.readUInt8(8)
  // A pixel of 16 bits a channel takes the room of two.
  const weight = bits > 32 ? 2 : 1
  if (width * height * weight > pixelsMax) {
    const half = weight === 2 ? ' of 16 bits a channel' : ''
    throw new ImageRefused(`may have at most ${pixelsMax / weight} pixels${half}`)
  }
  const isInterlaced = header.readUInt8(12) === 1
  return (isInterlaced ? PASSES : [[0, 0, 1, 1] as const])
    .map(([x, y, stepX, stepY]) => {
      const columns = Math.max(0, Math.ceil((width - x) / stepX))
      const rows = Math.max(0, Math.ceil((height - y) / stepY))
      return columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8))
    })
    .reduce((sum, one) => sum + one, 0)
}

/** As small as it was or smaller, without anything behind the last pixel. */
async function repacked(packed: Buffer, pixelBytes: number): Promise<Buffer> {
  const { buffer, used } = await inflated(packed, pixelBytes)
  if (buffer.length !== pixelBytes) throw new ImageRefused('is cut off')
  const anew = await deflated(buffer, { level: 9, memLevel: 9 })
  return anew.length <= used ? anew : packed.subarray(0, used)
}

/** The unpacked bytes, and how many of the packed ones they took. */
function inflated(packed: Buffer, maxOutputLength: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{ buffer: Buffer; used: number }>()
  inflate(packed, { maxOutputLength, info: true }, (cause, result) => {
    if (cause !== null) return reject(new ImageRefused('is broken', { cause }))
    const { buffer, engine } = result as unknown as { buffer: Buffer; engine: Zlib }
    resolve({ buffer, used: engine.bytesWritten })
  })
  return promise
}

function writtenChunk({ type, data }: Chunk): Buffer {
  const named = Buffer.from(type, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(data, crc32(named)))
  return Buffer.concat([length, named, data, check])
}
