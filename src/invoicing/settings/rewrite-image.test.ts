import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  aPng,
  fromPixels,
  gifSubBlocks,
  pixelsOf,
  pngChunk,
  somePixels,
  withChunk,
  writtenGif,
  writtenPng,
} from '../../../test/support/data/images.ts'
import { FRAMES_MAX, rewriteImage } from './rewrite-image.ts'

const BYTES_MAX = 1_048_576
const SECRET = 'nobody-may-read-this'
const size = { width: 40, height: 30 }

async function rewritten(bytes: Buffer, bytesMax = BYTES_MAX) {
  const rewriting = await rewriteImage(bytes, { bytesMax, owner: 'shop' })
  if (rewriting.outcome === 'refused') throw new Error(`The picture ${rewriting.sentence}.`)
  return rewriting.image
}

async function refusal(bytes: Buffer, bytesMax = BYTES_MAX): Promise<string> {
  const rewriting = await rewriteImage(bytes, { bytesMax, owner: 'shop' })
  return rewriting.outcome === 'refused' ? rewriting.sentence : 'is taken'
}

const text = (type: string) => pngChunk(type, Buffer.from(`Comment\0${SECRET}`, 'latin1'))

describe('a png', () => {
  test.each([
    ['plain', {}],
    ['with a palette', { palette: true }],
    ['interlaced', { progressive: true }],
    ['badly packed', { compressionLevel: 0 }],
    ['with filtered rows', { adaptiveFiltering: true }],
  ])('the pixels of a rewritten png stay the same: %s', async (_name, form) => {
    const sent = await fromPixels(somePixels(size), size).png(form).toBuffer()

    const { type, bytes } = await rewritten(sent)

    expect(type).toBe('image/png')
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
  })

  test.each([
    ['16 bits a channel', { depth: 16, colourType: 6, rowBytes: 8 * 5 }],
    ['16 bits of grey', { depth: 16, colourType: 0, rowBytes: 2 * 5 }],
    ['one bit of grey', { depth: 1, colourType: 0, rowBytes: 1 }],
    ['grey with transparency', { depth: 8, colourType: 4, rowBytes: 2 * 5 }],
    ['a palette of four bits', { depth: 4, colourType: 3, rowBytes: 3 }],
  ])('a rewritten png with %s looks the same', async (_name, { rowBytes, ...form }) => {
    const rows = somePixels({ width: rowBytes, height: 4 })
    const data = Buffer.from(rows.subarray(0, 4 * (rowBytes + 1)))
    for (let row = 0; row < 4; row += 1) data[row * (rowBytes + 1)] = 0
    const colours = somePixels({ width: 12, height: 1 })
    const sent = writtenPng({
      width: 5,
      height: 4,
      ...form,
      data,
      ...(form.colourType === 3 ? { colours } : {}),
    })

    const { bytes } = await rewritten(sent)

    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
  })

  test('a png loses texts, EXIF, dates and unknown chunks', async () => {
    const chunks = ['tEXt', 'eXIf', 'prIv'].map(text)
    const sent = chunks.reduce((png, chunk) => withChunk(png, chunk), await aPng())
    const more = withChunk(sent, text('zTXt'), 'behind')

    const { bytes } = await rewritten(more)

    expect(more.includes(SECRET)).toBe(true)
    expect(bytes.includes(SECRET)).toBe(false)
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
  })

  test('a png loses the bytes after its end', async () => {
    const png = await aPng()

    const { bytes } = await rewritten(Buffer.concat([png, Buffer.from(SECRET)]))

    expect(bytes.includes(SECRET)).toBe(false)
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(png))
  })

  test('a png with very many chunks is rewritten in linear time', async () => {
    const many = (type: string, data: Buffer) => Buffer.concat(Array<Buffer>(100_000).fill(pngChunk(type, data)))
    const chunks = [many('sRGB', Buffer.alloc(1)), many('tRNS', Buffer.alloc(0))]
    const sent = withChunk(await fromPixels(somePixels(size), size).png().toBuffer(), Buffer.concat(chunks))

    // More than twice the allowed size. With quadratic time, the library would be stopped before its end.
    expect(await refusal(sent)).toBe('is taken')
  })

  test('a png with a colour profile keeps the profile’s colours', async () => {
    const plain = await fromPixels(Buffer.from([200, 60, 40, 255]), { width: 1, height: 1 })
      .png()
      .toBuffer()
    const wide = await sharp(plain).withIccProfile('p3').png().toBuffer()

    const { bytes } = await rewritten(wide)

    const { hasProfile } = await sharp(bytes).metadata()
    const [seen, meant] = [await pixelsOf(bytes), [200, 60, 40, 255]]
    expect(hasProfile).toBe(false)
    // Through two profiles and eight bits a colour may be off by one.
    expect(meant.every((value, index) => Math.abs(value - (seen[index] ?? -9)) <= 1)).toBe(true)
    expect([...(await sharp(wide, { ignoreIcc: true }).raw().toBuffer())]).not.toEqual([...seen])
  })

  test('a png with a broken colour profile is accepted without it', async () => {
    const sent = withChunk(await aPng(), pngChunk('iCCP', Buffer.from('x\0\0junk')))

    const { bytes } = await rewritten(sent)

    expect(bytes.includes('iCCP')).toBe(false)
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(await aPng()))
  })
})

