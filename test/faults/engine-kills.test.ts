import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { disorderOf } from '../support/data/duckdb-records.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { filesWith } from '../support/run/files-with.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { aTemporaryDuckDb } from '../support/stores/temporary-duckdb.ts'
import { EngineWorld } from './engine-world.ts'
import { MOMENTS, type Moment } from './kill-moments.ts'
import { filesBelow } from './report-run.ts'

const KILLS = isLongRun ? 100 : MOMENTS.length
/** Of each moment. */
const HITS_MIN = isLongRun ? 10 : 1
/** Kills that came too late are repeated. */
const KILLS_MAX = 3 * KILLS
/** Rows of four thousand bytes fill some slices. */
const SIZE = isLongRun
  ? { ballastRows: 150_000, longRows: 30_000, memoryMaxBytes: 1_000_000_000 }
  : { ballastRows: 60_000, longRows: 3_500, memoryMaxBytes: 200_000_000 }
const MAINTENANCE = { everyMs: 5, idleMs: 20, monthRestMs: 0, afterFailureMs: 300_000 }

test(`the engine loses and duplicates nothing in ${KILLS} kills during its work (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const { memoryMaxBytes } = SIZE
  const duckDb = await aTemporaryDuckDb({ maintenance: MAINTENANCE, memoryMaxBytes })
  onTestFinished(duckDb.remove)
  const world = await EngineWorld.create(duckDb, { random, ...SIZE })
  const wholeReport = await world.reportHash()
  expect(await world.reportHash('in slices')).toBe(wholeReport)
  const [hits, misses] = [new Map<string, number>(), new Map<string, number>()]
  const tooFew = () => MOMENTS.filter(({ name }) => (hits.get(name) ?? 0) < HITS_MIN)

  for (let kill = 0; kill < KILLS || (kill < KILLS_MAX && tooFew().length > 0); kill += 1) {
    const moment = MOMENTS[kill] ?? chosen(random, kill < KILLS ? MOMENTS : tooFew())
    const { name } = moment
    // After each kill that came too late, the next one of that moment comes sooner: machines differ in speed.
    const withinMs = moment.lastsMs / 2 ** (misses.get(name) ?? 0)
    const counts = (await killedAmid(world, moment, random.integer(0, Math.floor(withinMs)))) ? hits : misses
    counts.set(name, (counts.get(name) ?? 0) + 1)
    await expectWhole(world, { ...moment, wholeReport })
  }

  expect(tooFew()).toEqual([])
  await expectForgotten(world)
  await expectSorted(world)
  expect([...(await world.ballast.wrongs()), ...(await world.longBallast.wrongs())]).toEqual([])
  await duckDb.process.stop()
  expect(filesBelow(duckDb.settings.exportsFolder)).toEqual([])
  expect(filesBelow(duckDb.settings.folder)).toEqual(['records.duckdb'])
  expect(duckDb.complaints).toEqual([])
})

/** Whether the kill hit the moment. The engine is back when it returns. */
async function killedAmid(world: EngineWorld, moment: Moment, afterMs: number): Promise<boolean> {
  await world.writeAll(2)
  const { isSeen, isHit, ended } = await moment.reach(world)
  expect(isSeen, `${moment.name} was not seen`).toBe(true)
  await sleep(afterMs)
  await world.duckDb.kill()
  await ended
  const wasHit = isHit()
  await world.duckDb.startAgain()
  expect(world.remains()).toEqual([])
  return wasHit
}

async function expectWhole(
  world: EngineWorld,
  { cuts, wholeReport }: Pick<Moment, 'cuts'> & { readonly wholeReport: string },
): Promise<void> {
  expect(await world.wrongRecords()).toEqual([])
  if (cuts === 'erasure') await expectForgotten(world)
  if (cuts !== undefined && cuts !== 'erasure') expect(await world.reportHash(cuts)).toBe(wholeReport)
}

/** The engine reports that no erased data is left, and the files confirm it. */
async function expectForgotten({ engine, duckDb, tables, secrets }: EngineWorld): Promise<void> {
  expect(await engine.purgeRemovedRows(tables)).toBe(true)
  expect(filesWith(duckDb.settings.folder, ...secrets)).toEqual([])
}

async function expectSorted({ engine, tables }: EngineWorld): Promise<void> {
  const unsorted = async () => (await engine.status())?.file?.unsortedMonths
  await expect.poll(unsorted, { timeout: 60_000 }).toBe(0)
  for (const table of tables) expect(await disorderOf(engine, table)).toBe(0)
}

function chosen(random: Random, moments: readonly Moment[]): Moment {
  const moment = moments[random.integer(0, moments.length - 1)]
  if (moment === undefined) throw new Error('There is no moment.')
  return moment
}
