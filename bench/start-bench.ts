import { openDataFolder } from '../src/platform/files/data-folder.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'

const log = createLogger({ level: 'silent' })
const STARTS = [
  { what: 'first start on an empty folder', bar: { oursMax: 3_000 } },
  { what: 'start after a clean stop', bar: { oursMax: 2_000 } },
]

/** How long a start takes, compared with creating and starting a bare PostgreSQL. */
export async function benchStart(): Promise<readonly Figure[]> {
  const [ours, bare] = [benchFolder(), benchFolder()]
  try {
    const postgres = [await postgresMs(bare), await postgresMs(bare)]
    const service = [await serviceMs(ours), await serviceMs(ours)]
    return STARTS.map(({ what, bar }, index) => ({
      what,
      unit: 'ms',
      ours: service[index] ?? 0,
      limit: postgres[index] ?? 0,
      limitIs: 'the bare embedded PostgreSQL',
      isRate: false,
      bar,
    }))
  } finally {
    removeFolder(ours)
    removeFolder(bare)
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
