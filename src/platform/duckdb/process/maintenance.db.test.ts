import { existsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  aRecordTable,
  aRow,
  countOf,
  disorderOf,
  manyRows,
  rowsOf,
} from '../../../../test/support/data/duckdb-records.ts'
import { filesWith } from '../../../../test/support/run/files-with.ts'
import { isLongRun } from '../../../../test/support/run/test-run.ts'
import { aTemporaryDuckDb, type TemporaryDuckDb } from '../../../../test/support/stores/temporary-duckdb.ts'
import type { DuckDbSettings } from '../process-settings.ts'

const IMMEDIATE = { everyMs: 20, idleMs: 50, monthRestMs: 50, afterFailureMs: 300_000 }
const NEVER = { ...IMMEDIATE, everyMs: 600_000 }
const toRemove: { remove: () => Promise<void> }[] = []

afterEach(async () => {
  for (const temporary of toRemove.splice(0)) await temporary.remove()
})

async function aDuckDb(overrides: Partial<DuckDbSettings>): Promise<TemporaryDuckDb> {
  const temporary = await aTemporaryDuckDb(overrides)
  toRemove.push(temporary)
  return temporary
}

async function unsorted({ engine }: TemporaryDuckDb): Promise<number | undefined> {
  return (await engine.status())?.file?.unsortedMonths
}

describe('closed months', () => {
  test('closed months are sorted when nothing is being written, and again after new rows', async () => {
    const temporary = await aDuckDb({ maintenance: IMMEDIATE })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(2_000, { startsOn: '2025-01-31' }))
    await expect.poll(() => unsorted(temporary), { timeout: 60_000 }).toBe(0)
    expect(await disorderOf(engine, table)).toBe(0)

    await engine.insert(table, manyRows(500, { from: 2_000, startsOn: '2025-01-30' }))

    await expect.poll(() => unsorted(temporary), { timeout: 60_000 }).toBe(0)
    expect(await disorderOf(engine, table)).toBe(0)
    expect(await countOf(engine, table)).toBe(2_500)
    expect(temporary.complaints).toEqual([])
  })

  test('closed months are sorted in slices if their rows are long', async () => {
    const temporary = await aDuckDb({ maintenance: IMMEDIATE, memoryMaxBytes: 200_000_000 })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    const values = { note: 'n'.repeat(3_000), texts: { long: 't'.repeat(3_000) } }
    await engine.insert(table, manyRows(5_000, { startsOn: '2025-01-01', values }))

    await expect.poll(() => unsorted(temporary), { timeout: 60_000 }).toBe(0)
    expect(await disorderOf(engine, table)).toBe(0)
    const kept = `note = repeat('n', 3000) and texts['long'] = repeat('t', 3000)`
    expect(await engine.rows(`select count(*) as n from ${table} where ${kept}`)).toEqual([{ n: 5_000 }])
    expect(temporary.complaints).toEqual([])
  })

  test('closed months are counted until they are sorted; the current month and removed months are not', async () => {
    const temporary = await aDuckDb({ maintenance: NEVER })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    const now = new Date().toISOString().replace('T', ' ').slice(0, 23)
    const times = ['2025-01-01 00:00:00.000', '2025-02-01 00:00:00.000', now]
    await engine.insert(table, rowsOf(...times.map((occurred_at) => aRow({ occurred_at }))))

    expect(await unsorted(temporary)).toBe(2)
    await engine.removeMonth(table, '202501')
    expect(await unsorted(temporary)).toBe(1)
    await temporary.process.stop()
    await temporary.startAgain()
    expect(await unsorted(temporary)).toBe(1)
  })

  test('sorting gives way to writers: it stops immediately and is done later', async () => {
    const { engine } = await aDuckDb({
      // Long enough to look at what an insert has left before the sorting begins again.
      maintenance: { ...IMMEDIATE, idleMs: 1_000, monthRestMs: 0 },
      memoryMaxBytes: 2_000_000_000,
    })
    const table = await aRecordTable(engine)
    // Enough to be sorted for a while.
    const rows = isLongRun ? 600_000 : 250_000
    await engine.define([
      `insert into ${table} (merchant_id, occurred_at, record_id, version, note)
       select 'm' || (x % 1000), timestamp '2025-05-01' + to_milliseconds(x), cast(hash(x) as varchar), 1, repeat('x', 200)
       from range(${rows}) t(x)`,
    ])
    await engine.insert(table, manyRows(1, { startsOn: '2025-05-02' }))
    const upkeep = async () => (await engine.status())?.upkeep
    const sorted = () =>
      engine.rows<{ month: number }>('select month from record_months where is_sorted order by month')
    let added = 1
    const add = (startsOn: string) => engine.insert(table, manyRows(1, { from: added++, startsOn }))
    let gaveWay = 0

    for (let round = 1; round <= 8 && gaveWay < 3; round += 1) {
      await expect.poll(upkeep, { timeout: 60_000, interval: 5 }).toBe('sort')
      await add('2025-06-02')
      if ((await sorted()).length === 0) gaveWay += 1
      // On a busy machine the sorting may have ended before the row came: then there is something to sort again.
      else await add('2025-05-02')
    }

    expect(gaveWay).toBe(3)
    await expect.poll(sorted, { timeout: 60_000, interval: 200 }).toEqual([{ month: 202505 }, { month: 202506 }])
    expect(await disorderOf(engine, table)).toBe(0)
    expect(await countOf(engine, table)).toBe(rows + added)
  })
})

