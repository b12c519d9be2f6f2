import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { aSubscriptionBody } from '../support/data/subscriptions.ts'
import { aReportClient } from '../support/http/report-client.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { type RunPeriod, wallClockPeriods } from '../support/references/wall-clock-runs.ts'
import { eventually } from '../support/run/eventually.ts'
import { inTurn, isLongRun, seed } from '../support/run/test-run.ts'

// The sample has changes of the clock in Berlin and on Lord Howe, a week's and a month's end. No report is due
// in the hours after either moment, so that it does not matter that the clock goes on.
const [BEGIN, END] = isLongRun
  ? ['2026-01-01T20:05:00Z', '2027-01-01T20:05:00Z']
  : ['2026-03-27T20:05:00Z', '2026-04-05T20:05:00Z']
const BEGIN_MS = Date.parse(BEGIN)
const END_MS = Date.parse(END)
const WORKERS = 2
const KILLS = isLongRun ? 60 : 2
const RECORDS = isLongRun ? 20_000 : 1_000
const BATCH = 5_000
const HOUR_MS = 3_600_000
const DONE_MS_MAX = isLongRun ? 1_800_000 : 300_000
const NAMES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const

/** By zone the times of its daily, weekly and monthly reports: many are skipped or come twice in a year. */
const ZONES = {
  'Australia/Lord_Howe': ['0145', '0215', '0000'],
  'Europe/Berlin': ['0230', '0200', '0230'],
  'America/St_Johns': ['0000', '0230', '0000'],
  'Asia/Katmandu': ['0000', '0000', '0000'],
  'America/Los_Angeles': ['0000', '0130', '0000'],
  'Pacific/Auckland': ['0000', '0245', '0000'],
} as const

/** The two whose clocks change during the sample, and one of the others. */
const SAMPLE = [...Object.entries(ZONES).slice(0, 2), ...inTurn(Object.entries(ZONES).slice(2), 4)]
const RULES = (isLongRun ? Object.entries(ZONES) : SAMPLE).flatMap(([timezone, times], zone) =>
  NAMES.map((reportFrequency, index) => ({
    timezone,
    reportFrequency,
    reportName: `${reportFrequency} ${timezone.replace('/', '-')}`,
    startTime: times[index] ?? '0000',
    ...(reportFrequency === 'WEEKLY' ? { startDay: 1 + ((zone * 3) % 7) } : {}),
    ...(reportFrequency === 'MONTHLY' ? { startDay: 31 - (zone % 4) } : {}),
  })),
)

type Expected = ReadonlyMap<string, readonly RunPeriod[]>
type Row = { readonly id: string; readonly atMs: number }
type Shop = Awaited<ReturnType<typeof aReportClient>>

