import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DamagedPacking, unpacked } from './unpack.ts'

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `line ${n * 7919}`).join('\n'))
const PACK = {
  gzip: gzipSync,
  zstd: (bytes: Buffer) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
} as const

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

async function unpack(packing: 'gzip' | 'zstd', source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of unpacked(source, packing)) parts.push(part)
  return Buffer.concat(parts)
}

describe.each(['gzip', 'zstd'] as const)('%s', (packing) => {
  const packed = PACK[packing](TEXT)

  test('compressed data are decompressed, in one chunk or in several', async () => {
    expect((await unpack(packing, pieces(packed))).equals(TEXT)).toBe(true)
    const twice = Buffer.concat([packed, packed])
    expect((await unpack(packing, pieces(twice))).equals(Buffer.concat([TEXT, TEXT]))).toBe(true)
  })

  test('data that are truncated, damaged, followed by other bytes or not compressed are refused', async () => {
    const damaged = Buffer.from(packed)
    damaged.writeUInt8(damaged.readUInt8(packed.length >> 1) ^ 0xff, packed.length >> 1)
    const broken = [
      packed.subarray(0, packed.length >> 1),
      packed.subarray(0, -1),
      damaged,
      Buffer.concat([packed, Buffer.from('and more')]),
      TEXT,
      Buffer.alloc(0),
    ]

    for (const bytes of broken) {
      await expect(unpack(packing, pieces(bytes))).rejects.toThrow(DamagedPacking)
    }
  })

  test('an error of the source is thrown unchanged', async () => {
    const failure = new Error('the sender went away')
    async function* failing(): AsyncGenerator<Buffer> {
      yield packed.subarray(0, 100)
      throw failure
    }

    await expect(unpack(packing, failing())).rejects.toBe(failure)
  })
})
