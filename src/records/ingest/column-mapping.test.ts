import { describe, expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { RecordReader } from '../reading/read-record.ts'
import { type ColumnMapping, inTimeZone, mapColumns, readMapping, recordOfRow } from './column-mapping.ts'

const reader = new RecordReader(KINDS.transaction)
const NO_MAPPING: ColumnMapping = { columns: {}, constants: {}, defaults: {} }
const HEAD = ['recordId', 'merchantId', 'occurredAt']
const asIs = (text: string): string => text

function columns(head: readonly string[], mapping: Partial<ColumnMapping> = {}) {
  return mapColumns(head, { ...NO_MAPPING, ...mapping }, (name) => reader.fieldNamed(name))
}

describe('a mapping file', () => {
  test('a mapping file has columns, constants and defaults, and nothing else', () => {
    const mapping = { columns: { 'Order No': 'Request.RequestID', Note: null } }

    expect(readMapping(mapping)).toEqual({ ...NO_MAPPING, ...mapping })
    expect(readMapping({})).toEqual(NO_MAPPING)
  })

  test.each([
    [[], 'mapping must be an object'],
    ['x', 'mapping must be an object'],
    [{ colums: {} }, 'mapping.colums is unknown; use columns, constants, defaults'],
    [{ columns: [] }, 'mapping.columns must be an object'],
    [{ columns: { a: 1 } }, 'mapping.columns.a must be the name of a field or null'],
    [{ constants: { a: null } }, 'mapping.constants.a must be a string, a number or a boolean'],
  ])('%j is refused', (input, reason) => {
    expect(() => readMapping(input)).toThrow(reason)
  })
})

describe('a header', () => {
  test('a header accepts names of the envelope and the catalogue, and others through the mapping', () => {
    const head = [...HEAD, ' BillTo.City ', 'Order No', 'Note']
    const mapping = { columns: { 'Order No': 'Request.RequestID', Note: null } }

    expect(columns(head, mapping).targets).toEqual([
      { name: 'recordId', isTime: false },
      { name: 'merchantId', isTime: false },
      { name: 'occurredAt', isTime: true },
      { name: 'BillTo.City', isTime: false },
      { name: 'Request.RequestID', isTime: false },
      undefined,
    ])
  })

  test('a header is refused with all its problems together', () => {
    const wrong = () =>
      columns(['recordId', 'Order No', 'Town', 'BillTo.City', 'BillTo.City'], {
        columns: { Town: 'BillTo.Town', Absent: 'BillTo.Zip' },
        constants: { recordId: 'x', 'BillTo.Nothing': 1 },
      })

    expect(wrong).toThrow(
      'The file cannot be imported: the column "Order No" is not a field of this kind; map it to one, or to null; ' +
        '"BillTo.Town", to which the column "Town" is mapped, is not a field of this kind; ' +
        'the header has no column "Absent"; "BillTo.Nothing" is not a field of this kind; ' +
        'BillTo.City is given twice; recordId is given twice; ' +
        'no column is merchantId; no column is occurredAt.',
    )
  })
})

test('a row becomes a record with constants, defaults for empty cells, numbers and booleans', () => {
  const head = ['recordId', 'occurredAt', 'version', 'deleted', 'BillTo.City', 'BillTo.Zip']
  const mapped = columns(head, {
    constants: { merchantId: 'shop' },
    defaults: { version: 1, 'BillTo.City': 'Oslo' },
  })

  expect(recordOfRow(['1', 't', '', '', '', ''], mapped, asIs)).toEqual({
    recordId: '1',
    occurredAt: 't',
    merchantId: 'shop',
    version: 1,
    fields: { 'BillTo.City': 'Oslo' },
  })
  expect(recordOfRow(['2', 't', '3', 'TRUE', 'Bergen', '0150'], mapped, asIs)).toEqual({
    recordId: '2',
    occurredAt: 't',
    merchantId: 'shop',
    version: 3,
    deleted: true,
    fields: { 'BillTo.City': 'Bergen', 'BillTo.Zip': '0150' },
  })
  expect(recordOfRow(['3', 't', 'x', 'maybe', '', ''], mapped, asIs)).toMatchObject({
    version: 'x',
    deleted: 'maybe',
  })
})

test.each([
  ['2026-03-09T10:00:00', '2026-03-09T09:00:00Z'],
  ['2026-03-09 10:00:00.5', '2026-03-09T09:00:00.5Z'],
  ['2026-07-01 10:00', '2026-07-01T08:00:00Z'],
  ['2026-03-09', '2026-03-08T23:00:00Z'],
  ['2026-03-29 02:30:00', '2026-03-29T01:30:00Z'],
  ['2026-10-25 02:30:00', '2026-10-25T00:30:00Z'],
  ['2026-03-09T10:00:00Z', '2026-03-09T10:00:00Z'],
  ['2026-03-09T10:00:00+05:00', '2026-03-09T10:00:00+05:00'],
  ['2026-02-30 10:00:00', '2026-02-30 10:00:00'],
  ['yesterday', 'yesterday'],
])('the time %s in Berlin is read as %s', (text, expected) => {
  expect(inTimeZone('Europe/Berlin')(text)).toBe(expected)
})
