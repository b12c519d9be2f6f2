import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { REPORT_MIME_TYPES } from '../../src/reporting/reports/report.ts'
import { isServing, runningOn, type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { eventually } from '../support/run/eventually.ts'
import { inTurn, isLongRun, seed } from '../support/run/test-run.ts'
import {
  type ApiReport,
  cancel,
  filesBelow,
  find,
  hashOf,
  isOver,
  order,
  type ReportKind,
  type ReportPlace,
  sandboxPlace,
  storedState,
  upload,
} from './report-run.ts'

const RECORDS = isLongRun ? 50_000 : 8_000
const ROUNDS = isLongRun ? 15 : 1
/** In each round. A report that fails pauses longer each time, so that a round has few of them. */
const KILLS = 4
const OPEN_MIN = 5
/** One after the other, whatever the seed. */
const VICTIMS = ['service', 'engine', 'service and engine', 'keeper'] as const
const READY_MS_MAX = 60_000
const ENDED_MS_MAX = 120_000
/** About how long it takes from then on. */
const WORK_MS = isLongRun ? 600 : 150
// XML names the address of the service, which otherwise changes with each start.
const ENVIRONMENT = { QUITTANCE_BASE_URL: 'http://reports.example', QUITTANCE_LOG_LEVEL: 'warn' }

const KINDS: readonly ReportKind[] = [
  ...REPORT_MIME_TYPES.map((mimeType) => ({ mimeType, isWide: false })),
  ...inTurn(REPORT_MIME_TYPES, 3).map((mimeType) => ({ mimeType, isWide: true })),
]

type Ordered = { readonly report: ApiReport; readonly kind: ReportKind; isCanceled: boolean | undefined }

test(`every report ends once and is complete after ${ROUNDS * KILLS} kills at random moments (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  let service = await startService(folder, ENVIRONMENT)
  onTestFinished(() => service.kill())
  const place = sandboxPlace(service, folder)
  await upload(place, RECORDS)
  const expected = await undisturbed(place)
  const all: Ordered[] = []

  for (let round = 1; round <= ROUNDS; round += 1) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await orderMore(place, random, all)
      await newFile(folder)
      await sleep(random.integer(0, WORK_MS))
      if (random.isHeads()) await cancelOne(place, random, all)
      const victim = VICTIMS[(kill + round - 1) % VICTIMS.length] ?? 'service'
      service = await killedAndBack(folder, { service, random, victim })
      place.url = service.url
    }
    await ended(place, all)
  }
  await eventually(async () => (await storedState(service)).jobs === 0, ENDED_MS_MAX)
  const found = await Promise.all(all.map(({ report }) => find(place, report)))
  const state = await storedState(service)
  await service.terminate()

  for (const [n, one] of all.entries()) {
    const report = found[n]
    if (report === undefined) throw new Error('A report is gone.')
    const subject = `report:${report.reportId}`
    const events = state.events.filter((event) => event.subject === subject)
    expectEnded(
      { ...one, report },
      events.map(({ event_type }) => event_type),
    )
    if (report.reportStatus !== 'COMPLETED') continue
    expect(report.manifest?.sha256).toBe(expected.get(one.kind))
  }
  expectFiles(folder, state)
  await eventually(async () => runningOn(folder).length === 0)
})

/** Exactly the files that rows refer to, with their manifests. */
function expectFiles(folder: string, { files }: Pick<Awaited<ReturnType<typeof storedState>>, 'files'>): void {
  const reports = join(folder, 'reports')
  expect(files.length).toBeGreaterThan(REPORT_MIME_TYPES.length)
  expect(files.map(({ key }) => hashOf(join(reports, key)))).toEqual(files.map(({ sha256 }) => sha256))
  const vouched = files.flatMap(({ key }) => [key, key.replace(/\.[a-z]+$/, '.manifest.json')])
  expect(filesBelow(reports)).toEqual(vouched.sort())
  expect(filesBelow(join(folder, 'exports'))).toEqual([])
}

/** Once, and as ordered; a cancellation whose response was lost may have come too late. */
function expectEnded({ report, isCanceled }: Ordered, events: readonly string[]): void {
  if (report.reportStatus === 'ERROR') {
    expect(isCanceled).not.toBe(false)
    expect(report.reason).toBe('canceled')
    expect(events).toEqual(['reporting.report.failed'])
    return
  }
  expect(isCanceled).not.toBe(true)
  expect(report).toMatchObject({ reportStatus: 'COMPLETED', manifest: { rows: RECORDS } })
  expect(events).toEqual(['reporting.report.completed'])
}

/** The hash of each kind of report, made without kills. */
async function undisturbed(place: ReportPlace): Promise<ReadonlyMap<ReportKind, string>> {
  const ordered: Ordered[] = []
  for (const kind of KINDS) {
    const report = await order(place, `In peace ${ordered.length}`, kind)
    ordered.push({ report, kind, isCanceled: false })
  }
  await ended(place, ordered)
  const hashes = ordered.map(async ({ report, kind }): Promise<[ReportKind, string]> => {
    const found = await find(place, report)
    expect(found).toMatchObject({ reportStatus: 'COMPLETED', manifest: { rows: RECORDS } })
    return [kind, found?.manifest?.sha256 ?? '']
  })
  return new Map(await Promise.all(hashes))
}

/** So that there are always more than run concurrently, in formats of all kinds. */
async function orderMore(place: ReportPlace, random: Random, all: Ordered[]): Promise<void> {
  const found = await Promise.all(all.map(({ report }) => find(place, report)))
  let open = found.filter((report) => report !== undefined && !isOver(report)).length
  for (; open < OPEN_MIN; open += 1) {
    const kind = KINDS[random.integer(0, KINDS.length - 1)]
    if (kind === undefined) throw new Error('There is no such kind.')
    const report = await order(place, `Report ${all.length}`, kind)
    all.push({ report, kind, isCanceled: false })
  }
}

/** Waits until a run begins to write; files that exist already are of killed runs. */
async function newFile(folder: string): Promise<void> {
  const unfinished = () =>
    ['exports', 'reports']
      .flatMap((name) => filesBelow(join(folder, name)))
      .filter((name) => /\.part(?:ial)?$/.test(name))
  const before = new Set(unfinished())
  const isNew = () => unfinished().some((name) => !before.has(name)) || undefined
  expect(await waitUntil(isNew, { withinMs: READY_MS_MAX, everyMs: 2 })).toBe(true)
}

async function ended(place: ReportPlace, ordered: readonly Ordered[]): Promise<void> {
  let open: readonly unknown[] = ordered
  const areAll = async () => {
    const found = await Promise.all(ordered.map(({ report }) => find(place, report)))
    open = found.filter((report) => report === undefined || !isOver(report))
    return open.length === 0 || undefined
  }
  await waitUntil(areAll, { withinMs: ENDED_MS_MAX, everyMs: 100 })
  expect(open).toEqual([])
}

/** Not waited for: the kill that follows may come first. */
async function cancelOne(place: ReportPlace, random: Random, ordered: readonly Ordered[]): Promise<void> {
  const chosen = ordered[random.integer(0, ordered.length - 1)]
  if (chosen === undefined || chosen.isCanceled !== false) return
  chosen.isCanceled = undefined
  const answered = cancel(place, chosen.report).then((status) => {
    if (status === 200) chosen.isCanceled = true
    if (status === 409) chosen.isCanceled = false
  })
  await Promise.race([answered, sleep(random.integer(0, 30))])
}

type Kill = {
  readonly service: ServiceProcess
  readonly random: Random
  readonly victim: (typeof VICTIMS)[number]
}

/** Kills, and waits until the service serves again. */
async function killedAndBack(folder: string, { service, random, victim }: Kill): Promise<ServiceProcess> {
  const before = service.storePidsIfAny()
  if (victim === 'keeper') await killOne(before.keeper, random)
  if (victim.endsWith('engine')) await killOne(before.engine, random)
  if (victim.startsWith('service')) {
    await service.kill()
    return startService(folder, ENVIRONMENT)
  }
  const isBack = async () => {
    const { engine } = service.storePidsIfAny()
    if (engine === undefined || engine === before.engine) return undefined
    return (await isServing(service)) || undefined
  }
  expect(await waitUntil(isBack, { withinMs: READY_MS_MAX })).toBe(true)
  return service
}

async function killOne(pid: number | undefined, random: Random): Promise<void> {
  if (pid !== undefined) signal(pid, 'SIGKILL')
  await sleep(random.integer(0, 10))
}
