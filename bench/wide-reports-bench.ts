import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fieldsOfDefinition } from '../src/catalogue/report-definition.ts'
import { findReportDefinition } from '../src/catalogue/report-definitions.ts'
import { REPORT_MIME_TYPES } from '../src/reporting/reports/report.ts'
import { BareDuckDb } from './bare-duckdb.ts'
import { benchFolder, enginePidIn, merchantIdIn, PROGRAM, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'
import { copyRecordFile, fillRecordFile, prepareStores } from './filled-file.ts'
import { reportClient } from './report-client.ts'
import { type Month, monthOf, REPORT_ORDER, SPAN_MS, storedRowsSql } from './report-rows.ts'
import { SIZES } from './sizes.ts'
import { residentMib, watchMemory } from './watched-memory.ts'

const ROWS = SIZES.wideRows
/** The records that are repeated. */
const DEMO_ROWS = Math.min(50_000, ROWS)
const DEFINITION = 'TransactionRequestClass'
/** With the memory of the embedded engine DuckDB cannot sort all the long rows in one go. */
const BARE_BYTES = 8 * 1024 ** 3

/** Time and memory of reports of all fields, in every format, compared with DuckDB writing the stored rows. */
export async function benchWideReports(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await prepareStores(folder, () => loadDemo(folder))
    const month = monthOf(merchantIdIn(folder), 0)
    await fillRecordFile(folder, repeatedSql(month), ['transactions'])
    const copyMs = await plainCopyMs(folder, month)
    return await measure(folder, month, copyMs)
  } finally {
    removeFolder(folder)
  }
}

async function loadDemo(folder: string): Promise<void> {
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'error' }
  await promisify(execFile)(process.execPath, [PROGRAM, 'demo', '--transactions', `${DEMO_ROWS}`], { env })
}

/** Repeats the transactions of the demo in one month, in no order, and leaves nothing else in the table. */
function* repeatedSql({ merchantId, from }: Month): Generator<string> {
  yield `create or replace temp table demo as select * from transactions limit ${DEMO_ROWS}`
  yield 'delete from transactions'
  yield 'delete from record_months'
  for (let at = 0; at < ROWS; at += DEMO_ROWS) {
    yield `insert into transactions select * replace ('${merchantId}' as organization_id, '${merchantId}' as merchant_id,
        record_id || '-${at}' as record_id,
        timestamp '${from.slice(0, 10)}' + to_milliseconds(cast(hash(record_id || ${at}) % ${SPAN_MS} as bigint))
          as occurred_at)
      from demo limit ${ROWS - at}`
  }
}

async function plainCopyMs(folder: string, month: Month): Promise<number> {
  const duckDb = await BareDuckDb.open(copyRecordFile(folder), { memoryBytes: BARE_BYTES })
  const file = join(folder, 'plain.csv')
  try {
    const select = storedRowsSql(month, { columns: ['*'], order: REPORT_ORDER })
    return await duckDb.run(`copy (${select}) to '${file}' (format csv)`)
  } finally {
    rmSync(file, { force: true })
    await duckDb.close()
  }
}

async function measure(folder: string, month: Month, copyMs: number): Promise<readonly Figure[]> {
  const definition = findReportDefinition(DEFINITION)
  const fields = definition === undefined ? [] : fieldsOfDefinition(definition).map(({ wireName }) => wireName)
  const service = await startBenchService(folder)
  try {
    const client = reportClient(service, folder, fields)
    const pids = [service.pid, enginePidIn(folder)]
    const before = residentMib(pids)
    const figures: Figure[] = []
    const peaks: number[] = []
    for (const mimeType of REPORT_MIME_TYPES) {
      const watched = watchMemory(pids)
      const ours = await client.makeMs(mimeType, month)
      peaks.push(watched.peakMib())
      figures.push({
        what: `${ROWS.toLocaleString('en-US')} rows of ${fields.length} fields as ${mimeType}`,
        unit: 'ms',
        ours,
        limit: copyMs,
        limitIs: 'DuckDB’s plain COPY of the stored rows in the same order to CSV, with 8 GiB',
        isRate: false,
      })
    }
    return [
      ...figures,
      {
        what: 'memory of service and engine for them',
        unit: 'MiB',
        ours: Math.max(...peaks),
        limit: before,
        limitIs: 'their memory before these reports',
        isRate: false,
        bar: { oursMax: 2_048 },
      },
    ]
  } finally {
    await service.stop()
  }
}
