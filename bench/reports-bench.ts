import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BareDuckDb } from './bare-duckdb.ts'
import {
  type BenchService,
  benchFolder,
  enginePidIn,
  merchantIdIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import { type Bar, type Figure, median } from './figure.ts'
import { copyRecordFile, fillRecordFile, prepareStores } from './filled-file.ts'
import { postgresCopyMs } from './postgres-copy.ts'
import { REPORT_TIME_ZONE, type ReportClient, reportClient } from './report-client.ts'
import { type Month, monthOf, monthSql, REPORT_COLUMNS, REPORT_ORDER, storedRowsSql } from './report-rows.ts'
import { SIZES } from './sizes.ts'
import { residentMib, watchMemory } from './watched-memory.ts'

const FORMATS = { CSV: 'text/csv', XML: 'application/xml' } as const
const MEMORY_MIB_MAX = 2_048
const MEMORY_GROWTH_MAX = 1.8
/** Bars by the minimum number of rows: the first match applies. */
const BARS = [
  { rows: 10_000_000, CSV: { ratioMin: 0.8 }, XML: undefined },
  { rows: 1_000_000, CSV: { ratioMin: 0.7 }, XML: { ratioMin: 0.4 } },
] as const
const POSTGRES_BAR: Bar = { ratioMin: 2 }

/** Time and memory of a large report, compared with DuckDB and PostgreSQL writing the same rows. */
export async function benchReports(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await prepareStores(folder)
    const merchantId = merchantIdIn(folder)
    const sizes = SIZES.reportRows.map((rows, index) => ({
      rows,
      month: monthOf(merchantId, index),
    }))
    const statements = sizes.flatMap(({ month, rows }) => [...monthSql(month, rows)])
    await fillRecordFile(folder, statements, ['transactions'])
    return await measure(folder, sizes)
  } finally {
    removeFolder(folder)
  }
}

type Size = { readonly rows: number; readonly month: Month }

async function measure(folder: string, sizes: readonly Size[]): Promise<readonly Figure[]> {
  const duckDb = await BareDuckDb.open(copyRecordFile(folder))
  try {
    const service = await startBenchService(folder)
    try {
      const client = reportClient(service, folder)
      const measured: Measured[] = []
      for (const size of sizes) {
        measured.push(await measureSize({ folder, service, duckDb, client, ...size }))
      }
      return [...measured.flatMap(timeFigures), ...memoryFigures(measured)]
    } finally {
      await service.stop()
    }
  } finally {
    await duckDb.close()
  }
}

type Bed = Size & {
  readonly folder: string
  readonly service: BenchService
  readonly duckDb: BareDuckDb
  readonly client: ReportClient
}

type Format = keyof typeof FORMATS
type Measured = {
  readonly rows: number
  readonly oursMs: Readonly<Record<Format, number>>
  readonly duckDbMs: number
  readonly postgresMs: number
  readonly memoryBeforeMib: number
  readonly memoryPeakMib: number
}

/** Ours and DuckDB's in turn, so that a slow moment of the machine meets both. */
async function measureSize(bed: Bed): Promise<Measured> {
  const { rows, client, month, service, folder, duckDb } = bed
  const pids = [service.pid, enginePidIn(folder)]
  const memoryBeforeMib = residentMib(pids)
  const duckDbTimes: number[] = []
  const ourTimes = { CSV: [] as number[], XML: [] as number[] }
  const peaks: number[] = []
  for (let run = 0; run < runsOf(rows); run += 1) {
    duckDbTimes.push(await plainCopyMs(bed))
    for (const [name, mimeType] of Object.entries(FORMATS) as [Format, string][]) {
      const watched = watchMemory(pids)
      ourTimes[name].push(await client.makeMs(mimeType, month))
      peaks.push(watched.peakMib())
    }
  }
  return {
    rows,
    oursMs: { CSV: median(ourTimes.CSV), XML: median(ourTimes.XML) },
    duckDbMs: median(duckDbTimes),
    postgresMs: await postgresCopyMs({ folder, duckDb, timeZone: REPORT_TIME_ZONE }, month),
    memoryBeforeMib,
    memoryPeakMib: Math.max(...peaks),
  }
}

/** More where a run is short and a slow moment counts for much; one of ten million rows takes minutes. */
function runsOf(rows: number): number {
  return rows > 2_000_000 ? 1 : 5
}

async function plainCopyMs({ folder, duckDb, month }: Bed): Promise<number> {
  const file = join(folder, 'plain.csv')
  const select = storedRowsSql(month, { columns: REPORT_COLUMNS, order: REPORT_ORDER })
  try {
    return await duckDb.run(`copy (${select}) to '${file}' (format csv)`)
  } finally {
    rmSync(file, { force: true })
  }
}

function timeFigures({ rows, oursMs, duckDbMs, postgresMs }: Measured): readonly Figure[] {
  const bars = BARS.find((some) => rows >= some.rows)
  const what = `${rows.toLocaleString('en-US')} rows as`
  const plain = {
    unit: 'ms',
    limit: duckDbMs,
    limitIs: 'DuckDB’s plain COPY of the same rows in the same order to CSV',
    isRate: false,
  } as const
  return [
    { what: `${what} CSV`, ...plain, ours: oursMs.CSV, bar: bars?.CSV },
    {
      what: `${what} CSV`,
      unit: 'ms',
      ours: oursMs.CSV,
      limit: postgresMs,
      limitIs: 'PostgreSQL’s COPY of the same cells in the same order to a file',
      isRate: false,
      bar: bars && POSTGRES_BAR,
    },
    { what: `${what} XML`, ...plain, ours: oursMs.XML, bar: bars?.XML },
  ]
}

function memoryFigures(measured: readonly Measured[]): readonly Figure[] {
  const what = (rows: number): string => `memory of service and engine, ${rows.toLocaleString('en-US')} rows`
  const figures = measured.map(({ rows, memoryPeakMib, memoryBeforeMib }) => ({
    what: what(rows),
    unit: 'MiB',
    ours: memoryPeakMib,
    limit: memoryBeforeMib,
    limitIs: 'their memory before these reports',
    isRate: false,
    bar: { oursMax: MEMORY_MIB_MAX },
  }))
  const [least, most] = [measured.at(0), measured.at(-1)]
  if (least === undefined || most === undefined || least === most) return figures
  const growth: Figure = {
    what: what(most.rows),
    unit: 'MiB',
    ours: most.memoryPeakMib,
    limit: least.memoryPeakMib,
    limitIs: `their memory for ${least.rows.toLocaleString('en-US')} rows`,
    isRate: false,
    bar: { timesMax: MEMORY_GROWTH_MAX },
  }
  return [...figures, growth]
}