describe('metrics', () => {
  test('metrics show memory, queries, checkpoints, the file and its log', async () => {
    const temporary = await aDuckDb({ maintenance: NEVER })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(1_000))
    const caller = new AbortController()
    const running = engine
      .rows('select count(*) from range(1000000000000)', { signal: caller.signal })
      .catch(() => undefined)

    await expect.poll(async () => (await engine.status())?.runningQueries).toBe(1)
    const status = await engine.status()
    caller.abort()
    await running

    expect(status).toMatchObject({ waitingWriters: 0, file: { unsortedMonths: 1 } })
    expect(status?.residentBytes).toBeGreaterThan(20_000_000)
    expect(status?.file?.bytes).toBeGreaterThan(0)
    expect(status?.file?.logBytes).toBeGreaterThan(10_000)
    expect(status?.checkpointSeconds).toBeUndefined()
  })

  test('the log is written into the file when nothing is being written', async () => {
    const { engine } = await aDuckDb({ maintenance: IMMEDIATE })
    const table = await aRecordTable(engine)

    await engine.insert(table, manyRows(1_000, { startsOn: '2099-01-01' }))

    const logBytes = async () => (await engine.status())?.file?.logBytes
    await expect.poll(logBytes, { timeout: 60_000 }).toBe(0)
    // The log is empty a moment before the checkpoint has ended.
    const seconds = async () => (await engine.status())?.checkpointSeconds ?? 0
    await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  test('a snapshot older than a write to a sorted month does not keep the log from the file', async () => {
    const temporary = await aDuckDb({ maintenance: IMMEDIATE })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(500, { startsOn: '2025-01-31' }))
    await expect.poll(() => unsorted(temporary), { timeout: 60_000 }).toBe(0)

    await engine.snapshot(async (snapshot) => {
      await snapshot.rows(`select count(*) from ${table}`)
      await engine.insert(table, manyRows(500, { from: 500, startsOn: '2025-01-30' }))

      const logBytes = async () => (await engine.status())?.file?.logBytes
      await expect.poll(logBytes, { timeout: 30_000 }).toBe(0)
    })

    expect(temporary.complaints).toEqual([])
  })
})

const SECRET = 'Jane Roe, 12 Hidden Lane, Nowhere'

async function withErasedRow(temporary: TemporaryDuckDb): Promise<string> {
  const { engine } = temporary
  const table = await aRecordTable(engine)
  await engine.insert(table, manyRows(3_000, { startsOn: '2025-05-01' }))
  await engine.insert(table, rowsOf(aRow({ record_id: 'jane', note: SECRET })))
  await engine.change({ table, set: `note = ''`, where: `record_id = 'jane'` })
  return table
}

