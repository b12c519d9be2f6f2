import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeRecords } from '../../../test/support/data/store-records.ts'
import { aRandomRecord } from '../../../test/support/random/random-records.ts'
import { seededRandom } from '../../../test/support/random/seeded-random.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { ALL_KINDS, KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { RecordContent } from '../reading/record.ts'
import { MANIFEST_FILE } from './archive-manifest.ts'
import { archivedRowSql } from './archived-row-sql.ts'
import { exportRecords } from './export-records.ts'
import { loadRecords } from './load-records.ts'
import { readPacked } from './packed-file.ts'

const RECORDS = isLongRun ? 2_000 : 60
const given = { merchantIds: ['shop1', 'shop2', 'elsewhere'], months: 3 }
const delivery = { organizationId: 'brought', source: 'ingest', receivedAtMs: 1_234_567 } as const

const db = await aDatabase()
const source = (await aRecordStore()).engine
const target = (await aRecordStore()).engine

beforeAll(async () => {
  const random = seededRandom(seed)
  for (const kind of ALL_KINDS) {
    const records = Array.from({ length: RECORDS }, (_, index) => aRandomRecord(random, kind, `r${index}`, given))
    // Later versions of some, as batches of their own.
    const later = records
      .filter(() => random.integer(1, 4) === 1)
      .map((record) => ({ ...record, version: record.version + 1, isDeleted: false }))
    for (const batch of [records, later]) {
      await storeRecords({ db, engine: source }, { kind, delivery, records: batch })
    }
  }
})

/** The newest versions of a kind's rows, withdrawn ones too. */
async function contentOf(engine: Engine, kind: RecordKind, where = '1 = 1'): Promise<string> {
  const { dialect } = engine
  const columns = columnsOf(kind)
  const names = columns.map(({ name }) => name)
  return text(
    engine.lines(
      `select ${archivedRowSql(dialect, columns)}
        from ${dialect.latest(kind.table, { columns: names, where })} as newest
        order by merchant_id, occurred_at, record_id`,
    ),
  )
}

function linesIn(content: string): readonly string[] {
  return content === '' ? [] : content.trimEnd().split('\n')
}

async function countOf(engine: Engine, kind: RecordKind): Promise<number> {
  const [counted] = await engine.rows<{ readonly rows: number }>(`select count(*) as "rows" from ${kind.table}`)
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
  test('an export that is loaded again after an interruption restores every row of every kind', async () => {
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

  test('an export has a line for each row, withdrawn records included', async () => {
    const { folder, kinds } = await exported({ kinds: [KINDS.transaction] })
    const files = kinds.flatMap((archived) => archived.files)

    const texts = await Promise.all(files.map(({ name }) => text(readPacked(join(folder, name)))))

    expect(texts.map((each) => linesIn(each).length)).toEqual(files.map(({ rows }) => rows))
    const lines = texts.flatMap(linesIn)
    expect(lines.filter((line) => line.includes('"is_deleted":1'))).not.toEqual([])
    const stored = linesIn(await contentOf(source, KINDS.transaction))
    expect(lines).toEqual(expect.arrayContaining([...stored]))
  })

  test('an export can be limited to one kind, some merchants and a period', async () => {
    const [from, to] = ['2025-02-01T00:00:00Z', '2025-03-10T00:00:00Z'].map(Temporal.Instant.from)
    const { kinds, rows } = await exported({
      kinds: [KINDS.fee],
      merchantIds: ['shop1'],
      from,
      to,
    })

    const { instant } = source.dialect
    const chosen = `merchant_id = 'shop1'
      and occurred_at >= ${instant(from?.epochMilliseconds ?? 0)}
      and occurred_at < ${instant(to?.epochMilliseconds ?? 0)}`
    const expected = linesIn(await contentOf(source, KINDS.fee, chosen))
    expect(expected.length).toBeGreaterThan(0)
    expect(rows).toBe(expected.length)
    expect(kinds.flatMap(({ files }) => files).map(({ month }) => month)).toEqual(['2025-02', '2025-03'])
  })

  test('an export of no merchants is empty', async () => {
    const { rows } = await exported({ merchantIds: ['nobody'] })

    expect(rows).toBe(0)
  })

  test('an export is not written into a folder with other files', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'mine.txt'), '')

    await expect(exported({ folder })).rejects.toThrow(/is not empty/)
  })

  test('loading replaces a stored record by a higher version, but not by other content', async () => {
    const kind = KINDS.conversion
    const record = aRandomRecord(seededRandom(7), kind, 'moved', given)
    const at = (version: number, merchantReference: string): RecordContent => {
      const values = record.values.filter(([{ type }]) => type.kind !== 'text')
      const field = record.values.find(([{ type }]) => type.kind === 'text')?.[0]
      if (field === undefined) throw new Error('The record has no text.')
      return { ...record, version, isDeleted: false, values: [...values, [field, merchantReference]] }
    }
    const send = (engine: Engine, ...records: readonly RecordContent[]) =>
      storeRecords({ db, engine }, { kind, delivery, records })
    const moved = `record_id = 'moved'`
    await send(source, at(5, 'five'))
    await send(target, at(4, 'four'))

    await load((await exported({ kinds: [kind] })).folder)

    expect(await contentOf(target, kind, moved)).toContain('five')
    await send(source, at(6, 'six'))
    await send(target, at(6, 'another six'))
    const { folder } = await exported({ kinds: [kind] })
    expect(await load(folder)).toMatchObject({ loaded: 0, conflicts: 1 })
    expect(await contentOf(target, kind, moved)).toContain('another six')
  })
})

describe('an incomplete export', () => {
  test.each([
    [
      'has no manifest',
      (folder: string) => rmSync(join(folder, MANIFEST_FILE)),
      /no manifest.json, so it is not an export, or the export was interrupted/,
    ],
    [
      'has a damaged file',
      (folder: string) => appendFileSync(join(folder, fileOf(folder)), 'x'),
      /has been changed or damaged/,
    ],
    ['lacks a file', (folder: string) => rmSync(join(folder, fileOf(folder))), /is missing/],
    [
      'comes from a newer program',
      (folder: string) =>
        changeManifest(folder, (written) => written.replace('"merchant_reference_number"', '"new_column"')),
      /the unknown column new_column/,
    ],
    [
      'has other types',
      (folder: string) => changeManifest(folder, (written) => written.replace('"instant"', '"flag"')),
      /is flag, and here it is instant/,
    ],
    [
      'is of another form',
      (folder: string) => changeManifest(folder, (written) => written.replace('"form": 3', '"form": 2')),
      /it has form 2 and this version reads form 3; load it with the version that wrote it\.$/,
    ],
  ])('an export that %s is refused before a row is stored', async (_, damage, message) => {
    const { folder } = await exported({ kinds: [KINDS.deposit] })
    damage(folder)
    const before = await countOf(target, KINDS.deposit)

    await expect(load(folder)).rejects.toThrow(message)

    expect(await countOf(target, KINDS.deposit)).toBe(before)
  })
})

function fileOf(folder: string): string {
  return readdirSync(folder).find((name) => name.endsWith('.ndjson.zst')) ?? ''
}

function changeManifest(folder: string, change: (written: string) => string): void {
  const file = join(folder, MANIFEST_FILE)
  const written = readFileSync(file, 'utf8')
  expect(change(written)).not.toBe(written)
  writeFileSync(file, change(written))
}
