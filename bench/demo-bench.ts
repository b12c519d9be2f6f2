import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DemoLoader } from '../src/demo/demo-loader.ts'
import { type DemoPlan, demoDays, demoProfileOf } from '../src/demo/generate-demo.ts'
import { assert } from '../src/kernel/assert.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { BareDuckDb } from './bare-duckdb.ts'
import { bareInsertMs } from './bare-insert.ts'
import { benchFolder, PROGRAM, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'
import { copyRecordFile, prepareStores } from './filled-file.ts'
import { SIZES } from './sizes.ts'

const MANY = SIZES.transactions
const FEW = Math.ceil(MANY / 10)

/** Prints the peak memory of the process at its end, in KiB. */
const PRINT_MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS='+process.resourceUsage().maxRSS))`

/** How long it takes to generate and store demo data, compared with DuckDB inserting the same rows. */
export async function benchDemo(): Promise<readonly Figure[]> {
  const few = await inFolder(async (folder) => demoOf(folder, FEW))
  return inFolder(async (folder) => {
    const duckDb = await BareDuckDb.open(copyRecordFile(folder))
    try {
      const many = await demoOf(folder, MANY)
      const bare = await bareDemo(duckDb, many.plan, join(folder, 'batch.ndjson'))
      assert(bare.records === many.records, 'The bare DuckDB gets as many records as the demo.')
      return figuresOf({ few, many, bareMs: bare.ms })
    } finally {
      await duckDb.close()
    }
  })
}

/** Runs the work on a data folder of its own, whose stores were made and are not open. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = benchFolder()
  try {
    await prepareStores(folder)
    return await work(folder)
  } finally {
    removeFolder(folder)
  }
}

function figuresOf({ few, many, bareMs }: { few: Run; many: Run; bareMs: number }): readonly Figure[] {
  const records = many.records.toLocaleString('en-US')
  return [
    {
      what: `demo of ${MANY.toLocaleString('en-US')} transactions, ${records} records`,
      unit: 's',
      ours: many.ms / 1000,
      limit: bareMs / 1000,
      limitIs: 'DuckDB’s insert of the same rows in the same batches from NDJSON on the disk',
      isRate: false,
      bar: { timesMax: 5 },
    },
    {
      what: 'peak memory of the command for it',
      unit: 'MiB',
      ours: many.peakKiB / 1024,
      limit: few.peakKiB / 1024,
      limitIs: `the same for ${FEW.toLocaleString('en-US')} transactions`,
      isRate: false,
    },
  ]
}

type Run = {
  readonly ms: number
  readonly peakKiB: number
  readonly records: number
  readonly plan: DemoPlan
}

type DemoResult = Omit<DemoPlan, 'merchants'> & {
  readonly merchants: readonly string[]
  readonly records: Readonly<Record<string, number>>
}

/** The command as a user runs it, while a service is running. */
async function demoOf(folder: string, transactions: number): Promise<Run> {
  const service = await startBenchService(folder)
  try {
    const startedAt = performance.now()
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', PRINT_MEMORY, PROGRAM, 'demo', '--transactions', `${transactions}`, '--json'],
      {
        env: {
          PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
          QUITTANCE_DATA_DIR: folder,
          QUITTANCE_LOG_LEVEL: 'error',
        },
      },
    )
    const ms = performance.now() - startedAt
    const result = JSON.parse(stdout) as DemoResult
    return {
      ms,
      peakKiB: Number(/maxRSS=(\d+)/.exec(stderr)?.[1]),
      records: Object.values(result.records).reduce((sum, count) => sum + count, 0),
      plan: planOf(result),
    }
  } finally {
    await service.stop()
  }
}

function planOf({ profile, seed, from, transactions, merchants }: DemoResult): DemoPlan {
  return {
    ...{ profile, seed, from, transactions },
    merchants: merchants.map((merchantId, index) => ({
      merchantId,
      timeZone: demoProfileOf(index + 1).timeZone,
    })),
  }
}

/** Makes the same records again, in the same batches, and has DuckDB insert them. Making them is not counted. */
async function bareDemo(
  duckDb: BareDuckDb,
  plan: DemoPlan,
  file: string,
): Promise<{ readonly ms: number; readonly records: number }> {
  let [ms, records] = [0, 0]
  let last: Promise<void> = Promise.resolve()
  const insert: Engine['insert'] = async (table, rows) => {
    last = last.then(async () => {
      ms += await bareInsertMs(duckDb, { table, rows, file })
      records += rows.rowCount
    })
    await last
  }
  // The loader asks for nothing else.
  const engine = { isCluster: false, insert } as unknown as Engine
  const loader = new DemoLoader(engine, {
    organizationId: 'bench',
    receivedAtMs: 0,
  })
  for (const day of demoDays(plan)) {
    for (const record of day) loader.add(record)
    await loader.send()
  }
  await loader.finish()
  return { ms, records }
}
