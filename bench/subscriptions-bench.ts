import type pg from 'pg'
import { assert } from '../src/kernel/assert.ts'
import { openDataFolder } from '../src/platform/files/data-folder.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { Database } from '../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../src/platform/postgres/migrate-postgres.ts'
import { takeDueRows } from '../src/platform/queue/agenda.ts'
import { migrateQueue } from '../src/platform/queue/queue.ts'
import { RUN_SUBSCRIPTION, runSubscription } from '../src/reporting/subscriptions/run-subscription.ts'
import { benchFolder, removeFolder } from './bench-service.ts'
import type { Figure } from './figure.ts'

const ALL = 1_000_000
const DUE = 10
const PER_ORGANIZATION = 20
const ROUNDS = 60
const WARM_ROUNDS = 10
const firstRunAt = Temporal.Instant.from('2026-03-09T00:00:00Z')
/** After the last round. */
const othersRunAt = firstRunAt.add({ hours: 24 * 365 })
const log = createLogger({ level: 'silent' })

/** The cost of ten due subscriptions among very many, compared with ten alone. */
export async function benchSubscriptions(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const opened: Database[] = []
  try {
    for (const name of ['alone', 'among']) opened.push(await openDatabase(postgres.url, name))
    const [alone, among] = opened
    assert(alone !== undefined && among !== undefined, 'Both databases are open.')
    await fill(alone.pool, DUE)
    await fill(among.pool, ALL)
    return await compare(alone, among)
  } finally {
    for (const database of opened) await database.close()
    await postgres.stop()
    removeFolder(folder)
  }
}

async function openDatabase(serverUrl: string, name: string): Promise<Database> {
  const server = new Database(serverUrl, log)
  try {
    await server.pool.query(`create database ${name}`)
  } finally {
    await server.close()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await withMigrationLock(url.href, (client) => migratePostgres(client))
  await migrateQueue(url.href)
  return new Database(url.href, log)
}

/** Daily ones, each with its row on the agenda; the first ten are of ten organizations and due before the others. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  const organizations = Math.max(DUE, count / PER_ORGANIZATION)
  await pool.query(
    `insert into organizations (organization_id, type, path, name, time_zone, contact, status,
        has_fraud_management, created_at, updated_at)
      select 'shop' || n, 'merchant', array['shop' || n], 'shop' || n, 'UTC', '{}', 'ACTIVE',
        false, now(), now() from generate_series(0, $1::int - 1) as n`,
    [organizations],
  )
  await pool.query(
    `insert into report_subscriptions (organization_id, subscription_id, report_name,
        definition_name, mime_type, terms, time_zone, frequency, start_time, next_run_at,
        created_at, changed_at)
      select 'shop' || n % $2::int, 'subscription ' || n, 'Daily ' || n, 'TransactionRequestClass',
        'text/csv', $3::jsonb, 'UTC', 'DAILY', '0000',
        case when n < $4::int then $5::timestamptz else $6::timestamptz + n * interval '1 second' end,
        now(), now()
      from generate_series(0, $1::int - 1) as n`,
    [count, organizations, TERMS, DUE, firstRunAt.toString(), othersRunAt.toString()],
  )
  await pool.query(
    `insert into agenda (organization_id, kind, subject, due_at)
      select organization_id, $1, subscription_id, next_run_at from report_subscriptions`,
    [RUN_SUBSCRIPTION],
  )
  await pool.query('vacuum analyze')
}

const TERMS = JSON.stringify({
  fields: ['Request.RequestID', 'Request.TransactionDate', 'PaymentData.RequestedAmount'],
  filters: {},
  deliverTo: ['reports@example.com'],
  signedAmounts: false,
})

type Round = { readonly tickMs: number; readonly runsMs: number }

/** In turns, so that whatever else the machine does is shared by both. */
async function compare(alone: Database, among: Database): Promise<readonly Figure[]> {
  const [few, many]: [Round[], Round[]] = [[], []]
  for (let day = 0; day < WARM_ROUNDS + ROUNDS; day += 1) {
    const now = firstRunAt.add({ hours: 24 * day })
    // The second one finds the processor warm.
    const turns = [
      { database: alone, rounds: few },
      { database: among, rounds: many },
    ]
    for (const { database, rounds } of day % 2 === 0 ? turns : turns.toReversed()) {
      const round = await aRound(database, now)
      if (day >= WARM_ROUNDS) rounds.push(round)
    }
  }
  const of = `of ${ALL.toLocaleString('en-US')} subscriptions`
  const limitIs = `the same with ${DUE} subscriptions in all`
  const figure = (what: string, costOf: (round: Round) => number): Figure => {
    const [ours, limit] = [middle(many.map(costOf)), middle(few.map(costOf))]
    return { what, unit: 'ms', ours, limit, limitIs, isRate: false }
  }
  return [
    figure(`tick that finds ${DUE} due ${of}`, ({ tickMs }) => tickMs),
    figure(`${DUE} runs ${of}, one after the other`, ({ runsMs }) => runsMs),
    figure(`tick and ${DUE} runs ${of}`, ({ tickMs, runsMs }) => tickMs + runsMs),
  ]
}

/** Makes the ten due ones jobs, and runs them; they are due again a day later. */
async function aRound(database: Database, now: Temporal.Instant): Promise<Round> {
  const startedAt = performance.now()
  const taken = await takeDueRows(database, { now, kinds: [RUN_SUBSCRIPTION] })
  const takenAt = performance.now()
  const deps = { db: database, clock: { now: () => now }, missedPeriodsMax: 400 }
  for (let n = 0; n < DUE; n += 1) {
    const ids = { organizationId: `shop${n}`, subscriptionId: `subscription ${n}` }
    await runSubscription(deps, ids)
  }
  const endedAt = performance.now()
  const { rowCount } = await database.pool.query('delete from reports')
  await database.pool.query('delete from graphile_worker._private_jobs')
  assert(taken === DUE && rowCount === DUE, `Each round orders ${DUE} reports.`)
  return { tickMs: takenAt - startedAt, runsMs: endedAt - takenAt }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
