import { beforeAll, expect, test } from 'vitest'
import { KINDS } from '../src/catalogue/kinds.ts'
import { fieldsOfDefinition } from '../src/catalogue/report-definition.ts'
import { findReportDefinition } from '../src/catalogue/report-definitions.ts'
import type { DuckDbEngine } from '../src/platform/duckdb/duckdb-engine.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { readerOf } from '../src/records/reading/read-record.ts'
import { RecordBatch } from '../src/records/storage/record-batch.ts'
import { writingOptions } from '../src/reporting/generation/engine-queries.ts'
import { layoutOf, renderedQuery } from '../src/reporting/generation/report-query.ts'
import { REPORT_MIME_TYPES } from '../src/reporting/reports/report.ts'
import { REPORT_RECORDS } from './fixtures/report-records.ts'
import { aReport } from './support/data/made-reports.ts'
import { inTurn, isLongRun } from './support/run/test-run.ts'
import { aRecordStore } from './support/stores/record-store.ts'

const ROWS = isLongRun ? 20_000 : 2_000
const ROWS_READ = 50
const ENGINE_BYTES_MAX = 1024 ** 3
const definition = findReportDefinition('TransactionRequestClass')
const scope = {
  merchantIds: ['shop'],
  agingLookBackDays: 180,
  receivedUntilMs: undefined,
  baseUrl: 'https://pay.example.com',
}

let engine: Engine
beforeAll(async () => {
  engine = (await aRecordStore({ memoryMaxBytes: ENGINE_BYTES_MAX })).engine
  await fill()
})

/** Records that have every field: a few are read, and the engine repeats them. */
async function fill(): Promise<void> {
  const kind = KINDS.transaction
  const whole = REPORT_RECORDS.find(([name]) => name === kind.name)?.[1].at(-1)
  const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
  const batch = new RecordBatch(kind)
  for (let row = 0; row < ROWS_READ; row += 1) {
    const read = readerOf(kind).read({ ...whole, recordId: `r${row}` })
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    batch.add(read.record, delivery)
  }
  await batch.insertInto(engine)
  await (engine as DuckDbEngine).define([
    `insert into ${kind.table} select kept.* replace (kept.record_id || '-' || n as record_id)
     from ${kind.table} as kept, range(1, ${ROWS / ROWS_READ}) as repeats(n)`,
  ])
}

// A query of all fields takes seconds of processor time to plan, so a usual run has one format in three.
test.each(inTurn(REPORT_MIME_TYPES, 3))(
  'a report of all fields as %s needs no more memory than there is',
  async (mimeType) => {
    if (definition === undefined) throw new Error('There is no such report.')
    const fields = fieldsOfDefinition(definition).map(({ wireName }) => wireName)
    const report = aReport({ mimeType, fields, timeZone: 'America/New_York' })
    const layout = layoutOf(engine.dialect, report, scope)
    const query = renderedQuery(layout, mimeType)

    let lines = 0
    let bytes = 0
    const options = writingOptions(layout)
    const rows = query.format === 'lines' ? engine.lines(query.select, options) : engine.parquet(query.select, options)
    for await (const chunk of rows) {
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
    }

    if (query.format !== 'parquet') expect(lines).toBe(ROWS)
    expect(bytes).toBeGreaterThan(0)
  },
)
