import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RowBatch, rowBatches } from './row-batches.ts'
import { RowBinaryReader, textAt } from './row-binary.ts'

const columns = [
  { name: 'id', type: 'LowCardinality(String)' },
  { name: 'hash', type: 'FixedString(16)' },
  { name: 'at', type: `DateTime64(3, 'UTC')` },
  { name: 'day', type: 'Nullable(Date32)' },
  { name: 'sum', type: 'Nullable(Decimal(18, 4))' },
  { name: 'texts', type: 'Map(LowCardinality(String), String)' },
  { name: 'sums', type: 'Map(LowCardinality(String), Decimal(38, 8))' },
]

type Row = {
  readonly id: string
  readonly hasDay: boolean
  readonly hasSum: boolean
  readonly texts: readonly (readonly [string, string])[]
  readonly keys: readonly string[]
}

function varint(value: number): Buffer {
  if (value < 0x80) return Buffer.of(value)
  return Buffer.concat([Buffer.of((value % 0x80) + 0x80), varint(Math.floor(value / 0x80))])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(bytes.length), bytes])
}

function written({ id, hasDay, hasSum, texts, keys }: Row): Buffer {
  return Buffer.concat([
    text(id),
    Buffer.alloc(16, 0xff),
    Buffer.alloc(8, 0x80),
    hasDay ? Buffer.of(0, 1, 2, 3, 4) : Buffer.of(1),
    hasSum ? Buffer.alloc(9) : Buffer.of(1),
    varint(texts.length),
    ...texts.flatMap(([key, value]) => [text(key), text(value)]),
    varint(keys.length),
    ...keys.flatMap((key) => [text(key), Buffer.alloc(16, 0x81)]),
  ])
}

const rows = fc.array(
  fc.record({
    id: fc.string({ unit: 'binary', maxLength: 300 }),
    hasDay: fc.boolean(),
    hasSum: fc.boolean(),
    texts: fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' })), { maxLength: 4 }),
    keys: fc.array(fc.string(), { maxLength: 3 }),
  }),
  { maxLength: 20 },
)

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let offset = 0, turn = 0; offset < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(offset, offset + size)
    offset += size
  }
}

async function gather(batches: AsyncIterable<RowBatch>): Promise<readonly RowBatch[]> {
  const all: RowBatch[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 })
const bytesMin = fc.integer({ min: 1, max: 2_000 })

describe('rows that come in pieces', () => {
  test('are cut where they end, however the pieces fall', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, bytesMin, async (sent, chunkSizes, min) => {
        const bytes = Buffer.concat(sent.map(written))
        const reader = new RowBinaryReader(columns)
        const source = inChunks(bytes, chunkSizes)

        const batches = await gather(rowBatches(source, reader, { bytesMin: min }))

        expect(Buffer.concat(batches.map((batch) => batch.bytes))).toEqual(bytes)
        const ids = batches.flatMap((batch) =>
          batch.ends.map((_, index) => textAt(batch.bytes, batch.ends[index - 1] ?? 0)),
        )
        expect(ids).toEqual(sent.map(({ id }) => Buffer.from(id).toString()))
      }),
    )
  })

  test('are refused where the last one is not whole', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), sizes, async (sent, place, chunkSizes) => {
        const ends = new Set([0])
        const bytes = Buffer.concat(sent.map(written))
        for (const row of sent) ends.add(Math.max(...ends) + written(row).length)
        const length = place % (bytes.length + 1)
        fc.pre(!ends.has(length))
        const source = inChunks(bytes.subarray(0, length), chunkSizes)
        const reader = new RowBinaryReader(columns)

        await expect(gather(rowBatches(source, reader, { bytesMin: 100 }))).rejects.toThrow(
          /break off/,
        )
      }),
    )
  })
})
