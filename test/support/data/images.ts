import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { seededRandom } from '../random/seeded-random.ts'

export type Size = { readonly width: number; readonly height: number }

/** Red, green, blue and transparency of each pixel, the same for the same seed. */
export function somePixels({ width, height }: Size, seed = 1): Buffer {
  const random = seededRandom(seed)
  return Buffer.from(Array.from({ length: width * height * 4 }, () => random.integer(0, 255)))
}

export function fromPixels(pixels: Buffer, { width, height }: Size): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** The visible pixels of all frames, one below the other. */
export async function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { animated: true }).toColourspace('srgb').ensureAlpha().raw().toBuffer()
}

export async function aPng(size: Size = { width: 8, height: 8 }): Promise<Buffer> {
  return fromPixels(somePixels(size), size).png().toBuffer()
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.from(type, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(data, crc32(named)))
  return Buffer.concat([length, named, data, check])
}

const PNG_HEAD_BYTES = 33
const PNG_END_BYTES = 12

/** The picture with a chunk more, before its pixels or behind them. */
export function withChunk(png: Buffer, chunk: Buffer, place: 'before' | 'behind' = 'before'): Buffer {
  const at = place === 'before' ? PNG_HEAD_BYTES : png.length - PNG_END_BYTES
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)])
}

type PngForm = Size & {
  readonly depth: number
  readonly colourType: number
  readonly isInterlaced?: boolean
  /** Unpacked. */
  readonly data: Buffer
  readonly colours?: Buffer
}

/** A picture encoded by hand, in forms that the library does not write. */
export function writtenPng({ width, height, depth, colourType, data, ...form }: PngForm): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType, 0, 0, form.isInterlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(form.colours === undefined ? [] : [pngChunk('PLTE', form.colours)]),
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

type GifFrame = Size & {
  readonly left?: number
  readonly top?: number
  /** One palette entry a pixel. */
  readonly indexes: readonly number[]
  readonly colours: Buffer
  readonly delay?: number
}

/** An animation whose frames have palettes of their own; `extra` comes before the first frame. */
export function writtenGif(
  { width, height }: Size,
  frames: readonly GifFrame[],
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    screen,
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x05\x00\x00', 'latin1'),
    extra,
    ...frames.map(writtenFrame),
    Buffer.from([0x3b]),
  ])
}

function writtenFrame({ width, height, left = 0, top = 0, indexes, colours, delay = 10 }: GifFrame) {
  const description = Buffer.alloc(9)
  for (const [index, value] of [left, top, width, height].entries()) {
    description.writeUInt16LE(value, index * 2)
  }
  description.writeUInt8(0x87, 8)
  return Buffer.concat([
    Buffer.from([0x21, 0xf9, 0x04, 0x04, delay & 0xff, delay >> 8, 0x00, 0x00, 0x2c]),
    description,
    Buffer.concat([colours, Buffer.alloc(768)]).subarray(0, 768),
    Buffer.from([8]),
    gifSubBlocks(lzwCodes(indexes)),
  ])
}

export function gifSubBlocks(data: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    blocks.push(Buffer.from([block.length]), block)
  }
  return Buffer.concat([...blocks, Buffer.from([0])])
}

/** One code of nine bits a pixel: cleared before the table grows. */
function lzwCodes(indexes: readonly number[]): Buffer {
  const codes = indexes.flatMap((index, at) => (at % 200 === 0 ? [256, index] : [index]))
  const bits = [...codes, 257].flatMap((code) => Array.from({ length: 9 }, (_, bit) => (code >> bit) & 1))
  return Buffer.from(
    Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
      bits.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, at) => sum + (bit << at), 0),
    ),
  )
}
