import { readdirSync } from 'node:fs'
import { argv, stdout } from 'node:process'
import type { Upkeep } from '../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../src/platform/engine/engine-unavailable.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { disorderOf } from '../support/data/duckdb-records.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { filesWith } from '../support/run/files-with.ts'
import { seed } from '../support/run/test-run.ts'
import { startRestartableDuckDb } from '../support/stores/restartable-duckdb.ts'
import { EngineWorld } from './engine-world.ts'
import { SmallDisk } from './small-disk.ts'

// Runs on a small disk, in the folder given as argument, and prints the events. `full-disk.test.ts` checks them.

const BALLAST_ROWS = 100_000
const ROUNDS_MAX = 30
const LEFT_BYTES_MAX = 100_000
const SORTED_MS_MAX = 60_000
const MAINTENANCE = { everyMs: 5, idleMs: 20, monthRestMs: 0, afterFailureMs: 100 }
/** DuckDB's error when it cannot write its log. */
const FAILED_COMMIT = /TransactionContext/

const [, , folder = ''] = argv
const random = seededRandom(seed)
const disk = new SmallDisk(folder)
const duckDb = await startRestartableDuckDb(folder, {
  memoryMaxBytes: 500_000_000,
  maintenance: MAINTENANCE,
})
const world = await EngineWorld.create(duckDb, { random, ballastRows: BALLAST_ROWS })

/** The outcome of each: `done`, the reason of a refusal, or the message of any other error. */
function reasonsOf(outcomes: readonly unknown[]): readonly string[] {
  const reasons = outcomes.map((outcome) => {
    if (outcome === undefined) return 'done'
    return outcome instanceof EngineUnavailable ? outcome.reason : String(outcome)
  })
  return [...new Set(reasons)].toSorted()
}

async function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/**
 * Writers go on until the disk is full: while rows are sent in some rounds, while they are stored in others. DuckDB gives
 * up in some of these, and is gone until it is started again.
 */
async function amidIngest() {
  const refusals: unknown[] = []
  const afterwards: unknown[] = []
  const wrong: string[] = []
  const places = () => new Set(refusals.map((refusal) => FAILED_COMMIT.test(String(refusal))))
  for (let round = 0; round < ROUNDS_MAX && (round < 5 || places().size < 2); round += 1) {
    disk.fill(random.integer(0, LEFT_BYTES_MAX))
    refusals.push(...(await world.writeAll()))
    await untilQuiet()
    wrong.push(...(await world.wrongRecords()))
    disk.free()
    afterwards.push(...(await world.writeAll(2)))
    // The log is read from its beginning, past the writes that failed.
    await duckDb.kill()
    await duckDb.startAgain()
    wrong.push(...(await world.wrongRecords()))
  }
  return {
    refusals: reasonsOf(refusals),
    afterwards: reasonsOf(afterwards),
    wrong,
    hasFailedCommits: places().has(true),
    hasFailedBodies: places().has(false),
  }
}

async function amidReport() {
  const whole = await world.reportHash()
  disk.fill(1_000_000)
  const refusal = await caught(world.writeReport(world.newReport()))
  const left = readdirSync(duckDb.settings.exportsFolder)
  disk.free()
  return { refusals: reasonsOf([refusal]), left, isWhole: (await world.reportHash()) === whole }
}

/** Fills the disk while the engine works on its file, until that fails for it. */
async function amid(upkeep: Upkeep, begin: () => Promise<{ readonly ended?: Promise<unknown> }>) {
  const isReported = () => duckDb.complaints.slice(complaintsBefore).some((line) => /No space left/.test(line))
  const complaintsBefore = duckDb.complaints.length
  const outcomes: unknown[] = []
  let isHit = false
  for (let round = 0; round < ROUNDS_MAX && !isHit; round += 1) {
    const { ended } = await begin()
    await world.seen(upkeep)
    disk.fill()
    const outcome = await ended
    if (outcome !== undefined) outcomes.push(outcome)
    await untilQuiet()
    isHit = isReported() || outcome instanceof EngineUnavailable
    outcomes.push(...(await world.writeAll(1)))
    if (!isHit) disk.free()
  }
  const readable = await world.wrongRecords()
  disk.free()
  return { isHit, outcomes: reasonsOf(outcomes), wrong: [...readable, ...(await afterwards())] }
}

/** An engine that has given up is started again, as its keeper does, on the full disk. */
async function untilQuiet(): Promise<void> {
  let hasEnded = false
  const { exited } = duckDb.process
  void exited.then(() => {
    hasEnded = true
  })
  const isQuiet = async () => {
    const status = await duckDb.engine.status()
    return hasEnded || (status !== undefined && status.upkeep === undefined) || undefined
  }
  await waitUntil(isQuiet, { withinMs: SORTED_MS_MAX, everyMs: 5 })
  // One that gives up does so a moment later.
  await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 300))])
  if (hasEnded) await duckDb.startAgain()
}

async function afterwards(): Promise<readonly string[]> {
  const written = reasonsOf(await world.writeAll(1))
  return [...(await world.wrongRecords()), ...written.filter((reason) => reason !== 'done')]
}

async function amidRewrite() {
  const facts = await amid('rewrite', async () => {
    await world.eraseSecret()
    return { ended: caught(duckDb.engine.purgeRemovedRows(world.tables)) }
  })
  const isForgotten = await duckDb.engine.purgeRemovedRows(world.tables)
  const left = filesWith(duckDb.settings.folder, ...world.secrets)
  return { ...facts, isForgotten, left }
}

async function inTheEnd() {
  const isSorted = async () => (await duckDb.engine.status())?.file?.unsortedMonths === 0 || undefined
  await waitUntil(isSorted, { withinMs: SORTED_MS_MAX })
  const disorder = await Promise.all(world.tables.map((table) => disorderOf(duckDb.engine, table)))
  return { disorder, wrongs: await world.ballast.wrongs(), remains: world.remains() }
}

const stirred = async () => {
  await world.ballast.stir()
  return {}
}
const facts = {
  ingest: await amidIngest(),
  report: await amidReport(),
  checkpoint: await amid('checkpoint', stirred),
  sorting: await amid('sort', stirred),
  rewriting: await amidRewrite(),
  end: await inTheEnd(),
}
await duckDb.stop()
stdout.write(JSON.stringify(facts))
