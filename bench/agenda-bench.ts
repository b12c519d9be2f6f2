import type pg from 'pg'
import { openDataFolder } from '../src/platform/files/data-folder.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { Database } from '../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../src/platform/postgres/migrate-postgres.ts'
import { takeDueRows } from '../src/platform/queue/agenda.ts'
import { migrateQueue } from '../src/platform/queue/queue.ts'
import { benchFolder, removeFolder } from './bench-service.ts'
import type { Figure } from './figure.ts'

const NOT_DUE = 1_000_000
const TICKS = 300
const DUE = 20_000
const now = Temporal.Instant.from('2026-03-09T12:00:00Z')
const kinds = ['bench']
const log = createLogger({ level: 'silent' })

/** The cost of a tick while nothing is due, and how fast due rows become jobs. */
export async function benchAgenda(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const { url } = postgres
  const database = new Database(url, log)
  try {
    await withMigrationLock(url, (client) => migratePostgres(client))
    await migrateQueue(url)
    return await measure(database)
  } finally {
    await database.close()
    await postgres.stop()
    removeFolder(folder)
  }
}

async function measure(database: Database): Promise<readonly Figure[]> {
  const { pool } = database
  await idleTickMs(database)
  const empty = await idleTickMs(database)
  await fill(pool, NOT_DUE, now.add({ hours: 1 }))
  const full = await idleTickMs(database)
  const bare = await bareRowsPerSecond(pool)
  const taken = await takenRowsPerSecond(database)
  return [
    {
      what: `tick with ${NOT_DUE.toLocaleString('en-US')} rows that are not due`,
      unit: 'ms',
      ours: full,
      limit: empty,
      limitIs: 'the same tick on an empty agenda',
      isRate: false,
    },
    {
      what: 'due rows made jobs',
      unit: 'rows/s',
      ours: taken,
      limit: bare,
      limitIs: 'a bare bulk insert of the same rows, in batches of the same size',
      isRate: true,
    },
  ]
}

async function fill(pool: pg.Pool, rows: number, dueAt: Temporal.Instant): Promise<void> {
  await pool.query(`insert into agenda select 'shop', 'bench', $3 || n, $2 from generate_series(1, $1) as n`, [
    rows,
    dueAt.toString(),
    `${dueAt} `,
  ])
}

/** The median, because the machine does other things too. */
async function idleTickMs(database: Database): Promise<number> {
  const tooksMs: number[] = []
  while (tooksMs.length < TICKS) {
    const startedAt = performance.now()
    await takeDueRows(database, { now, kinds })
    tooksMs.push(performance.now() - startedAt)
  }
  return tooksMs.sort((a, b) => a - b)[TICKS / 2] ?? 0
}

async function bareRowsPerSecond(pool: pg.Pool): Promise<number> {
  await pool.query('create table bare (id bigint generated always as identity primary key, row json)')
  const startedAt = performance.now()
  for (let done = 0; done < DUE; done += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({ subject: String(done + index) }))
    await pool.query('insert into bare (row) select json_array_elements($1::json)', [JSON.stringify(rows)])
  }
  return (DUE / (performance.now() - startedAt)) * 1000
}

async function takenRowsPerSecond(database: Database): Promise<number> {
  await fill(database.pool, DUE, now)
  const startedAt = performance.now()
  while ((await takeDueRows(database, { now, kinds })) > 0);
  const rate = (DUE / (performance.now() - startedAt)) * 1000
  await database.pool.query('delete from graphile_worker._private_jobs')
  return rate
}
