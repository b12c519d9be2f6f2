import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsOfKind, KINDS } from '../../catalogue/kinds.ts'
import { RecordReader } from './read-record.ts'

const reader = new RecordReader(KINDS.transaction)
const ENVELOPE = { recordId: 'r1', merchantId: 'shop', occurredAt: '2026-03-09T10:00:00.5Z' }

function problemsOf(input: unknown) {
  const read = reader.read(input)
  return 'problems' in read ? read.problems : []
}

function valuesOf(fields: Readonly<Record<string, unknown>>) {
  const read = reader.read({ ...ENVELOPE, fields })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.record.values.map(([field, value]) => [field.wireName, value])
}

describe('the envelope', () => {
  test('the default version is 1, and the default transaction date is the record’s time', () => {
    const read = reader.read({ ...ENVELOPE, fields: { 'Request.MerchantID': 'shop' } })

    const occurredAtMs = Date.UTC(2026, 2, 9, 10, 0, 0, 500)
    expect(read).toMatchObject({
      record: { recordId: 'r1', merchantId: 'shop', occurredAtMs, version: 1, isDeleted: false },
      warnings: [],
    })
    expect(valuesOf({})).toEqual([['Request.TransactionDate', occurredAtMs]])
    expect(valuesOf({ 'Request.TransactionDate': '2026-01-01T00:00:00Z' })).toEqual([
      ['Request.TransactionDate', Date.UTC(2026, 0)],
    ])
  })

  test.each([
    [null, undefined],
    ['x', undefined],
    [{ ...ENVELOPE, recordId: '' }, 'recordId'],
    [{ ...ENVELOPE, recordId: 'x'.repeat(129) }, 'recordId'],
    [{ ...ENVELOPE, recordId: 'a\nb' }, 'recordId'],
    [{ ...ENVELOPE, recordId: 7 }, 'recordId'],
    [{ ...ENVELOPE, merchantId: 'a b' }, 'merchantId'],
    [{ ...ENVELOPE, occurredAt: '2026-03-09' }, 'occurredAt'],
    [{ ...ENVELOPE, version: 1.5 }, 'version'],
    [{ ...ENVELOPE, version: '1' }, 'version'],
    [{ ...ENVELOPE, deleted: 'yes' }, 'deleted'],
    [{ ...ENVELOPE, fields: [] }, 'fields'],
    [{ ...ENVELOPE, Fields: {} }, 'Fields'],
    [{ ...ENVELOPE, fields: { 'Request.MerchantID': 'other' } }, 'Request.MerchantID'],
  ])('%j is refused for %s', (input, field) => {
    expect(problemsOf(input)).toMatchObject([{ field }])
  })
})

describe('fields', () => {
  test('fields are in the catalogue’s order, in whatever order they are sent', () => {
    const names = ['Request.RequestID', 'BillTo.City', 'BillTo.Zip', 'Application.Name']
    const shuffled = fc.shuffledSubarray(names, { minLength: names.length })
    const expected = valuesOf(Object.fromEntries(names.map((name) => [name, '1'])))

    fc.assert(
      fc.property(shuffled, (order) => {
        const sent = Object.fromEntries(order.map((name) => [name, '1']))
        expect(valuesOf(sent)).toEqual(expected)
      }),
    )
  })

  test('fields can be empty, and a field under two names is refused', () => {
    const aliased = fieldsOfKind(KINDS.transaction).find(({ aliases }) => aliases.length > 0)
    const [alias = ''] = aliased?.aliases ?? []

    expect(valuesOf({ 'BillTo.City': '', 'BillTo.Zip': null })).toHaveLength(1)
    expect(problemsOf({ ...ENVELOPE, fields: { [aliased?.wireName ?? '']: '1', [alias]: '1' } })).toMatchObject([
      { field: alias, reason: 'is given twice under different names' },
    ])
  })

  test('unknown fields are listed up to a limit, shortened and without long numbers', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, n]))
    const [long] = problemsOf({ ...ENVELOPE, fields: { ['y'.repeat(9_999)]: 1 } })
    const [card] = problemsOf({ ...ENVELOPE, '4111 1111 1111 1111': 1 })

    expect(problemsOf({ ...ENVELOPE, fields: many })).toHaveLength(100)
    expect(problemsOf({ ...ENVELOPE, ...many }).length).toBeLessThanOrEqual(110)
    expect(long?.field).toHaveLength(100)
    expect(card?.field).toBe('…')
  })

  test('fields of plain ASCII are read the same with and without the ASCII hint', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZ09 .-+:/@*'), maxLength: 40 })
    const name = fc.constantFrom(
      ...['BillTo.City', 'PaymentData.RequestedAmount', 'Request.TransactionDate', 'BillTo.Zip'],
    )

    fc.assert(
      fc.property(fc.dictionary(name, plain), (fields) => {
        const input = { ...ENVELOPE, fields }
        expect(reader.read(input, { isPlain: true })).toEqual(reader.read(input))
      }),
    )
  })
})
