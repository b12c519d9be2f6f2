import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@engine/client'
import { readJsonFile } from '../src/platform/small-file.ts'
import { KINDS } from '../src/records/index.ts'
import { benchFolder, PROGRAM, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'

const FEW = 400_000
const MANY = 1_000_000
const COPY_MS_MAX = 600_000

/** Says at its end how much memory the process took at most, in KiB. */
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS='+process.resourceUsage().maxRSS))`

export async function benchDemo(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    const service = await startBenchService(folder)
    try {
      const few = await demo(folder, FEW, 2)
      await demo(folder, 0, 0)
      const many = await demo(folder, MANY, 1)
      const copyMs = await copiedMs(folder)
      return figuresOf({ few, many, copyMs })
    } finally {
      await service.stop()
    }
  } finally {
    removeFolder(folder)
  }
}

function figuresOf({
  few,
  many,
  copyMs,
}: {
  few: Run
  many: Run
  copyMs: number
}): readonly Figure[] {
  const records = Math.round(many.records / 1000) * 1000
  return [
    {
      what: `demo of ${MANY.toLocaleString('en-US')} transactions, ${records.toLocaleString('en-US')} records`,
      unit: 's',
      ours: many.ms / 1000,
      limit: copyMs / 1000,
      limitIs: 'the engine alone, copying the same rows to tables like these',
      isRate: false,
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

type Run = { readonly ms: number; readonly peakKiB: number; readonly records: number }

/** The command as a user runs it, on stores that run; none asked for means that all are cleared. */
async function demo(folder: string, transactions: number, seed: number): Promise<Run> {
  const wanted = transactions === 0 ? ['--clear'] : ['--transactions', `${transactions}`]
  const options = transactions === 0 ? wanted : [...wanted, '--seed', `${seed}`]
  const startedAt = performance.now()
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', TELL_MEMORY, PROGRAM, 'demo', ...options, '--json'],
    {
      env: {
        PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
        QUITTANCE_DATA_DIR: folder,
        QUITTANCE_LOG_LEVEL: 'error',
      },
    },
  )
  const ms = performance.now() - startedAt
  const { records = {} } = JSON.parse(stdout) as { records?: Record<string, number> }
  const counts = Object.values(records)
  return {
    ms,
    peakKiB: Number(/maxRSS=(\d+)/.exec(stderr)?.[1]),
    records: counts.reduce((sum, count) => sum + count, 0),
  }
}

async function copiedMs(folder: string): Promise<number> {
  const { user, password, host, port } = readJsonFile(join(folder, 'run', 'engine.json')) ?? {}
  const client = createClient({
    url: `http://${user}:${password}@${host}:${port}`,
    database: 'quittance',
    request_timeout: COPY_MS_MAX,
  })
  try {
    let ms = 0
    for (const { table } of Object.values(KINDS)) {
      await client.command({ query: `create table ${table}_copy as ${table}` })
      const startedAt = performance.now()
      await client.command({
        query: `insert into ${table}_copy select * from ${table}`,
        clickhouse_settings: { optimize_on_insert: 0, max_partitions_per_insert_block: '0' },
      })
      ms += performance.now() - startedAt
    }
    return ms
  } finally {
    await client.close()
  }
}
