import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aRandomRecord } from '../../test/support/random-records.ts'
import { aDatabase, aRecordStore } from '../../test/support/record-store.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { isLongRun, seed } from '../../test/support/test-run.ts'
import { systemClock } from '../platform/clock.ts'
import { exportRecords } from './actions/export-records.ts'
import { loadRecords } from './actions/load-records.ts'
import { MANIFEST_FILE } from './archive-manifest.ts'
import { ALL_KINDS, KINDS, type RecordKind } from './domain/catalogue/kinds.ts'
import { hashed } from './record-block.ts'
import { storeRecords } from './store-records.ts'

const RECORDS = isLongRun ? 2_000 : 60
const given = { merchantIds: ['shop1', 'shop2', 'elsewhere'], months: 3 }
const delivery = { organizationId: 'brought', source: 'ingest', receivedAtMs: 1_234_567 } as const

const db = await aDatabase()
const source = (await aRecordStore()).engine
const target = (await aRecordStore()).engine

beforeAll(async () => {
  // Earlier versions stay where they are for as long as they are compared.
  for (const store of [source, target]) await store.client.command({ query: 'system stop merges' })
  const random = seededRandom(seed)
  for (const kind of ALL_KINDS) {
    const records = Array.from({ length: RECORDS }, (_, index) =>
      aRandomRecord(random, kind, `r${index}`, given),
    )
    // Later versions of some, as batches of their own.
    const later = records
      .filter(() => random.integer(1, 4) === 1)
      .map(({ record }) => hashed({ ...record, version: record.version + 1, isDeleted: false }))
    for (const batch of [records, later]) {
      await storeRecords({ db, engine: source }, { kind, delivery, records: batch })
    }
  }
})

async function contentOf(engine: typeof source, kind: RecordKind, where = 'true') {
  const answer = await engine.client.query({
    query: `select * from ${kind.table} where ${where}
      order by merchant_id, occurred_at, record_id, version`,
    format: 'TabSeparated',
  })
  return answer.text()
}

async function countOf(engine: typeof source, kind: RecordKind): Promise<number> {
  const [counted] = await engine.rows<{ rows: number }>(
    `select count() as rows from ${kind.table}`,
    {},
  )
  return counted?.rows ?? 0
}

async function exported(order: Partial<Parameters<typeof exportRecords>[1]> = {}) {
  const folder = temporaryFolder()
  const deps = { engine: source, machineClock: systemClock }
  const kinds = await exportRecords(deps, { folder, kinds: ALL_KINDS, ...order })
  const rows = kinds.flatMap(({ files }) => files).reduce((sum, file) => sum + file.rows, 0)
  return { folder, kinds, rows }
}

const load = (folder: string) => loadRecords({ db, engine: target }, { folder })