test(`daily, weekly and monthly reports in ${RULES.length / NAMES.length} zones are made once and complete, in ${KILLS} kills of two workers (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  const shop = await aReportClient(service, 'shop')
  const expected: Expected = new Map(RULES.map((rule) => [rule.reportName, wallClockPeriods(rule, BEGIN_MS, END_MS)]))
  const rows = someRows(random, expected)
  await store(service, rows)
  await setClock(shop, { set: BEGIN })
  for (const rule of RULES) {
    const body = JSON.stringify(aSubscriptionBody(rule))
    expect((await shop.ask('PUT', '/reporting/v3/report-subscriptions', body)).status).toBe(200)
  }
  const crew = await aCrew(service)

  const interruptions = await liveThrough(service, { shop, crew, random })
  await setClock(shop, { set: END })
  await crew.whole()
  await untilAllEnded(service)

  const made = await madeReports(service)
  expectOnce(made, expected)
  for (const { name, startMs, endMs, status, rowCount } of made) {
    const within = rows.filter(({ atMs }) => atMs >= startMs && atMs < endMs).length
    expect({ name, status, rowCount }).toEqual({
      name,
      status: within === 0 ? 'NO_DATA' : 'COMPLETED',
      rowCount: within,
    })
  }
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'NO_DATA']))
  await expectInOneDailyReport(shop, { made, rows })
  expect(crew.deaths()).toBe(KILLS)
  // Otherwise the kills have proved nothing.
  expect(interruptions).toBeGreaterThan(0)
})

/** At random moments, and at and just before those at which daily periods end; some days have none. */
function someRows(random: Random, expected: Expected): readonly Row[] {
  const times = Array.from({ length: RECORDS }, () => random.integer(BEGIN_MS - 31 * 24 * HOUR_MS, END_MS))
  for (const [name, periods] of expected) {
    if (!name.startsWith('DAILY')) continue
    for (const { startMs, endMs } of periods) times.push(startMs, endMs - 1, endMs)
  }
  const quietMs = BEGIN_MS + 100 * HOUR_MS
  return times
    .filter((atMs) => atMs < quietMs || atMs >= quietMs + 75 * HOUR_MS)
    .map((atMs, index) => ({ id: String(index), atMs }))
}

async function store({ stores }: Service, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const records = rows.slice(from, from + BATCH).map(({ id, atMs }) => ({
      recordId: id,
      merchantId: 'shop',
      occurredAt: new Date(atMs).toISOString(),
      fields: { 'Request.RequestID': id },
    }))
    await putRecords(stores, 'transaction', records)
  }
}

async function setClock(shop: Shop, move: object): Promise<void> {
  const response = await shop.ask('POST', '/sandbox/v1/clock', JSON.stringify(move))
  expect(response.status).toBe(200)
}

/** Two workers on the stores of the service; another one replaces each that is killed. */
async function aCrew({ stores }: Service) {
  const environment = {
    QUITTANCE_ROLE: 'worker',
    QUITTANCE_LOG_LEVEL: 'warn',
    DATABASE_URL: stores.databaseUrl(),
  }
  const begin = () => startService(stores.folder.path, environment)
  const workers: Promise<ServiceProcess>[] = Array.from({ length: WORKERS }, begin)
  onTestFinished(async () => {
    const started = await Promise.allSettled(workers)
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.kill() : undefined)))
  })
  let deaths = 0
  await Promise.all(workers)
  return {
    deaths: () => deaths,
    /** Does not wait for its successor: others may die in the meantime. */
    killOne: async (random: Random): Promise<void> => {
      const victim = random.integer(0, WORKERS - 1)
      const worker = await workers[victim]
      await worker?.kill()
      deaths += 1
      workers[victim] = begin()
    },
    whole: () => Promise.all(workers),
  }
}

type Crew = Awaited<ReturnType<typeof aCrew>>

/**
 * Moves the clock to the end in steps of hours and days, back too, with kills among them; says how many of
 * those came while reports were being made.
 */
async function liveThrough(
  service: Service,
  { shop, crew, random }: { readonly shop: Shop; readonly crew: Crew; readonly random: Random },
): Promise<number> {
  const stepMs = (END_MS - BEGIN_MS) / KILLS
  let interruptions = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goalMs = BEGIN_MS + stepMs * kill - HOUR_MS
    for (let atMs = goalMs - stepMs + HOUR_MS; atMs < goalMs; ) {
      atMs = Math.min(goalMs, atMs + random.integer(1, 60) * HOUR_MS)
      await setClock(shop, { set: new Date(atMs).toISOString() })
      if (random.isHeads()) await sleep(random.integer(0, 500))
    }
    await eventually(async () => (await work(service, goalMs)) !== 'waits')
    if (random.isHeads()) await setClock(shop, { advance: `-PT${random.integer(1, 90)}H` })
    await sleep(random.integer(0, 150))
    // Most of the time a report waits for its turn, and a kill then would interrupt none.
    let state = await work(service, goalMs)
    await eventually(async () => {
      state = await work(service, goalMs)
      return state !== 'waits'
    })
    if (state === 'goes on') interruptions += 1
    await crew.killOne(random)
  }
  return interruptions
}

async function work({ stores }: Service, nowMs: number): Promise<'goes on' | 'waits' | 'is done'> {
  const { rows } = await stores.database.pool.query<{ isGoingOn: boolean; isWaiting: boolean }>(
    `select exists (select from reports where status = 'RUNNING') as "isGoingOn",
      exists (select from reports where status = 'PENDING')
        or exists (select from report_subscriptions where next_run_at <= $1) as "isWaiting"`,
    [new Date(nowMs).toISOString()],
  )
  if (rows[0]?.isGoingOn) return 'goes on'
  return rows[0]?.isWaiting ? 'waits' : 'is done'
}

/** Nothing is due any more, and each report that was ordered has ended. */
async function untilAllEnded({ stores }: Service): Promise<void> {
  await eventually(async () => {
    const { rows } = await stores.database.pool.query<{ open: number }>(
      `select (select count(*) from report_subscriptions where next_run_at <= $1)::int
        + (select count(*) from reports where completed_at is null)::int as open`,
      [END],
    )
    return rows[0]?.open === 0
  }, DONE_MS_MAX)
}

type MadeReport = RunPeriod & {
  readonly reportId: string
  readonly name: string
  readonly status: string
  readonly rowCount: number
  readonly events: readonly string[]
}

async function madeReports({ stores }: Service): Promise<readonly MadeReport[]> {
  const { rows } = await stores.database.pool.query<MadeReport>(
    `select report_id as "reportId", report_name as name, status,
      extract(epoch from starts_at)::float8 * 1000 as "startMs",
      extract(epoch from ends_at)::float8 * 1000 as "endMs",
      coalesce((manifest ->> 'rows')::int, 0) as "rowCount",
      array(select event_type from events where subject = 'report:' || report_id) as events
    from reports order by place`,
  )
  return rows
}

/** Exactly one report per expected period, each with one notification; oldest first. */
function expectOnce(made: readonly MadeReport[], expected: Expected): void {
  for (const [name, periods] of expected) {
    expect(periods.length, name).toBeGreaterThan(0)
    const own = made.filter((report) => report.name === name)
    expect(own.map(written), name).toEqual(periods.map(written))
  }
  expect(made.filter(({ name }) => !expected.has(name))).toEqual([])
  const events = { COMPLETED: 'reporting.report.completed', NO_DATA: 'reporting.report.no-data' }
  for (const report of made) {
    expect(report.events).toEqual([events[report.status as keyof typeof events]])
  }
}

const written = ({ startMs, endMs }: RunPeriod): string =>
  `${new Date(startMs).toISOString()} ${new Date(endMs).toISOString()}`

/** Each row from the first to the last day of a zone is in the file of one of its days, and no file has another. */
async function expectInOneDailyReport(
  shop: Shop,
  { made, rows }: { readonly made: readonly MadeReport[]; readonly rows: readonly Row[] },
): Promise<void> {
  for (const { reportName, reportFrequency } of RULES) {
    if (reportFrequency !== 'DAILY') continue
    const daily = made.filter(({ name }) => name === reportName)
    const found: string[] = []
    for (const { reportId, status } of daily) {
      if (status === 'COMPLETED') found.push(...(await idsIn(shop, reportId)))
    }
    const [fromMs, toMs] = [daily[0]?.startMs ?? 0, daily.at(-1)?.endMs ?? 0]
    const covered = rows.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ id }) => id)
    expect(found.sort(), reportName).toEqual(covered.sort())
  }
}

async function idsIn(shop: Shop, reportId: string): Promise<readonly string[]> {
  const { status, text } = await shop.get(`/reports/${reportId}?download=true`)
  expect(status).toBe(200)
  const lines: string[][] = parse(text, { from_line: 3, relax_column_count: true })
  return lines.map(([id]) => id ?? '')
}
