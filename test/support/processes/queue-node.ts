import { pino } from 'pino'
import type { Logger } from '../../../src/platform/log/log.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { announcePresence } from '../../../src/platform/postgres/presence.ts'
import { type JobHandlers, type Lane, startQueue } from '../../../src/platform/queue/queue.ts'
import { fileResources } from '../run/file-resources.ts'
import { createTestDatabase } from '../stores/test-database.ts'

export const silentLog = pino({ level: 'silent' })

/** A log to wait for; `said` returns all lines so far. */
export function aLog(): { readonly log: Logger; readonly said: () => string } {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  return { log, said: () => lines.join('') }
}

/** A database of the test file's own, and a pool to it. */
export async function aDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const url = await createTestDatabase()
  const database = new Database(url, silentLog)
  fileResources.defer(() => database.close())
  return { url, database }
}

type QueueNodeOptions = {
  readonly log?: Logger
  readonly onFailure?: (job: string) => void
  readonly finishMsMax?: number
  readonly concurrency?: number
  readonly lanes?: readonly Lane[]
}

export type QueueNode = { readonly id: string; readonly stop: () => Promise<void> }

/** A node that runs jobs, in this process; it ends with the test file at the latest. */
export async function startQueueNode(
  { url, database }: { readonly url: string; readonly database: Database },
  handlers: JobHandlers,
  options: QueueNodeOptions = {},
): Promise<QueueNode> {
  const { log = silentLog } = options
  const presence = await announcePresence(url, log)
  const queue = await startQueue({ url, database, presence, handlers, ...options, log })
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= queue.stop().then(presence.end)
    return stopping
  }
  fileResources.defer(stop)
  return { id: presence.id, stop }
}
