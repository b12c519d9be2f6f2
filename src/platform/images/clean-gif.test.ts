import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  fromPixels,
  gifSubBlocks,
  pixelsOf,
  somePixels,
  writtenGif,
} from '../../../test/support/images.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { FRAMES_MAX, rewriteImage } from './rewrite-image.ts'

const BYTES_MAX = 1_048_576
const SECRET = 'nobody-may-read-this'
const size = { width: 32, height: 20 }

async function outcome(bytes: Buffer): Promise<Buffer | string> {
  const rewriting = await rewriteImage(bytes, { bytesMax: BYTES_MAX })
  return rewriting.outcome === 'refused' ? rewriting.sentence : rewriting.image.bytes
}

async function rewritten(bytes: Buffer): Promise<Buffer> {
  const result = await outcome(bytes)
  if (typeof result === 'string') throw new Error(`The picture ${result}.`)
  return result
}

function anAnimation(given: { readonly extra?: Buffer; readonly frames?: number } = {}): Buffer {
  const random = seededRandom(3)
  const frames = Array.from({ length: given.frames ?? 3 }, (_, number) => ({
    width: size.width - number,
    height: 10,
    left: number,
    top: number * 4,
    delay: 7 + number,
    colours: somePixels({ width: 192, height: 1 }, number + 1),
    indexes: Array.from({ length: (size.width - number) * 10 }, () => random.integer(0, 255)),
  }))
  return writtenGif(size, frames, given.extra)
}

const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), gifSubBlocks(Buffer.from(SECRET))])
const application = Buffer.concat([
  Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'),
  gifSubBlocks(Buffer.from(SECRET)),
])

describe('a gif', () => {
  test.each([
    ['a still picture', async () => fromPixels(somePixels(size), size).gif().toBuffer()],
    [
      'an interlaced one',
      async () => fromPixels(somePixels(size), size).gif({ progressive: true }).toBuffer(),
    ],
    [
      'a plain one',
      async () =>
        sharp({ create: { ...size, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    [
      'a large one, whose table of codes is full',
      async () =>
        fromPixels(somePixels({ width: 300, height: 300 }), { width: 300, height: 300 })
          .gif()
          .toBuffer(),
    ],
  ])('that is %s has the same pixels afterwards and is not larger', async (_name, make) => {
    const sent = await make()

    const bytes = await rewritten(sent)

    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
    expect(bytes.length).toBeLessThanOrEqual(sent.length)
  })

  test('with more colours than one palette has stays animated as it was', async () => {
    const sent = anAnimation()

    const bytes = await rewritten(sent)

    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata()
    // Five times again after the first.
    expect([pages, delay, loop]).toEqual([3, [70, 80, 90], 6])
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(sent))
    expect(bytes).toEqual(sent)
  })

  test('loses comments, foreign extensions and what stands behind it', async () => {
    const sent = Buffer.concat([
      anAnimation({ extra: Buffer.concat([comment, application]) }),
      Buffer.from(SECRET),
    ])

    const bytes = await rewritten(sent)

    expect(bytes).toEqual(anAnimation())
  })

  test('loses what hides behind the pixels of a frame', async () => {
    const still = (hidden: Buffer) =>
      Buffer.concat([
        Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\xff\x00', 'latin1'),
        Buffer.from('\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02', 'latin1'),
        gifSubBlocks(Buffer.concat([Buffer.from([0x44, 0x01]), hidden])),
        Buffer.from([0x3b]),
      ])

    const bytes = await rewritten(still(Buffer.from(SECRET)))

    expect(bytes).toEqual(still(Buffer.alloc(0)))
  })

  test('that is cut off anywhere is refused', async () => {
    const sent = anAnimation()
    const cuts = [6, 12, 20, 40, 300, 900, sent.length - 400, sent.length - 1]

    const outcomes = await Promise.all(cuts.map((cut) => outcome(sent.subarray(0, cut))))

    expect(outcomes).toEqual(cuts.map(() => 'is cut off'))
  })

  test('with codes that mean nothing is refused', async () => {
    const sent = anAnimation()
    const broken = Buffer.from(sent)
    broken.fill(0xff, sent.length - 300, sent.length - 20)

    expect(await outcome(broken)).toMatch(/^is (broken|cut off)$|^cannot be decoded$/)
  })

  test('with too many frames, or too many pixels in all of them, is refused', async () => {
    const dot = { width: 1, height: 1, colours: Buffer.alloc(768), indexes: [0] }
    const dots = (count: number, screen = { width: 1, height: 1 }) =>
      writtenGif(
        screen,
        Array.from({ length: count }, () => dot),
      )

    expect(await outcome(dots(FRAMES_MAX))).toBeInstanceOf(Buffer)
    expect(await outcome(dots(FRAMES_MAX + 1))).toBe('may have at most 1000 frames')
    expect(await outcome(dots(2, { width: 4096, height: 2049 }))).toBe(
      'may have at most 16777216 pixels in all its frames',
    )
    expect(await outcome(writtenGif(size, []))).toBe('holds no picture')
  })
})
