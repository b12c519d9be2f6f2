import { describe, expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { formatManifest, readManifest } from './archive-manifest.ts'

const kind = KINDS.deposit
const file = {
  name: 'deposit-2026-03.ndjson.zst',
  month: '2026-03',
  rows: 7,
  bytes: 9,
  sha256: 'f',
}
const whole = {
  exportedAt: '2026-11-15T09:00:00Z',
  kinds: [{ kind, columns: columnsOf(kind), files: [file] }],
}

/** A manifest of one kind. */
function written({ form = 2, name = kind.name as string, columns = [{ name: 'version', type: 'version' }] }) {
  return JSON.stringify({ form, exportedAt: '', kinds: [{ kind: name, columns, files: [] }] })
}

describe('a manifest', () => {
  test('is read as it was written', () => {
    expect(readManifest(formatManifest(whole))).toEqual({ form: 2, ...whole })
  })

  test('of form 1 has the types of the former engine', () => {
    const columns = [
      { name: 'merchant_id', type: 'LowCardinality(String)' },
      { name: 'received_at', type: `DateTime64(3, 'UTC')` },
      { name: 'rare_decimals', type: 'Map(LowCardinality(String), Decimal(38, 8))' },
    ]

    const { form, kinds } = readManifest(written({ form: 1, columns }))

    expect(form).toBe(1)
    expect(kinds[0]?.columns).toEqual([
      { name: 'merchant_id', type: 'repetitive-text' },
      { name: 'received_at', type: 'instant' },
      { name: 'rare_decimals', type: 'decimal-map' },
    ])
  })

  test.each([
    [1, 'String', 'repetitive-text'],
    [2, 'text', 'repetitive-text'],
  ])('of form %i may have %s for a column that is %s here', (form, type, ownType) => {
    const { kinds } = readManifest(written({ form, columns: [{ name: 'source', type }] }))

    expect(kinds[0]?.columns).toEqual([{ name: 'source', type: ownType }])
  })

  test.each([
    ['is of a later form', written({ form: 3 }), /has form 3; this version reads forms 1 and 2/],
    ['is of no form', '{"kinds":[]}', /has no form; this version reads forms 1 and 2/],
    ['is broken', '{"form":2,', /manifest.json cannot be read/],
    ['is nothing', 'null', /manifest.json cannot be read/],
    ['has no kinds', '{"form":2}', /manifest.json cannot be read/],
    ['has a kind without columns', '{"form":2,"kinds":[{"files":[]}]}', /cannot be read/],
    ['has a kind that is null', '{"form":2,"kinds":[null]}', /cannot be read/],
    ['has an unknown kind', written({ name: 'rumour' }), /the unknown kind rumour/],
    [
      'has an unknown column',
      written({ columns: [{ name: 'new_column', type: 'text' }] }),
      /the unknown column new_column; it was written by a newer version/,
    ],
    [
      'has a column of another type',
      written({ columns: [{ name: 'occurred_at', type: 'flag' }] }),
      /column occurred_at of deposit records is flag, and here it is instant/,
    ],
    [
      'has a type of the former engine in form 2',
      written({ columns: [{ name: 'is_deleted', type: 'UInt8' }] }),
      /is_deleted of deposit records is UInt8, and here it is flag/,
    ],
    [
      'has a type of form 2 in form 1',
      written({ form: 1, columns: [{ name: 'is_deleted', type: 'flag' }] }),
      /is_deleted of deposit records is flag, and here it is flag/,
    ],
  ])('that %s is refused', (_, text, message) => {
    expect(() => readManifest(text)).toThrow(message)
  })
})
