import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import { type ImageLibrary, loadImageLibrary } from './image-library.ts'
import { isLightImage } from './light-image.ts'

const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png'] as const
type ImageType = (typeof IMAGE_TYPES)[number]

const MAGIC: Readonly<Record<ImageType, readonly Buffer[]>> = {
  'image/gif': [Buffer.from('GIF87a', 'latin1'), Buffer.from('GIF89a', 'latin1')],
  'image/jpeg': [Buffer.from([0xff, 0xd8, 0xff])],
  'image/png': [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
}

/** The type by the first bytes, whatever the sender claims. */
function imageTypeOf(bytes: Buffer): ImageType | undefined {
  return IMAGE_TYPES.find((type) => MAGIC[type].some((magic) => bytes.subarray(0, magic.length).equals(magic)))
}

/** The image is not accepted; the message follows the name of the field. */
class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}

type RewrittenImage = {
  readonly type: ImageType
  readonly bytes: Buffer
  /** Whether it is nearly white. */
  readonly isLight: boolean
}

export type RewriteOutcome =
  | { readonly outcome: 'rewritten'; readonly image: RewrittenImage }
  /** The sentence follows the name of the field. */
  | { readonly outcome: 'refused'; readonly sentence: string }

/** 4096 by 4096, counting all frames of an animation. A small file can be a very large image. */
const PIXELS_MAX = 16_777_216
export const FRAMES_MAX = 1_000
const SECONDS_MAX = 20
/** Tried in this order until the image fits. */
const JPEG_QUALITIES = [95, 90, 85, 75, 60] as const
const IMAGES_PER_ORGANIZATION = 2
const SAMPLE_SIZE = { width: 256, height: 256 } as const

/** One at a time: the other threads serve everything else. */
const rewriting = new FairTurns({ concurrencyMax: 1 })
/** Further images of an organization are refused before they wait for their turn, so the queue above stays short. */
const admitted = new FairTurns(perOrganization(IMAGES_PER_ORGANIZATION, 'images'))

/**
 * Decodes an image completely and writes it again, so that only the visible image remains: no metadata, no
 * profile, nothing after its end. The result has at most `bytesMax` bytes. Organizations (`owner`) take turns.
 */
export async function rewriteImage(
  bytes: Buffer,
  { bytesMax, owner }: { readonly bytesMax: number; readonly owner: string },
): Promise<RewriteOutcome> {
  return admitted.run(owner, () => rewriting.run(owner, () => outcomeOf(bytes, bytesMax)))
}

async function outcomeOf(bytes: Buffer, bytesMax: number): Promise<RewriteOutcome> {
  try {
    const type = imageTypeOf(bytes)
    if (type === undefined) throw new ImageRefused('must be a gif, jpg or png')
    const sharp = await loadImageLibrary()
    const { rewritten, pixels } = await REWRITERS[type](sharp, bytes, bytesMax)
    if (rewritten.length > bytesMax) throw new ImageRefused('is too large')
    const isLight = isLightImage(await sampleOf(pixels()))
    return { outcome: 'rewritten', image: { type, bytes: rewritten, isLight } }
  } catch (error) {
    if (error instanceof ImageRefused) return { outcome: 'refused', sentence: error.message }
    throw error
  }
}

/** Enough pixels to tell the color of a logo, of a GIF those of the first frame. */
async function sampleOf(image: Sharp): Promise<Buffer> {
  const small = image.resize({ ...SAMPLE_SIZE, fit: 'inside', withoutEnlargement: true })
  return decode(small.toColourspace('srgb').ensureAlpha().raw().toBuffer())
}

type Rewriter = (sharp: ImageLibrary, bytes: Buffer, bytesMax: number) => Promise<Rewriting>
type Rewriting = { readonly rewritten: Buffer; readonly pixels: () => Sharp }

const REWRITERS: Readonly<Record<ImageType, Rewriter>> = {
  'image/gif': rewriteGif,
  'image/png': rewritePng,
  'image/jpeg': rewriteJpeg,
}