describe('a gif', () => {
  const animation = (extra?: Buffer) => {
    const frames = [70, 80, 90].map((delayMs, number) => ({
      ...{ width: size.width - number, height: 10, left: number, top: number * 4 },
      delay: delayMs / 10,
      colours: somePixels({ width: 192, height: 1 }, number + 1),
      indexes: Array.from({ length: (size.width - number) * 10 }, (_, at) => at % 16),
    }))
    return writtenGif(size, frames, extra)
  }

  test.each([
    ['still', {}],
    ['interlaced', { progressive: true }],
  ])('a rewritten gif that is %s has the same pixels', async (_name, form) => {
    // Of 64 colours, all opaque.
    const pixels = somePixels(size).map((value, at) => (at % 4 === 3 ? 255 : value - (value % 85)))
    const sent = await fromPixels(Buffer.from(pixels), size).gif(form).toBuffer()

    const { type, bytes } = await rewritten(sent)

    expect(type).toBe('image/gif')
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
  })

  test('a gif stays animated, with its delays and repetitions', async () => {
    const { bytes } = await rewritten(animation())

    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata()
    // Five times again after the first.
    expect([pages, delay, loop]).toEqual([3, [70, 80, 90], 6])
  })

  test('a gif loses comments, foreign extensions and the bytes after its end', async () => {
    const secret = gifSubBlocks(Buffer.from(SECRET))
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), secret])
    const application = Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), secret])
    const sent = animation(Buffer.concat([comment, application]))

    const { bytes } = await rewritten(Buffer.concat([sent, Buffer.from(SECRET)]))

    expect(bytes.includes(SECRET)).toBe(false)
  })

  test('a gif that is cut off in its first frame is refused', async () => {
    const sent = animation()
    const cuts = [6, 12, 20, 40, 300]

    const refusals = await Promise.all(cuts.map((cut) => refusal(sent.subarray(0, cut))))

    expect(refusals).toEqual(cuts.map(() => 'cannot be decoded'))
  })

  test('a gif with too many frames or pixels is refused', async () => {
    const dot = { width: 1, height: 1, colours: Buffer.alloc(768), indexes: [0] }
    const dots = (count: number, screen = { width: 1, height: 1 }) =>
      writtenGif(
        screen,
        Array.from({ length: count }, () => dot),
      )

    expect(await refusal(dots(FRAMES_MAX))).toBe('is taken')
    expect(await refusal(dots(FRAMES_MAX + 1))).toBe('can have at most 1000 frames')
    expect(await refusal(dots(5, { width: 2000, height: 2000 }))).toBe('can have at most 16777216 pixels in all frames')
    expect(await refusal(writtenGif(size, []))).toBe('cannot be decoded')
  })
})

