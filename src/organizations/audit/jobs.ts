import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { enqueue } from '../../platform/queue/enqueue.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { nextWaiting } from './audit-chain-store.ts'
import { sealAudit } from './seal-audit.ts'

const JOB = 'seal-audit'
const LOOK_DELAY_MS = 5_000

type Deps = { readonly database: Database; readonly log: Logger }

/** The job that seals audit entries. */
export function auditJobs({ database, secrets, log }: Deps & { readonly secrets: Secrets }): JobHandlers {
  const reported = new Set<string>()
  return {
    [JOB]: async (_payload, signal) => {
      const { broken } = await sealAudit({ db: database, secrets, log }, { signal })
      // Its entries stay unsealed, so this job finds it every time; one log line is enough.
      for (const organizationId of broken.filter((id) => !reported.has(id))) {
        reported.add(organizationId)
        log.error({ organizationId }, 'audit trail tampered with, sealing stopped: run "quittance audit verify"')
      }
    },
  }
}

/** Enqueues the sealing of new entries every few seconds; any number of nodes can do so concurrently. */
export function startAuditSealing({
  database,
  log,
  everyMs = LOOK_DELAY_MS,
}: Deps & { readonly everyMs?: number }): Repetition {
  return repeat({
    work: async () => {
      if ((await nextWaiting(database.db)) !== undefined) await enqueueSealing(database)
      return everyMs
    },
    delayAfterFailureMs: everyMs,
    failureMessage: 'looking for unsealed audit entries failed',
    log,
  })
}

/** The key keeps at most one job waiting, however many nodes enqueue it. */
async function enqueueSealing(database: Database): Promise<void> {
  await database.transaction((tx) => enqueue(tx, { job: JOB, payload: {}, key: JOB }))
}