/** Keeps every frame with its delay. Frames may share fewer colors than before. */
async function rewriteGif(sharp: ImageLibrary, bytes: Buffer, bytesMax: number): Promise<Rewriting> {
  const { pages = 1, width, height } = await decode(openImage(sharp, bytes).metadata())
  if (pages > FRAMES_MAX) throw new ImageRefused(`can have at most ${FRAMES_MAX} frames`)
  // The library counts the pixels of one frame only.
  if (pages * width * height > PIXELS_MAX) {
    throw new ImageRefused(`can have at most ${PIXELS_MAX} pixels in all frames`)
  }
  const form = { keepDuplicateFrames: true, interPaletteMaxError: 0 }
  const rewritten = await firstThatFits([() => openImage(sharp, bytes, { animated: true }).gif(form)], bytesMax)
  return { rewritten, pixels: () => openImage(sharp, rewritten) }
}

/** A palette image stays one. A broken profile is ignored, as in browsers. */
async function rewritePng(sharp: ImageLibrary, bytes: Buffer, bytesMax: number): Promise<Rewriting> {
  const { isPalette } = await decode(openImage(sharp, bytes).metadata())
  const forms = [
    ...(isPalette ? [{ palette: true, dither: 0, quality: 100 }] : []),
    { adaptiveFiltering: false },
    { adaptiveFiltering: true },
  ]
  const writers = forms.map((form) => () => openImage(sharp, bytes).png({ compressionLevel: 9, ...form }))
  const rewritten = await firstThatFits(writers, bytesMax)
  return { rewritten, pixels: () => openImage(sharp, rewritten) }
}

/**
 * Decoded once and written from its pixels: from one jpg to the next the library keeps the memory of
 * large progressive images, more than a gigabyte after twenty of them.
 */
async function rewriteJpeg(sharp: ImageLibrary, bytes: Buffer, bytesMax: number): Promise<Rewriting> {
  const metadata = await decode(openImage(sharp, bytes).metadata())
  const { data, info } = await decode(
    openImage(sharp, bytes, { autoOrient: true }).raw().toBuffer({ resolveWithObject: true }),
  )
  const pixels = () => sharp(data, { raw: info }).timeout({ seconds: SECONDS_MAX })
  const chromaSubsampling = chromaOf(metadata)
  const writers = JPEG_QUALITIES.map((quality) => () => {
    const form = { quality, progressive: metadata.isProgressive, chromaSubsampling }
    return pixels().jpeg(form)
  })
  return { rewritten: await firstThatFits(writers, bytesMax), pixels }
}

/** An image with full color resolution keeps it. */
function chromaOf({ chromaSubsampling = '' }: Metadata): '4:2:0' | '4:4:4' {
  return chromaSubsampling.startsWith('4:2:0') ? '4:2:0' : '4:4:4'
}

async function firstThatFits(writers: readonly (() => Sharp)[], bytesMax: number): Promise<Buffer> {
  for (const writer of writers) {
    const written = await decode(writer().toBuffer())
    if (written.length <= bytesMax) return written
  }
  throw new ImageRefused('is too large after its colors were converted and its metadata was removed')
}

function openImage(sharp: ImageLibrary, bytes: Buffer, options: SharpOptions = {}): Sharp {
  const bounds = {
    limitInputPixels: PIXELS_MAX,
    limitInputChannels: true,
    failOn: 'warning',
  } as const
  return sharp(bytes, { ...bounds, ...options }).timeout({ seconds: SECONDS_MAX })
}

/** Reports every failure of the library to the sender as an image that cannot be decoded. */
async function decode<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const isTooLarge = /pixel limit/i.test((cause as Error).message)
    const sentence = isTooLarge ? `can have at most ${PIXELS_MAX} pixels` : 'cannot be decoded'
    throw new ImageRefused(sentence, { cause })
  }
}
