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
  const told = new Set<string>()
  return {
    [JOB]: async (_payload, signal) => {
      const { broken } = await sealAudit({ db: database, secrets, log }, { signal })
      // Its entries wait on, so this job comes again and again; once is enough to know.
      for (const organizationId of broken.filter((id) => !told.has(id))) {
        told.add(organizationId)
        log.error(
          { organizationId },
          'the audit trail was tampered with and is not continued: run "quittance audit verify"',
        )
      }
    },
  }
}

/** Has a job seal what was written, every few seconds; any number of nodes may do so at once. */
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
    failureMessage: 'audit entries could not be looked for',
    log,
  })
}

/** One job at a time waits under the key, however many nodes ask for it. */
async function enqueueSealing(database: Database): Promise<void> {
  await database.transaction((tx) => enqueue(tx, { job: JOB, payload: {}, key: JOB }))
}
