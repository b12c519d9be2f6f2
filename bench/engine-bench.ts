import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ClickHouseClient, createClient } from '@engine/client'
import { startEngine } from '../src/platform/clickhouse/engine/start-engine.ts'
import { benchFolder, removeFolder } from './bench-service.ts'
import type { Figure } from './figure.ts'

const ROWS = 2_000_000
const POINT_QUERIES = 200
const COLUMNS = `number as id, toString(cityHash64(number)) as reference, number % 97 as method,
  toDecimal64(number % 100000, 2) as amount, ['USD','EUR','JPY'][number % 3 + 1] as currency,
  addSeconds(toDateTime64('2026-01-01 00:00:00', 3, 'UTC'), number) as occurred_at`
const EXPORT = `select ${COLUMNS} from numbers(${ROWS}) format CSV`

/** The same work in a process that calls the engine directly, without HTTP. */
const BARE_ENGINE = `
import { Session } from 'chdb'
const session = new Session(process.argv[1])
const exportStart = performance.now()
for await (const chunk of session.queryStream(process.argv[2], { format: 'CSV' })) chunk.raw()
const exportMs = performance.now() - exportStart
const pointStart = performance.now()
for (let index = 0; index < ${POINT_QUERIES}; index += 1) await session.queryAsync('select 1', { format: 'TSV' })
const pointMs = performance.now() - pointStart
process.stdout.write(JSON.stringify({ exportMs, pointMs }))
session.close()
process.exit(0)`

export async function benchEngine(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    const limit = await measureBare(join(folder, 'bare'))
    const ours = await measureOurs(folder)
    return [
      {
        what: `stream ${ROWS.toLocaleString('en-US')} rows as CSV`,
        unit: 'rows/s',
        ours: (ROWS / ours.exportMs) * 1000,
        limit: (ROWS / limit.exportMs) * 1000,
        limitIs: 'the engine called directly, its bytes dropped',
        isRate: true,
      },
      {
        what: 'select 1, one after the other',
        unit: 'ms',
        ours: ours.pointMs / POINT_QUERIES,
        limit: limit.pointMs / POINT_QUERIES,
        limitIs: 'the same on one open session',
        isRate: false,
      },
    ]
  } finally {
    removeFolder(folder)
  }
}

type Timings = { readonly exportMs: number; readonly pointMs: number }

async function measureBare(folder: string): Promise<Timings> {
  mkdirSync(folder)
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    BARE_ENGINE,
    folder,
    EXPORT.replace(' format CSV', ''),
  ])
  return JSON.parse(stdout) as Timings
}

async function measureOurs(root: string): Promise<Timings> {
  const engine = await startEngine({
    folder: join(root, 'ours'),
    exportsFolder: join(root, 'exports'),
    port: 0,
    password: 'bench',
    memoryMaxBytes: 1024 ** 3,
  })
  const client = createClient({ url: `http://127.0.0.1:${engine.port}`, password: 'bench' })
  try {
    await client.ping()
    return { exportMs: await exportMs(client), pointMs: await pointMs(client) }
  } finally {
    await client.close()
    await engine.stop()
  }
}

async function exportMs(client: ClickHouseClient): Promise<number> {
  const startedAt = performance.now()
  const { stream } = await client.exec({ query: EXPORT })
  for await (const chunk of stream) void chunk
  return performance.now() - startedAt
}

async function pointMs(client: ClickHouseClient): Promise<number> {
  const startedAt = performance.now()
  for (let index = 0; index < POINT_QUERIES; index += 1) {
    const answer = await client.query({ query: 'select 1', format: 'TabSeparated' })
    await answer.text()
  }
  return performance.now() - startedAt
}
