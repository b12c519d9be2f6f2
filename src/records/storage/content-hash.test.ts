import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { RecordReader } from '../reading/read-record.ts'
import { contentHash } from './content-hash.ts'

const reader = new RecordReader(KINDS.transaction)
const text = fc.constantFrom('', 'a', 'ab', 'b', 'ä', 'x'.repeat(100))
const record = fc.record({
  recordId: fc.constantFrom('a', 'ab', 'b'),
  merchantId: fc.constantFrom('a', 'ab', 'b'),
  occurredAt: fc.constantFrom('2026-03-09T10:00:00Z', '2026-03-09T10:00:00.001Z'),
  deleted: fc.boolean(),
  fields: fc.record({
    'BillTo.City': text,
    'BillTo.FirstName': text,
    'PaymentData.RequestedAmount': fc.constantFrom('1', '1.0', '10', '-1', ''),
  }),
})

function hashOf(input: object): string {
  const read = reader.read(input)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return contentHash(read.record).toString('hex')
}

/** Amounts in different spellings are equal. */
const meaning = (value: object): string => JSON.stringify(value).replace('"1.0"', '"1"')

test('two records have the same hash if and only if their content is the same', () => {
  fc.assert(
    fc.property(record, record, (a, b) => {
      expect(hashOf(a) === hashOf(b)).toBe(meaning(a) === meaning(b))
    }),
    { numRuns: 2_000 },
  )
})

test('the hash includes neither the version nor the order of fields', () => {
  const envelope = { recordId: 'a', merchantId: 'shop', occurredAt: '2026-03-09T10:00:00Z' }
  const one = { ...envelope, fields: { 'BillTo.City': 'x', 'BillTo.Zip': 'y' } }
  const other = { version: 7, fields: { 'BillTo.Zip': 'y', 'BillTo.City': 'x' }, ...envelope }

  expect(hashOf(one)).toBe(hashOf(other))
  expect(hashOf(one)).toHaveLength(32)
})
