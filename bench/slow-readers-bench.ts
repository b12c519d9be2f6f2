import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'
import { openUnreadSockets } from './unread-sockets.ts'
import { residentMib, watchMemory } from './watched-memory.ts'

const SOCKETS = 1_000
/** 200 MB. */
const MIB_MAX = 190
/** The largest response that needs no key. */
const LARGE = '/docs/js/scalar.js'
/** On a busy machine fewer are open by then; their cost is scaled. */
const OPENING_MS_MAX = 22_000
/** Until the service has written all that it will. */
const WRITING_MS = 4_000

/** The cost of clients that request a large response and do not read it. */
export async function benchSlowReaders(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [name, environment] of [
    ['HTTP', {}],
    ['TLS', { QUITTANCE_TLS_CERT: 'self-signed' }],
  ] as const) {
    figures.push({
      what: `memory of ${SOCKETS.toLocaleString('en-US')} unread responses of 4.4 MB, ${name}`,
      unit: 'MiB',
      limit: await growthMib(environment, '/healthz'),
      ours: await growthMib(environment, LARGE),
      limitIs: 'as many connections with a response of 15 bytes',
      isRate: false,
      bar: { oursMax: MIB_MAX },
    })
  }
  return figures
}

async function growthMib(environment: Readonly<Record<string, string>>, path: string): Promise<number> {
  const folder = benchFolder()
  const service = await startBenchService(folder, environment)
  const { url, pid } = service
  try {
    // The first response loads the file, which is not a cost of a connection.
    for (const socket of await openUnreadSockets({ url, path }, 1)) socket.destroy()
    await sleep(1_000)
    const before = residentMib([pid])
    const memory = watchMemory([pid])
    const startedAt = performance.now()
    const sockets = []
    while (sockets.length < SOCKETS && performance.now() - startedAt < OPENING_MS_MAX) {
      sockets.push(...(await openUnreadSockets({ url, path }, SOCKETS / 20)))
    }
    await sleep(WRITING_MS)
    const after = memory.peakMib()
    for (const socket of sockets) socket.destroy()
    return ((after - before) / sockets.length) * SOCKETS
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
