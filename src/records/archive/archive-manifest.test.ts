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
function written({ form = 3, name = kind.name as string, columns = [{ name: 'version', type: 'version' }] }) {
  return JSON.stringify({ form, exportedAt: '', kinds: [{ kind: name, columns, files: [] }] })
}

describe('a manifest', () => {
  test('a manifest is read as it was written', () => {
    expect(readManifest(formatManifest(whole))).toEqual(whole)
  })

  test('a manifest can have text for a column that is repetitive-text here', () => {
    const { kinds } = readManifest(written({ columns: [{ name: 'source', type: 'text' }] }))

    expect(kinds[0]?.columns).toEqual([{ name: 'source', type: 'repetitive-text' }])
  })

  test.each([
    ['is of an earlier form', written({ form: 2 }), /: it has form 2 and this version reads form 3; load it with/],
    ['is of a later form', written({ form: 4 }), /: it has form 4 and this version reads form 3; load it with/],
    ['is of no form', '{"kinds":[]}', /: it has no form and this version reads form 3; load it with/],
    ['is broken', '{"form":3,', /manifest.json cannot be read/],
    ['is nothing', 'null', /manifest.json cannot be read/],
    ['has no kinds', '{"form":3}', /manifest.json cannot be read/],
    ['has a kind without columns', '{"form":3,"kinds":[{"files":[]}]}', /cannot be read/],
    ['has a kind that is null', '{"form":3,"kinds":[null]}', /cannot be read/],
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
      'has an unknown type',
      written({ columns: [{ name: 'is_deleted', type: 'UInt8' }] }),
      /is_deleted of deposit records is UInt8, and here it is flag/,
    ],
  ])('a manifest that %s is refused', (_, text, message) => {
    expect(() => readManifest(text)).toThrow(message)
  })
})