describe('an export', () => {
  test('interrupted and loaded again, gives every row of every kind as it was', async () => {
    const { folder, rows } = await exported()
    let batches = 0
    const stopping = loadRecords(
      { db, engine: target },
      {
        folder,
        onRows: () => {
          batches += 1
          if (batches === 10) throw new Error('stopped')
        },
      },
    )
    await expect(stopping).rejects.toThrow('stopped')

    const first = await load(folder)
    const second = await load(folder)

    expect(first.loaded + first.skipped).toBe(rows)
    expect(first.skipped).toBeGreaterThan(0)
    expect([...first.merchantIds].sort()).toEqual([...given.merchantIds].sort())
    expect(second).toMatchObject({ loaded: 0, skipped: rows, conflicts: 0 })
    for (const kind of ALL_KINDS) {
      expect(await contentOf(target, kind), kind.name).toBe(await contentOf(source, kind))
    }
  })

  test('holds withdrawn records and earlier versions', async () => {
    const [found] = await source.rows<{ withdrawn: number; earlier: number }>(
      `select countIf(is_deleted = 1) as withdrawn,
        count() - uniqExact(merchant_id, occurred_at, record_id) as earlier from transactions`,
      {},
    )

    expect(found?.withdrawn).toBeGreaterThan(0)
    expect(found?.earlier).toBeGreaterThan(0)
  })

  test('may be of one kind, some merchants and some time', async () => {
    const { kinds, rows } = await exported({
      kinds: [KINDS.fee],
      merchantIds: ['shop1'],
      from: Temporal.Instant.from('2025-02-01T00:00:00Z'),
      to: Temporal.Instant.from('2025-03-10T00:00:00Z'),
    })

    const chosen = `merchant_id = 'shop1' and toDate(occurred_at) between '2025-02-01' and '2025-03-09'`
    const expected = (await contentOf(source, KINDS.fee, chosen)).split('\n').length - 1
    expect(expected).toBeGreaterThan(0)
    expect(rows).toBe(expected)
    expect(kinds.flatMap(({ files }) => files).map(({ month }) => month)).toEqual([
      '2025-02',
      '2025-03',
    ])
  })

  test('is not written among other files', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'mine.txt'), '')

    await expect(exported({ folder })).rejects.toThrow(/is not empty/)
  })

  test('with a later version of what is there replaces it, and with other content does not', async () => {
    const kind = KINDS.conversion
    const { record } = aRandomRecord(seededRandom(7), kind, 'moved', given)
    const at = (version: number, merchantReference: string) => {
      const values = record.values.filter(([{ type }]) => type.kind !== 'text')
      const field = record.values.find(([{ type }]) => type.kind === 'text')?.[0]
      if (field === undefined) throw new Error('The record has no text.')
      return hashed({
        ...record,
        version,
        isDeleted: false,
        values: [...values, [field, merchantReference]],
      })
    }
    const send = (engine: typeof source, ...records: ReturnType<typeof at>[]) =>
      storeRecords({ db, engine }, { kind, delivery, records })
    const later = `record_id = 'moved' and version >= 5`
    await send(source, at(5, 'five'))
    await send(target, at(4, 'four'))

    await load((await exported({ kinds: [kind] })).folder)

    expect(await contentOf(target, kind, later)).toContain('five')
    await send(source, at(6, 'six'))
    await send(target, at(6, 'another six'))
    const { folder } = await exported({ kinds: [kind] })
    expect(await load(folder)).toMatchObject({ loaded: 0, conflicts: 1 })
    expect(await contentOf(target, kind, later)).toContain('another six')
  })
})

describe('an export that is not whole', () => {
  test.each([
    [
      'has no manifest',
      (folder: string) => rmSync(join(folder, MANIFEST_FILE)),
      /no manifest.json .* did not end/,
    ],
    [
      'has a damaged file',
      (folder: string) => appendFileSync(join(folder, fileOf(folder)), 'x'),
      /is not as it was written/,
    ],
    ['lacks a file', (folder: string) => rmSync(join(folder, fileOf(folder))), /is missing/],
    [
      'comes from a newer program',
      (folder: string) =>
        changeManifest(folder, (text) =>
          text.replace('"merchant_reference_number"', '"new_column"'),
        ),
      /a column new_column that this program does not know/,
    ],
    [
      'has other types',
      (folder: string) =>
        changeManifest(folder, (text) => text.replace(`"DateTime64(3, 'UTC')"`, '"UInt8"')),
      /is UInt8, and here it is DateTime64/,
    ],
    [
      'is of another form',
      (folder: string) => changeManifest(folder, (text) => text.replace('"form": 1', '"form": 2')),
      /this program reads form 1/,
    ],
  ])('%s and is refused before a row is stored', async (_, damage, message) => {
    const { folder } = await exported({ kinds: [KINDS.deposit] })
    damage(folder)
    const before = await countOf(target, KINDS.deposit)

    await expect(load(folder)).rejects.toThrow(message)

    expect(await countOf(target, KINDS.deposit)).toBe(before)
  })
})

function fileOf(folder: string): string {
  return readdirSync(folder).find((name) => name.endsWith('.rows.zst')) ?? ''
}

function changeManifest(folder: string, change: (text: string) => string): void {
  const file = join(folder, MANIFEST_FILE)
  const text = readFileSync(file, 'utf8')
  expect(change(text)).not.toBe(text)
  writeFileSync(file, change(text))
}
