import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import type { Field } from '../../catalogue/field.ts'
import { fieldsOfKind, KINDS } from '../../catalogue/kinds.ts'
import { isInEnvelope } from '../../catalogue/record-table.ts'
import { contentHash } from '../storage/content-hash.ts'
import { RecordReader } from './read-record.ts'
import type { RecordContent } from './record.ts'
import { writtenRecord } from './written-record.ts'

const numRuns = isLongRun ? 20_000 : 500
const readers = Object.values(KINDS).map((kind) => ({
  reader: new RecordReader(kind),
  fields: fieldsOfKind(kind).filter((field) => !isInEnvelope(field)),
}))

const years = { noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2199-12-31') }
const instant = fc.oneof(
  fc.date(years).map((date) => date.toISOString()),
  // Near the earliest and latest valid instants, an offset may lead beyond them.
  fc
    .tuple(
      fc.constantFrom('1970-01-01T00:00:00', '2199-12-31T23:59:59.999', '2026-03-29T02:30:00.1'),
      fc.constantFrom('Z', '+14:00', '-12:00', '+0530'),
    )
    .map(([local, offset]) => `${local}${offset}`),
)
const decimal = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 9_999 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`),
  fc.constantFrom('-0', '-0.5', '007', '1.', 0.1, -12.34, 1e21),
)
const text = fc.oneof(
  anyCharacters({ maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('4111 1111-1111 1111', '411111xxxxxx1111', '---', ' ', 'DE89370400440532013000'),
  fc.boolean(),
  fc.double(),
)

function rawValueOf({ type }: Field): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'text':
    case 'code':
      return text
    case 'amount':
    case 'decimal':
      return decimal
    case 'integer':
      return fc.oneof(fc.maxSafeInteger(), fc.constantFrom('-0', '007'))
    case 'date':
      return fc.date(years).map((date) => date.toISOString().slice(0, 10))
    case 'instant':
      return instant
  }
}

const sent = fc.constantFrom(...readers).chain(({ reader, fields }) =>
  fc
    .uniqueArray(fc.constantFrom(...fields), { maxLength: 25 })
    .chain((chosen) => fc.tuple(...chosen.map((field) => rawValueOf(field).map((value) => [field.wireName, value]))))
    .chain((entries) =>
      fc.record({
        reader: fc.constant(reader),
        input: fc.record(
          {
            recordId: fc.string({ minLength: 1, maxLength: 128 }),
            merchantId: fc.constant('shop_1'),
            occurredAt: instant,
            version: fc.maxSafeNat(),
            deleted: fc.boolean(),
            fields: fc.constant(Object.fromEntries(entries) as Record<string, unknown>),
          },
          { requiredKeys: ['recordId', 'merchantId', 'occurredAt', 'fields'] },
        ),
      }),
    ),
)

describe('a record that is written and read again', () => {
  test('any record is the same after it is written and read again', () => {
    let reread = 0

    fc.assert(
      fc.property(sent, ({ reader, input }) => {
        const read = reader.read(input)
        if ('problems' in read) return
        const again = recordOf(reader, JSON.parse(JSON.stringify(writtenRecord(read.record))))

        expect(contentHash(again)).toEqual(contentHash(read.record))
        expect(writtenRecord(again)).toEqual(writtenRecord(read.record))
        reread += 1
      }),
      { seed, numRuns },
    )

    expect(reread).toBeGreaterThan(numRuns / 5)
  })

  test('a written record contains no more of a masked value than is stored', () => {
    const input = {
      recordId: 'a',
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00Z',
      fields: { 'PaymentMethod.AccountSuffix': '4111111111111111' },
    }

    const written = writtenRecord(recordOf(new RecordReader(KINDS.transaction), input))

    expect(written.fields).toMatchObject({ 'PaymentMethod.AccountSuffix': '1111' })
    expect(JSON.stringify(written)).not.toContain('41111')
  })
})

function recordOf(reader: RecordReader, input: unknown): RecordContent {
  const read = reader.read(input)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.record
}