describe('erased data', () => {
  test('erased data is in no file any more, and all other data is unchanged', async () => {
    const temporary = await aDuckDb({ maintenance: NEVER })
    const { engine, settings } = temporary
    const table = await withErasedRow(temporary)
    const whole = `select record_id, note, texts from ${table} order by record_id`
    const before = await engine.rows(whole)
    expect(filesWith(settings.folder, SECRET)).not.toEqual([])

    expect(await engine.purgeRemovedRows([table])).toBe(true)

    expect(filesWith(settings.folder, SECRET)).toEqual([])
    expect(await engine.rows(whole)).toEqual(before)
    // Defaults and constraints came along.
    await engine.insert(table, rowsOf(aRow({ record_id: 'new' })))
    await expect(engine.insert(table, rowsOf(aRow({ occurred_at: undefined })))).rejects.toThrow()
    expect(await unsorted(temporary)).toBe(2)
  })

  test('erased data is removed while queries run', async () => {
    const temporary = await aDuckDb({ maintenance: NEVER })
    const { engine, settings } = temporary
    const table = await withErasedRow(temporary)
    let isDone = false
    const counts = new Set<number>()
    const readers = [1, 2, 3, 4].map(async () => {
      while (!isDone) counts.add(await countOf(engine, table))
    })

    const forgotten = [await engine.purgeRemovedRows([table]), await engine.purgeRemovedRows([table])]
    isDone = true
    await Promise.all(readers)

    expect(forgotten).toEqual([true, true])
    expect(counts).toEqual(new Set([3_001]))
    expect(filesWith(settings.folder, SECRET)).toEqual([])
  })

  test('erased data stays while a snapshot may still need it, and is removed afterwards', async () => {
    const temporary = await aDuckDb({ maintenance: IMMEDIATE })
    const { engine, settings } = temporary
    const table = await withErasedRow(temporary)

    await engine.snapshot(async () => {
      expect(await engine.purgeRemovedRows([table])).toBe(false)
    })

    await expect.poll(() => filesWith(settings.folder, SECRET), { timeout: 40_000 }).toEqual([])
    expect(await countOf(engine, table)).toBe(3_001)
  })

  test('erased data is removed even if a kill amid a commit left half a transaction in the log', async () => {
    const temporary = await aDuckDb({ maintenance: { ...IMMEDIATE, idleMs: 2_000, monthRestMs: 600_000 } })
    const { engine, settings } = temporary
    const table = await withErasedRow(temporary)
    const log = join(settings.folder, 'records.duckdb.wal')
    await expect.poll(() => existsSync(log), { timeout: 20_000 }).toBe(false)
    await engine.insert(table, manyRows(500, { from: 3_000, startsOn: '2025-05-01' }))
    await temporary.kill()
    truncateSync(log, statSync(log).size - 1)
    await temporary.startAgain()

    expect(await engine.purgeRemovedRows([table])).toBe(true)

    expect(filesWith(settings.folder, SECRET)).toEqual([])
    expect(await countOf(engine, table)).toBe(3_001)
    expect(temporary.complaints).toEqual([])
  })

  test('erased data is removed after a restart if the engine was killed before', async () => {
    const temporary = await aDuckDb({ maintenance: IMMEDIATE })
    const { engine, settings } = temporary
    const table = await withErasedRow(temporary)

    for (const afterMs of isLongRun ? [0, 5, 15, 30, 60] : [0, 15, 60]) {
      let isOver = false
      const forgotten = engine
        .purgeRemovedRows([table])
        .catch(() => false)
        .finally(() => {
          isOver = true
        })
      const isUnderWay = () => isOver || existsSync(join(settings.folder, 'rewrite-wanted'))
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 1 }).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      await temporary.kill()
      await forgotten
      await temporary.startAgain()
      expect(await countOf(engine, table)).toBe(3_001)
      await engine.change({ table, set: `note = '${SECRET}'`, where: `record_id = 'r1'` })
      await engine.change({ table, set: `note = ''`, where: `record_id = 'r1'` })
    }

    expect(await engine.purgeRemovedRows([table])).toBe(true)
    expect(filesWith(settings.folder, SECRET)).toEqual([])
    expect(await countOf(engine, table)).toBe(3_001)
  })
})
