import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NativeBlock } from './native-block.ts'

const TYPES = {
  text: 'String',
  hash: 'FixedString(16)',
  flag: 'UInt8',
  at: `DateTime64(3, 'UTC')`,
  day: 'Nullable(Date32)',
  amount: 'Nullable(Decimal(18, 4))',
  texts: 'Map(LowCardinality(String), String)',
  decimals: 'Map(LowCardinality(String), Decimal(38, 8))',
} as const

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const row = fc.record({
  text: maybe(
    fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 100, maxLength: 300 })),
  ),
  hash: maybe(fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes))),
  flag: maybe(fc.constantFrom(0, 1)),
  at: maybe(fc.integer({ min: -(10 ** 12), max: 10 ** 13 })),
  day: maybe(fc.integer({ min: -10_000, max: 90_000 })),
  amount: maybe(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })),
  texts: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
  decimals: fc.dictionary(fc.string(), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), {
    maxKeys: 3,
  }),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

function blockOf(rows: readonly Row[]): NativeBlock {
  const block = new NativeBlock()
  for (const [name, type] of Object.entries(TYPES)) block.column(name, type)
  for (const { texts, decimals, ...values } of rows) {
    block.beginRow()
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) block.put(name, TYPES[name as keyof typeof TYPES], value)
    }
    for (const [key, value] of Object.entries(texts)) {
      block.putInMap('texts', TYPES.texts, { key, value })
    }
    for (const [key, value] of Object.entries(decimals)) {
      block.putInMap('decimals', TYPES.decimals, { key, value })
    }
  }
  return block
}

test('a block that keeps some of its rows is the block of those rows', () => {
  const marked = fc.array(fc.tuple(row, fc.boolean()), { maxLength: 30 })

  fc.assert(
    fc.property(marked, (rows) => {
      const block = blockOf(rows.map(([values]) => values))
      block.keepOnly(Uint8Array.from(rows, ([, isKept]) => (isKept ? 1 : 0)))
      const kept = blockOf(rows.filter(([, isKept]) => isKept).map(([values]) => values))

      expect(block.toBuffer().equals(kept.toBuffer())).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a block knows how long it is before it is written', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const block = blockOf(rows)
      const foreseen = block.byteLength
      const titles = Object.entries(TYPES).reduce(
        (sum, [name, type]) =>
          sum + 2 + name.length + type.replace(/LowCardinality\((\w+)\)/g, '$1').length,
        2,
      )

      expect(block.toBuffer().length).toBe(foreseen + titles)
    }),
  )
})
