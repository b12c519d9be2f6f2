import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Engine } from '../src/platform/engine/engine.ts'
import { startEngine } from '../src/platform/clickhouse/engine/start-engine.ts'
import { findReportDefinition } from '../src/records/index.ts'
import {
  type BenchService,
  bearerKeyIn,
  benchFolder,
  clickHouseIn,
  elapsedMs,
  enginePidIn,
  merchantIdIn,
  postgresUrlIn,
  removeFolder,
  residentMegabytes,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { fillMonth, PLAIN_COLUMNS } from './report-rows.ts'

// biome-ignore lint/style/noProcessEnv: a bench is a program of its own, and this is its only setting.
const SIZES = (process.env['BENCH_REPORT_ROWS'] ?? '1000000,10000000').split(',').map(Number)
const FORMATS = { CSV: 'text/csv', XML: 'application/xml' } as const
const POLL_MS = 20
/** To ask takes the machine's time from the report: nobody asks before so much of the shortest run. */
const UNASKED = 0.75
const WATCH_EVERY_MS = 50
const READINGS = { do_not_merge_across_partitions_select_final: 1 } as const

/** How long a large report takes, beside the engine and PostgreSQL writing the same columns. */
export async function benchReports(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  const engine = clickHouseIn(folder)
  try {
    const client = reportClient(service, folder)
    const figures: Figure[] = []
    for (const [index, rows] of SIZES.entries()) {
      const month = monthOf(index)
      await fillMonth(engine, { merchantId: client.merchantId, from: month.from, rows })
      figures.push(...(await figuresOf({ folder, service, engine, client, month, rows })))
    }
    return [...figures, ...(await streamedFigures())]
  } finally {
    await engine.close()
    await service.stop()
    removeFolder(folder)
  }
}

type Month = { readonly from: string; readonly to: string }
type Bed = {
  readonly folder: string
  readonly service: BenchService
  readonly engine: Engine
  readonly client: ReportClient
  readonly month: Month
  readonly rows: number
}

function monthOf(index: number): Month {
  const month = String(index + 1).padStart(2, '0')
  return { from: `2026-${month}-01T00:00:00Z`, to: `2026-${month}-28T12:00:00Z` }
}

/** Ours and the limit's in turn, so that a slow moment of the machine meets both. */
async function figuresOf(bed: Bed): Promise<readonly Figure[]> {
  const { rows, client, month, service, folder } = bed
  const many = rows.toLocaleString('en-US')
  const pids = { service: service.pid, engine: enginePidIn(folder) }
  const before = memoryOf(pids)
  const copyMs = await postgresCopyMs(bed)
  const engineMs: number[] = []
  const ours = Object.entries(FORMATS).map(([name, mimeType]) => {
    return { name, mimeType, times: [] as number[], peaks: [] as Memory[] }
  })
  for (let run = 0; run < runsOf(rows); run += 1) {
    engineMs.push(await engineFileMs(bed))
    for (const { mimeType, times, peaks } of ours) {
      const watched = watchMemory(pids)
      times.push(await client.make(mimeType, month))
      peaks.push(watched.end())
    }
  }
  return ours.flatMap(({ name, times, peaks }) => {
    const what = `${many} rows as ${name}`
    const ms = middle(times)
    const engine = middle(engineMs)
    const service = Math.max(...peaks.map((peak) => peak.service))
    const enginePeak = Math.max(...peaks.map((peak) => peak.engine))
    return [
      figure(what, 'ms', ms, engine, 'the engine writing the same columns as CSV to a file'),
      figure(what, 'ms', ms, copyMs, 'COPY … TO STDOUT of the same rows from PostgreSQL'),
      figure(`${what}: memory of the service`, 'MB', service, before.service, 'before all reports'),
      figure(
        `${what}: memory of the engine`,
        'MB',
        enginePeak,
        before.engine,
        'before all reports',
      ),
    ]
  })
}

function figure(what: string, unit: string, ours: number, limit: number, limitIs: string): Figure {
  return { what, unit, ours, limit, limitIs, isRate: false }
}

async function engineFileMs({ folder, engine, client, month }: Bed): Promise<number> {
  const file = join(folder, 'exports', 'limit.csv')
  const select = plainSelect(client.merchantId, month)
  try {
    return await elapsedMs(() =>
      engine.exportRows(file, { format: 'CSV', select }, { settings: READINGS }),
    )
  } finally {
    rmSync(file, { force: true })
  }
}

function plainSelect(merchantId: string, { from, to }: Month): string {
  const time = (text: string): string => `toDateTime64('${text.slice(0, 19)}', 3, 'UTC')`
  return `select ${PLAIN_COLUMNS} from transactions final where merchant_id = '${merchantId}'
    and occurred_at >= ${time(from)} and occurred_at < ${time(to)}
    order by merchant_id, occurred_at, record_id`
}

async function postgresCopyMs({ folder, engine, client, month }: Bed): Promise<number> {
  const database = new pg.Client({ connectionString: postgresUrlIn(folder) })
  await database.connect()
  try {
    const columns = PLAIN_COLUMNS.split(',').map((column) => `${column.trim()} text`)
    await database.query(
      `create unlogged table bench_rows (place bigserial, ${columns.join(', ')})`,
    )
    const rows = engine.streamRows(
      { format: 'CSV', select: plainSelect(client.merchantId, month) },
      { settings: READINGS },
    )
    await pipeline(
      rows,
      database.query(copyFrom(`copy bench_rows (${PLAIN_COLUMNS}) from stdin with (format csv)`)),
    )
    await database.query('create index on bench_rows (place)')
    await database.query('vacuum analyze bench_rows')
    const query = `copy (select ${PLAIN_COLUMNS} from bench_rows order by place) to stdout with (format csv)`
    const copy = () => pipeline(database.query(copyTo(query)), discarding())
    await copy()
    return await elapsedMs(copy)
  } finally {
    await database.query('drop table if exists bench_rows')
    await database.end()
  }
}

function discarding(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** The same where the engine is a server elsewhere, so that all bytes come to us over HTTP. */
async function streamedFigures(): Promise<readonly Figure[]> {
  const [rows = 0] = SIZES
  const folder = benchFolder()
  const place = join(folder, 'server')
  mkdirSync(place)
  const settings = {
    folder: join(place, 'engine'),
    exportsFolder: join(place, 'exports'),
    port: 0,
    password: 'bench',
    memoryMaxBytes: 1_073_741_824,
  }
  const engine = await startEngine(settings)
  const clickhouseUrl = `http://default:bench@127.0.0.1:${engine.port}/quittance`
  const service = await startBenchService(join(folder, 'data'), { CLICKHOUSE_URL: clickhouseUrl })
  const { Engine } = await import('../src/platform/clickhouse/clickhouse.ts')
  const { createLogger } = await import('../src/platform/log.ts')
  const log = createLogger({ level: 'silent' })
  const engine = new Engine(clickhouseUrl, { isEmbedded: true, log })
  try {
    const client = reportClient(service, join(folder, 'data'))
    const month = monthOf(0)
    await fillMonth(engine, { merchantId: client.merchantId, from: month.from, rows })
    const bed = { folder: place, service, engine, client, month, rows }
    const engineMs: number[] = []
    const ours: number[] = []
    for (let run = 0; run < runsOf(rows); run += 1) {
      engineMs.push(await engineFileMs(bed))
      ours.push(await client.make('text/csv', month))
    }
    const what = `${rows.toLocaleString('en-US')} rows as CSV from a server, streamed to a folder`
    return [
      figure(
        what,
        'ms',
        middle(ours),
        middle(engineMs),
        'the engine writing the same columns to a file itself',
      ),
    ]
  } finally {
    await engine.close()
    await service.stop()
    await engine.stop()
    removeFolder(folder)
  }
}

type ReportClient = {
  readonly merchantId: string
  /** Orders a report and waits for it: milliseconds from the order to the end. */
  readonly make: (mimeType: string, month: Month) => Promise<number>
}

/** More where a run is short and a slow moment counts for much. */
function runsOf(rows: number): number {
  return rows > 2_000_000 ? 3 : 7
}

function reportClient({ url }: BenchService, folder: string): ReportClient {
  const merchantId = merchantIdIn(folder)
  const headers = {
    authorization: `Bearer ${bearerKeyIn(folder)}`,
    'content-type': 'application/json',
  }
  const isCompleted = async (reportId: string): Promise<boolean> => {
    const answer = await fetch(`${url}/reporting/v3/reports/${reportId}`, { headers })
    const { status, reason } = (await answer.json()) as { status: string; reason?: string }
    if (status === 'ERROR' || reason !== undefined) throw new Error(`${status} ${reason}`)
    return status === 'COMPLETED'
  }
  const shortest = new Map<string, number>()
  const once = async (mimeType: string, { from, to }: Month): Promise<number> => {
    const body = {
      reportDefinitionName: 'TransactionRequestClass',
      reportFields: findReportDefinition('TransactionRequestClass')?.defaultFields,
      reportName: `bench ${performance.now()}`.replace('.', '-'),
      reportMimeType: mimeType,
      timezone: 'America/New_York',
      reportStartTime: from,
      reportEndTime: to,
    }
    const startedAt = performance.now()
    const ordered = await fetch(`${url}/reporting/v3/reports`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (ordered.status !== 200) throw new Error(await ordered.text())
    const { reportId } = (await ordered.json()) as { reportId: string }
    const kind = `${mimeType} ${from}`
    await sleep(UNASKED * (shortest.get(kind) ?? 0))
    while (!(await isCompleted(reportId))) await sleep(POLL_MS)
    const took = performance.now() - startedAt
    shortest.set(kind, Math.min(took, shortest.get(kind) ?? took))
    return took
  }
  return { merchantId, make: once }
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

type Memory = { readonly service: number; readonly engine: number }

function memoryOf(pids: Memory): Memory {
  return { service: residentMegabytes(pids.service), engine: residentMegabytes(pids.engine) }
}

function watchMemory(pids: Memory): { readonly end: () => Memory } {
  let peak = memoryOf(pids)
  const watching = setInterval(() => {
    const now = memoryOf(pids)
    peak = {
      service: Math.max(peak.service, now.service),
      engine: Math.max(peak.engine, now.engine),
    }
  }, WATCH_EVERY_MS)
  return {
    end: () => {
      clearInterval(watching)
      return peak
    },
  }
}