describe('a jpg', () => {
  const photo = () => fromPixels(somePixels(size), size).blur(3).removeAlpha()

  test('a jpg loses EXIF, comments, profile and the bytes after its end, and looks the same', async () => {
    const made = await photo()
      .withExif({ IFD0: { Copyright: SECRET } })
      .jpeg({ quality: 90 })
      .toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, SECRET.length + 2]), Buffer.from(SECRET)])
    const sent = Buffer.concat([made.subarray(0, 2), comment, made.subarray(2), Buffer.from(SECRET)])

    const { type, bytes } = await rewritten(sent)

    const [before, after] = [await pixelsOf(sent), await pixelsOf(bytes)]
    const off = before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0)
    expect([type, bytes.includes(SECRET), bytes.includes('Exif')]).toEqual(['image/jpeg', false, false])
    expect(off / before.length).toBeLessThan(2)
  })

  test('a jpg is rotated upright and loses its orientation tag', async () => {
    const sent = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()

    const { bytes } = await rewritten(sent)

    const { width, height, orientation } = await sharp(bytes).metadata()
    expect([width, height, orientation]).toEqual([size.height, size.width, undefined])
  })

  test('a jpg in CMYK is converted to RGB', async () => {
    const sent = await photo().toColourspace('cmyk').jpeg().toBuffer()

    const { bytes } = await rewritten(sent)

    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  })

  test('a jpg that would become too large is written with lower quality', async () => {
    const noise = { width: 200, height: 200 }
    const sent = await fromPixels(somePixels(noise), noise).removeAlpha().jpeg({ quality: 60 }).toBuffer()

    const { bytes } = await rewritten(sent, sent.length)

    expect(bytes.length).toBeLessThanOrEqual(sent.length)
    expect(await refusal(sent, 500)).toMatch('is too large')
  })
})

describe('refused images', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const neither = 'must be a gif, jpg or png'
  const webp = () => fromPixels(somePixels(size), size).webp().toBuffer()
  const tiff = () => fromPixels(somePixels(size), size).tiff().toBuffer()
  const bmp = async () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])

  test.each([
    ['nothing', async () => Buffer.alloc(0), neither],
    ['an svg', async () => Buffer.from(svg), neither],
    ['a webp', webp, neither],
    ['a tiff', tiff, neither],
    ['a bmp', bmp, neither],
    ['a page with the first bytes of a gif', async () => Buffer.from('GIF89a/*<script>*/=1'), 'cannot be decoded'],
    [
      'an svg behind the first bytes of a png',
      async () => Buffer.concat([(await aPng()).subarray(0, 8), Buffer.from(svg)]),
      'cannot be decoded',
    ],
    [
      'an svg behind the first bytes of a jpg',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]),
      'cannot be decoded',
    ],
    [
      'a webp behind the first bytes of a jpg',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await webp()]),
      'cannot be decoded',
    ],
  ])('%s is refused', async (_name, bytes, sentence) => {
    expect(await refusal(await bytes())).toMatch(sentence)
  })

  test.each(['png', 'jpeg'] as const)('a %s that is cut off anywhere is refused', async (format) => {
    const whole = await fromPixels(somePixels(size), size).removeAlpha().toFormat(format).toBuffer()
    const cuts = [10, 40, 0.3, 0.6, 0.9, 1].map((at) =>
      at > 1 ? at : at === 1 ? whole.length - 30 : Math.floor(whole.length * at),
    )

    const refusals = await Promise.all(cuts.map((cut) => refusal(whole.subarray(0, cut))))

    expect(refusals).not.toContain('is taken')
  })

  test('a png with fewer pixels than its header says is refused', async () => {
    const form = { width: 4, height: 4, depth: 8, colourType: 0 }
    const rows = (count: number) => writtenPng({ ...form, data: Buffer.alloc(5 * count) })

    expect([await refusal(rows(3)), await refusal(rows(4))]).toEqual(['cannot be decoded', 'is taken'])
  })

  test('a small file with a very large image is refused', async () => {
    const bomb = writtenPng({
      width: 4097,
      height: 4096,
      depth: 1,
      colourType: 0,
      data: Buffer.alloc(514 * 4096),
    })
    const jpg = await sharp({
      create: { width: 4097, height: 4096, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer()

    expect(bomb.length + jpg.length).toBeLessThan(1_000_000)
    expect(await refusal(bomb)).toBe('can have at most 16777216 pixels')
    expect(await refusal(jpg)).toBe('can have at most 16777216 pixels')
  })
})

test('most of one organization’s many concurrent images are refused, and other organizations are served', async () => {
  const png = await aPng()
  const rewrite = (owner: string) => rewriteImage(png, { bytesMax: BYTES_MAX, owner })

  const flood = Promise.allSettled(Array.from({ length: 140 }, () => rewrite('busy')))
  const quiet = await rewrite('quiet')
  const [refused] = (await flood).filter((outcome) => outcome.status === 'rejected')

  expect(quiet.outcome).toBe('rewritten')
  expect(refused?.reason).toMatchObject({ kind: 'rate-limited', code: 'TOO_MANY_AT_ONCE', retryAfterSeconds: 2 })
  expect((await rewritten(png)).type).toBe('image/png')
})
