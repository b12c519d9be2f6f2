import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDbEngine } from '../src/platform/duckdb/duckdb-engine.ts'
import { startDuckDb } from '../src/platform/duckdb/start-duckdb.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { BareDuckDb, ENGINE_BYTES_MAX } from './bare-duckdb.ts'
import { benchFolder, elapsedMs, removeFolder } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { SIZES } from './sizes.ts'

const ROWS = SIZES.engineRows
const RUNS = 5
const POINT_QUERIES = 200
const POINT = 'select 1 as one'
const LINES = `select concat(n, ',', md5(n::varchar), ',', n % 97, ',', cast(n % 100000 as decimal(18, 2)), ',',
    ['USD', 'EUR', 'JPY'][1 + n % 3], ',', make_timestamp_ms(1767225600000 + n * 1000)) as line
  from range(${ROWS}) as numbers (n)`
const FILE_OPTIONS = `format csv, header false, quote '', escape '', delimiter e'\\x01', force_quote *`

/** The cost of our protocol and process, compared with DuckDB in the same process. */
export async function benchEngine(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    const duckDb = await BareDuckDb.open(join(folder, 'bare.duckdb'))
    try {
      return await withEngine(folder, (engine) => measure({ folder, engine, duckDb }))
    } finally {
      await duckDb.close()
    }
  } finally {
    removeFolder(folder)
  }
}

async function withEngine<T>(folder: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const settings = {
    folder: join(folder, 'records'),
    exportsFolder: join(folder, 'exports'),
    port: 0,
    password: 'bench',
    memoryMaxBytes: ENGINE_BYTES_MAX,
  }
  const { port, stop } = await startDuckDb(settings)
  const { exportsFolder } = settings
  const log = createLogger({ level: 'silent' })
  const engine = new DuckDbEngine(`http://default:bench@127.0.0.1:${port}`, { exportsFolder, log })
  try {
    return await work(engine)
  } finally {
    await engine.close()
    await stop()
  }
}

type Bed = { readonly folder: string; readonly engine: Engine; readonly duckDb: BareDuckDb }

/** Ours and the limit's in turn, so that a slow moment of the machine meets both. */
async function measure(bed: Bed): Promise<readonly Figure[]> {
  const [ours, bare]: [Timings[], Timings[]] = [[], []]
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await bareTimings(bed))
    ours.push(await ourTimings(bed))
  }
  const figure = (what: string, limitIs: string, timeOf: (timings: Timings) => number): Figure => ({
    what,
    unit: 'ms',
    ours: median(ours.map(timeOf)),
    limit: median(bare.map(timeOf)),
    limitIs,
    isRate: false,
  })
  const many = ROWS.toLocaleString('en-US')
  return [
    figure(`stream ${many} lines`, 'DuckDB in process, its chunks dropped', ({ streamMs }) => streamMs),
    figure(`write ${many} lines to a file`, 'DuckDB’s own COPY', ({ fileMs }) => fileMs),
    figure('select 1, one after the other', 'the same in process', ({ pointMs }) => pointMs),
  ]
}

type Timings = { readonly streamMs: number; readonly fileMs: number; readonly pointMs: number }

async function bareTimings({ duckDb, folder }: Bed): Promise<Timings> {
  const file = join(folder, 'bare.csv')
  return {
    streamMs: await duckDb.streamMs(LINES),
    fileMs: await duckDb.run(`copy (${LINES}) to '${file}' (${FILE_OPTIONS})`),
    pointMs: (await duckDb.readMs(POINT, POINT_QUERIES)) / POINT_QUERIES,
  }
}

async function ourTimings({ engine, folder }: Bed): Promise<Timings> {
  const file = join(folder, 'exports', 'ours.csv')
  const output = { file, format: 'lines', select: LINES, head: '', foot: '' } as const
  const streamMs = await elapsedMs(async () => {
    for await (const _chunk of engine.lines(LINES));
  })
  const fileMs = await elapsedMs(async () => engine.writeFile?.(output))
  rmSync(file)
  const pointMs = await elapsedMs(async () => {
    for (let query = 0; query < POINT_QUERIES; query += 1) await engine.rows(POINT)
  })
  return { streamMs, fileMs, pointMs: pointMs / POINT_QUERIES }
}
