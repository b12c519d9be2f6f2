import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { storeRecords } from '../../../test/support/data/store-records.ts'
import { aRandomRecord } from '../../../test/support/random/random-records.ts'
import { seededRandom } from '../../../test/support/random/seeded-random.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { ALL_KINDS, KINDS } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { blankSql } from '../erasure/erasure-sql.ts'
import { archivedRowSql } from './archived-row-sql.ts'
import {
  listRecordMonths,
  loadRecordMonth,
  type RecordMonth,
  readRecordMonths,
  recordFileName,
  recordMonthOf,
} from './record-months.ts'

const db = await aDatabase()
const source = await aRecordStore()
const target = await aRecordStore()
const given = { merchantIds: ['shop1', 'shop2'], months: 2 }
const delivery = { organizationId: 'brought', source: 'ingest', receivedAtMs: 1_234_567 } as const
const kind = KINDS.transaction

async function contentOf(engine: Engine, table: string, columns: ReturnType<typeof columnsOf>): Promise<string> {
  return text(
    engine.lines(
      `select ${archivedRowSql(engine.dialect, columns)} from ${table} order by merchant_id, occurred_at, record_id`,
    ),
  )
}

async function copyMonth(one: RecordMonth, content: AsyncIterable<Uint8Array>): Promise<void> {
  const name = recordFileName(source.engine, one)
  const found = { kind: one.kind, month: one.month, format: 'parquet' as const }
  expect(recordMonthOf(name)).toEqual(found)
  const file = join(target.exportsFolder, name)
  await writeFile(file, content)
  await loadRecordMonth(target.engine, { ...found, file })
}

test('files of months bring back every column of every record in another store', async () => {
  const random = seededRandom(seed)
  for (const each of ALL_KINDS) {
    const records = Array.from({ length: 30 }, (_, index) => aRandomRecord(random, each, `r${index}`, given))
    await storeRecords({ db, engine: source.engine }, { kind: each, delivery, records })
  }

  const months = await listRecordMonths(source.engine)
  await readRecordMonths(source.engine, months, copyMonth)

  expect(await listRecordMonths(target.engine)).toEqual(months)
  for (const each of ALL_KINDS) {
    const columns = columnsOf(each)
    expect(await contentOf(target.engine, each.table, columns), each.name).toBe(
      await contentOf(source.engine, each.table, columns),
    )
  }
  // Their numbers for indexed texts as well.
  const numbers = `select * from ${kind.table} order by merchant_id, occurred_at, record_id`
  expect(await target.engine.rows(numbers)).toEqual(await source.engine.rows(numbers))
})

test('the mark of a month changes with a new, a corrected, an erased and a removed record, and else does not', async () => {
  const { engine } = source
  const markOf = async () => {
    const months = await listRecordMonths(engine)
    return months.find(({ kind: one, month }) => one === kind && month === '202501')?.mark
  }
  const record = { ...aRandomRecord(seededRandom(7), kind, 'marked', { ...given, months: 1 }), isDeleted: false }
  const store = (version: number) => storeRecords({ db, engine }, { kind, delivery, records: [{ ...record, version }] })
  const marks = [await markOf(), await markOf()]
  expect(marks[0]).toBe(marks[1])

  const changes = [
    () => store(3),
    () => store(4),
    () =>
      engine.change({ table: kind.table, set: blankSql(engine.dialect, kind) ?? '', where: `record_id = 'marked'` }),
    () => engine.change({ table: kind.table, where: `record_id = 'marked'` }),
  ]

  const seen = new Set(marks)
  for (const change of changes.slice(0, 3)) {
    await change()
    seen.add(await markOf())
  }
  expect(seen.size).toBe(4)
  await changes[3]?.()
  expect(await markOf()).toBe(marks[0])
})

test('other names are no files of months', () => {
  for (const name of [
    'manifest.json',
    'transaction-202501.csv',
    'rumour-202501.parquet',
    'transaction-2025-01.parquet',
  ]) {
    expect(recordMonthOf(name)).toBeUndefined()
  }
})
