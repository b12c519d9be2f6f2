import { readdirSync, readFileSync } from 'node:fs'
import { logBytesOf } from '../../src/platform/duckdb/process/open-file.ts'
import type { EngineStatus, Upkeep } from '../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../src/platform/engine/engine-unavailable.ts'
import type { Ballast } from './ballast.ts'
import { type EngineWorld, inodeOf, isThere, type ReportWay } from './engine-world.ts'

const ATTEMPTS_MAX = 20

/** A moment at which the engine is killed. */
export type Moment = {
  readonly name: string
  /** About how long it lasts. */
  readonly lastsMs: number
  /** The work that the kill interrupts and that must be complete once it is repeated. */
  readonly cuts?: 'erasure' | ReportWay
  /** Brings the engine to this moment, and resolves once it has been observed there. */
  readonly reach: (world: EngineWorld) => Promise<Reached>
}

type Reached = {
  readonly isSeen: boolean
  /** Whether the kill came before the moment was over; asked while no process runs. */
  readonly isHit: () => boolean
  /** When all orders that were under way have been answered. */
  readonly ended: Promise<unknown>
}

export const MOMENTS: readonly Moment[] = [
  { name: 'ingest', lastsMs: 60, reach: amidIngest },
  { name: 'checkpoint', lastsMs: 150, reach: amidCheckpoint },
  { name: 'sorting', lastsMs: 250, reach: amidSorting },
  { name: 'sorting in slices', lastsMs: 250, reach: amidSlicedSorting },
  { name: 'copying of the file', lastsMs: 250, cuts: 'erasure', reach: amidCopy },
  { name: 'exchange of the file', lastsMs: 0, cuts: 'erasure', reach: amidExchange },
  { name: 'report', lastsMs: 400, cuts: 'whole', reach: async (world) => amidReport(world, 'whole') },
  { name: 'report in slices', lastsMs: 400, cuts: 'in slices', reach: async (world) => amidReport(world, 'in slices') },
]

/** Rows on their way lie in a file until they are stored. */
async function amidIngest(world: EngineWorld): Promise<Reached> {
  const isUnderWay = () => readdirSync(world.place('inserts')).length > 0
  const ended = world.writeAll()
  return { isSeen: await world.seenInFiles(isUnderWay), isHit: isUnderWay, ended }
}

/** The log disappears when a checkpoint ends, and no one writes a new one. */
async function amidCheckpoint(world: EngineWorld): Promise<Reached> {
  const isOver = ({ file }: EngineStatus): boolean => file?.logBytes === 0
  const isSeen = await stirredUntilSeen(world, world.ballast, { upkeep: 'checkpoint', isOver })
  return { isSeen, isHit: () => logBytesOf(world.file) > 0, ended: Promise.resolve() }
}

async function amidSorting(world: EngineWorld): Promise<Reached> {
  return amidSortingOf(world, world.ballast)
}

async function amidSlicedSorting(world: EngineWorld): Promise<Reached> {
  return amidSortingOf(world, world.longBallast)
}

/** A sorted month is written to the log as a whole, in which there is nothing before. */
async function amidSortingOf(world: EngineWorld, ballast: Ballast): Promise<Reached> {
  const isOver = ({ file }: EngineStatus): boolean => file?.unsortedMonths === 0
  const isSeen = await stirredUntilSeen(world, ballast, { upkeep: 'sort', isOver })
  return { isSeen, isHit: () => logBytesOf(world.file) === 0, ended: Promise.resolve() }
}

type Sought = { readonly upkeep: Upkeep; readonly isOver: (status: EngineStatus) => boolean }

async function stirredUntilSeen(world: EngineWorld, ballast: Ballast, { upkeep, isOver }: Sought): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    await ballast.stir()
    if (await world.seen(upkeep, isOver)) return true
  }
  return false
}

/** The copy has a name of its own until it takes that of the file. */
async function amidCopy(world: EngineWorld): Promise<Reached> {
  await world.eraseSecret()
  const isCopied = () => isThere(world.place('rewrite', 'records.duckdb'))
  let isOver = false
  const rewriting = rewritten(world).finally(() => {
    isOver = true
  })
  const ended = Promise.all([rewriting, world.writeAll()])
  // A copy that was not observed counts as missed.
  return { isSeen: await world.seenInFiles(() => isCopied() || isOver), isHit: isCopied, ended }
}

/** The file is another one, and the wish to rewrite it is still noted. */
async function amidExchange(world: EngineWorld): Promise<Reached> {
  await world.eraseSecret()
  const before = inodeOf(world.file)
  const isAnother = () => inodeOf(world.file) !== before
  const ended = Promise.all([rewritten(world), world.writeAll()])
  const isSeen = await world.seenInFiles(isAnother)
  return { isSeen, isHit: () => isAnother() && isThere(world.place('rewrite-wanted')), ended }
}

async function rewritten({ engine, tables }: EngineWorld): Promise<unknown> {
  return engine.purgeRemovedRows(tables).catch((error: unknown) => error)
}

/** The file is there without its end, and its order fails. */
async function amidReport(world: EngineWorld, way: ReportWay): Promise<Reached> {
  const file = world.newReport()
  let failure: unknown
  const writing = world.writeReport(file, way).catch((error: unknown) => {
    failure = error
  })
  const isSeen = await world.seenInFiles(() => isThere(file) && readFileSync(file).length > 0)
  const ended = Promise.all([writing, world.writeAll()])
  const isHit = (): boolean => {
    const isHalf = isThere(file) && !readFileSync(file, 'latin1').endsWith('the end')
    // As a report's next run does.
    world.removeReport(file)
    return isHalf && failure instanceof EngineUnavailable && failure.reason === 'gone'
  }
  return { isSeen, isHit, ended }
}
