import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { fieldsOfDefinition } from '../../src/catalogue/report-definition.ts'
import { findReportDefinition } from '../../src/catalogue/report-definitions.ts'
import type { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import type { Engine, Reader } from '../../src/platform/engine/engine.ts'
import { folderFileStore } from '../../src/platform/file-store/folder-store.ts'
import { readerOf } from '../../src/records/reading/read-record.ts'
import { RecordBatch } from '../../src/records/storage/record-batch.ts'
import { needsSlices } from '../../src/reporting/generation/engine-queries.ts'
import {
  type FileDeps,
  type FileTask,
  hashReportFile,
  writeReportFile,
} from '../../src/reporting/generation/report-file.ts'
import { layoutOf } from '../../src/reporting/generation/report-query.ts'
import { REPORT_MIME_TYPES, type Report } from '../../src/reporting/reports/report.ts'
import { REPORT_RECORDS } from '../fixtures/report-records.ts'
import { aReport } from '../support/data/made-reports.ts'
import { ROW_COUNTS } from '../support/references/report-row-counts.ts'
import { inTurn, isLongRun } from '../support/run/test-run.ts'
import { aLimitedRecordStore } from '../support/stores/record-store.ts'

const ROWS_READ = 50
const PARQUET = 'application/vnd.apache.parquet'
const FIELDS = fieldsOf('TransactionRequestClass')
/** Some of them with a column of their own, some without. */
const SOME_FIELDS = FIELDS.slice(0, 60)
const scope = {
  merchantIds: ['shop', 'store'],
  agingLookBackDays: 180,
  receivedUntilMs: undefined,
  baseUrl: 'https://pay.example.com',
}

function fieldsOf(definitionName: string): readonly string[] {
  const definition = findReportDefinition(definitionName)
  if (definition === undefined) throw new Error('There is no such report.')
  return fieldsOfDefinition(definition).map(({ wireName }) => wireName)
}

type StoreInput = {
  readonly rows: number
  readonly memoryMaxBytes: number
  /** The index of the record in the fixture. */
  readonly recordAt?: number
}

/** Records that have every field, unless another is chosen: a few are read, and the engine repeats them. */
async function storeWith({ rows, memoryMaxBytes, recordAt = -1 }: StoreInput): Promise<Store> {
  const { engine, exportsFolder } = await aLimitedRecordStore({ memoryMaxBytes })
  const kind = KINDS.transaction
  const whole = REPORT_RECORDS.find(([name]) => name === kind.name)?.[1].at(recordAt)
  const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
  const batch = new RecordBatch(kind)
  for (let row = 0; row < ROWS_READ; row += 1) {
    const merchantId = row % 3 === 0 ? 'store' : 'shop'
    const read = readerOf(kind).read({ ...whole, merchantId, recordId: `r${row}` })
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    batch.add(read.record, delivery)
  }
  await batch.insertInto(engine)
  await (engine as DuckDbEngine).define([
    `insert into ${kind.table} select kept.* replace (kept.record_id || '-' || n as record_id)
     from ${kind.table} as kept, range(1, ${rows / ROWS_READ}) as repeats(n)`,
  ])
  return { engine, exportsFolder }
}

type Store = { readonly engine: Engine; readonly exportsFolder: string }

type WriteFile<T> = (deps: Omit<FileDeps, 'reports'> & { readonly reader: Reader }, task: FileTask) => Promise<T>

/** Hashes the file that a run writes; in slices as the run decides, unless that is given. */
const hashed = (store: Store, report: Report, given?: Slicing) => writeAsRun(store, report, hashReportFile, given)

/** Writes the file as a run does and counts the rows in it. */
async function countedRows(
  store: Store,
  report: Report,
): Promise<{ readonly isSliced: boolean; readonly rows: number }> {
  const reports = folderFileStore(await mkdtemp(join(store.exportsFolder, 'reports-')))
  const { isSliced, key } = await writeAsRun(store, report, (deps, task) => writeReportFile({ ...deps, reports }, task))
  const file = await buffer(await reports.read(key))
  await reports.remove(key)
  return { isSliced, rows: ROW_COUNTS[report.terms.mimeType](file, report.terms.fields.length) }
}

type Slicing = { readonly isSliced: boolean }

async function writeAsRun<T extends object>(
  { engine, exportsFolder }: Store,
  report: Report,
  writeFile: WriteFile<T>,
  given?: Slicing,
): Promise<T & Slicing> {
  return engine.snapshot(async (reader) => {
    const signal = AbortSignal.timeout(600_000)
    const layout = layoutOf(reader.dialect, report, scope)
    const isSliced = given?.isSliced ?? (await needsSlices(reader, layout, { rows: ROWS, signal }))
    const task = {
      report: { ...report, runId: 'run' },
      layout: layoutOf(reader.dialect, report, { ...scope, isSliced }),
      queryId: 'written',
      signal,
    }
    return { isSliced, ...(await writeFile({ engine, reader, exportsFolder }, task)) }
  })
}

const ROWS = isLongRun ? 20_000 : 2_100

describe('with the default memory', () => {
  let store: Store
  beforeAll(async () => {
    store = await storeWith({ rows: ROWS, memoryMaxBytes: 1024 ** 3 })
  })

  // A query of all fields takes seconds of processor time to plan, so a usual run has one format in three.
  test.each(inTurn(REPORT_MIME_TYPES, 3))('a report of all fields as %s fits and has every row', async (mimeType) => {
    const report = aReport({ mimeType, fields: FIELDS, timeZone: 'America/New_York' })

    expect(await countedRows(store, report)).toEqual({ isSliced: true, rows: ROWS })
  })

  test.runIf(isLongRun)('reports that are written concurrently fit and have every row', async () => {
    const formats = ['application/xml', 'application/x-ndjson', 'text/csv'] as const
    const reports = formats.map((mimeType) => aReport({ mimeType, fields: FIELDS, timeZone: 'America/New_York' }))

    const files = await Promise.all(reports.map((report) => countedRows(store, report)))

    expect(files).toEqual(reports.map(() => ({ isSliced: true, rows: ROWS })))
  })
})

// Sorted as they are rendered, with the names of all fields, rows would not fit.
test.runIf(isLongRun)('many short records of 100 fields as NDJSON fit', async () => {
  const rows = 2_500_000
  const store = await storeWith({ rows, memoryMaxBytes: 1024 ** 3, recordAt: 0 })
  const report = aReport({
    mimeType: 'application/x-ndjson',
    fields: FIELDS.slice(0, 100),
    timeZone: 'America/New_York',
  })

  const { isSliced, bytes } = await hashed(store, report)

  expect(isSliced).toBe(false)
  expect(bytes).toBeGreaterThan(1_000 * rows)
})

describe('with little memory', () => {
  let store: Store
  beforeAll(async () => {
    store = await storeWith({ rows: 2_100, memoryMaxBytes: 300 * 1024 ** 2 })
  })

  test.each(REPORT_MIME_TYPES.filter((mimeType) => mimeType !== PARQUET))(
    'a report as %s has the same bytes in slices',
    async (mimeType) => {
      const report = aReport({ mimeType, fields: SOME_FIELDS, timeZone: 'America/New_York' })

      const whole = await hashed(store, report, { isSliced: false })
      const sliced = await hashed(store, report, { isSliced: true })

      expect(sliced).toEqual({ ...whole, isSliced: true })
    },
  )

  test('a report as Parquet has the same bytes as with more memory', async () => {
    const report = aReport({ mimeType: PARQUET, fields: SOME_FIELDS, timeZone: 'America/New_York' })

    const other = await storeWith({ rows: 2_100, memoryMaxBytes: 1024 ** 3 })
    const sliced = await hashed(store, report, { isSliced: true })

    expect(sliced).toEqual(await hashed(other, report, { isSliced: true }))
  })
})
