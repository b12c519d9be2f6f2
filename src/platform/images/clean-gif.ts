import { ByteReader } from './byte-reader.ts'
import { ImageRefused } from './image-refused.ts'
import { lzwDataUsed } from './lzw-data-used.ts'

type GifBounds = { readonly framesMax: number; readonly pixelsMax: number }

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const PADDING = 0x00
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
const LOOPING = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/
const SUB_BLOCK_BYTES_MAX = 255
const END_OF_SUB_BLOCKS = Buffer.from([0])
const NOTHING: Block = { kind: 'nothing', parts: [] }

/**
 * The same pictures, colours, delays and loops, and nothing else: comments, texts, foreign extensions and
 * everything behind the last picture are left out, and so is what hides behind the pixels of a frame.
 * Writing pixels anew would have to count colours, and frames with palettes of their own have too many.
 */
export function cleanGif(bytes: Buffer, bounds: GifBounds): Buffer {
  const reader = new ByteReader(bytes)
  const screen = reader.take(13)
  const colours = reader.take(colourTableBytes(screen.readUInt8(10)))
  const screenPixels = screen.readUInt16LE(6) * screen.readUInt16LE(8)
  const parts: Buffer[] = []
  let control: readonly Buffer[] = []
  let frames = 0
  for (
    let block = readBlock(reader, bounds);
    block.kind !== 'end';
    block = readBlock(reader, bounds)
  ) {
    if (block.kind === 'control') control = block.parts
    if (block.kind === 'loop') parts.push(...block.parts)
    if (block.kind !== 'frame') continue
    frames += 1
    refuseTooMuch({ frames, pixels: screenPixels * frames }, bounds)
    parts.push(...control, ...block.parts)
    control = []
  }
  if (frames === 0) throw new ImageRefused('holds no picture')
  return Buffer.concat([screen, colours, ...parts, Buffer.from([TRAILER])])
}

type Block = {
  readonly kind: 'control' | 'loop' | 'frame' | 'nothing' | 'end'
  readonly parts: readonly Buffer[]
}

function readBlock(reader: ByteReader, bounds: GifBounds): Block {
  switch (reader.byte()) {
    case EXTENSION:
      return readExtension(reader)
    case IMAGE:
      return { kind: 'frame', parts: readFrame(reader, bounds) }
    case TRAILER:
      return { kind: 'end', parts: [] }
    case PADDING:
      return NOTHING
    default:
      throw new ImageRefused('is broken')
  }
}

function refuseTooMuch(
  { frames, pixels }: { readonly frames: number; readonly pixels: number },
  { framesMax, pixelsMax }: GifBounds,
): void {
  if (frames > framesMax) throw new ImageRefused(`may have at most ${framesMax} frames`)
  if (pixels > pixelsMax) {
    throw new ImageRefused(`may have at most ${pixelsMax} pixels in all its frames`)
  }
}

/** Three bytes a colour; the flags say whether there is a table and how many colours it has. */
function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Nothing where it says nothing about what is seen. */
function readExtension(reader: ByteReader): Block {
  const label = reader.byte()
  const blocks = readSubBlocks(reader)
  const first = blocks[0] ?? Buffer.alloc(0)
  if (label === GRAPHIC_CONTROL && first.length === 4) {
    return { kind: 'control', parts: [extensionOf(label, [first])] }
  }
  const loops = blocks.find((block, index) => index > 0 && block.length === 3 && block[0] === 1)
  if (label === APPLICATION && LOOPING.test(first.toString('latin1')) && loops !== undefined) {
    return { kind: 'loop', parts: [extensionOf(label, [first, loops])] }
  }
  return NOTHING
}

function extensionOf(label: number, blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([EXTENSION, label]), ...blocks.map(sized), END_OF_SUB_BLOCKS])
}

function readFrame(reader: ByteReader, { pixelsMax }: GifBounds): readonly Buffer[] {
  const description = reader.take(9)
  const colours = reader.take(colourTableBytes(description.readUInt8(8)))
  const codeBits = reader.byte()
  const pixels = description.readUInt16LE(4) * description.readUInt16LE(6)
  if (pixels === 0 || pixels > pixelsMax) throw new ImageRefused('has a frame of a wrong size')
  const data = lzwDataUsed(Buffer.concat(readSubBlocks(reader)), { codeBits, pixels })
  const blocks = Array.from({ length: Math.ceil(data.length / SUB_BLOCK_BYTES_MAX) }, (_, index) =>
    data.subarray(index * SUB_BLOCK_BYTES_MAX, (index + 1) * SUB_BLOCK_BYTES_MAX),
  )
  return [
    Buffer.from([IMAGE]),
    ...[description, colours, Buffer.from([codeBits])],
    ...blocks.map(sized),
    END_OF_SUB_BLOCKS,
  ]
}

function readSubBlocks(reader: ByteReader): readonly Buffer[] {
  const blocks: Buffer[] = []
  for (let length = reader.byte(); length > 0; length = reader.byte()) {
    blocks.push(reader.take(length))
  }
  return blocks
}

function sized(block: Buffer): Buffer {
  return Buffer.concat([Buffer.from([block.length]), block])
}
