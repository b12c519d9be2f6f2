import { openDataFolder } from '../src/platform/files/data-folder.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded-postgres.ts'
import { benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import { type Figure, median } from './figure.ts'

const log = createLogger({ level: 'silent' })
const STARTS = [
  { what: 'first start on an empty folder', aboveMax: 1_500 },
  { what: 'start after a clean stop', aboveMax: 900 },
]
/** Of each kind; the first round also fills the caches of compiled code. */
const ROUNDS = 5

/** How long a start takes, compared with creating and starting a bare PostgreSQL. Both take turns. */
export async function benchStart(): Promise<readonly Figure[]> {
  await startsOf(serviceMs)
  const rounds: { readonly bare: readonly number[]; readonly ours: readonly number[] }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await startsOf(postgresMs), ours: await startsOf(serviceMs) })
  }
  return STARTS.map(({ what, aboveMax }, index) => ({
    what,
    unit: 'ms',
    ours: median(rounds.map(({ ours }) => ours[index] ?? 0)),
    limit: median(rounds.map(({ bare }) => bare[index] ?? 0)),
    limitIs: 'the bare embedded PostgreSQL',
    isRate: false,
    bar: { aboveMax },
  }))
}

/** The first start on a folder of its own, and the next one. */
async function startsOf(startMs: (folder: string) => Promise<number>): Promise<readonly number[]> {
  const folder = benchFolder()
  try {
    return [await startMs(folder), await startMs(folder)]
  } finally {
    removeFolder(folder)
  }
}

async function serviceMs(folder: string): Promise<number> {
  const service = await startBenchService(folder)
  await service.stop()
  return service.readyMs
}

async function postgresMs(folder: string): Promise<number> {
  const startedAt = performance.now()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const tookMs = performance.now() - startedAt
  await postgres.stop()
  return tookMs
}
