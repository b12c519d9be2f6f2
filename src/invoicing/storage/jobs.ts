import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { enqueue } from '../../platform/queue/enqueue.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import {
  type CleanupCursor,
  dropFormerMembersTrigger,
  hasFormerMembersTrigger,
  removeFormerMembers,
} from './former-members-store.ts'

type CleanupDeps = {
  readonly database: Database
  readonly machineClock: Clock
  readonly log: Logger
}

const RETIRE = 'retire-invoice-former-members'
const REMOVE = 'remove-invoice-former-members'

/** The first version of the service that reads the columns brings this migration. */
const MIGRATION = 22
const LOOK_DELAY = { minutes: 1 }
const ROWS_MAX = 500

/**
 * Jobs that remove from `terms` what invoices have in columns, once no node runs that reads it there. Two looks
 * in a row must find none: a node whose connection broke is back by the second one. Each removal is one bounded
 * transaction that also enqueues the next one, so it continues where it stopped.
 */
export function invoiceJobs(deps: CleanupDeps): JobHandlers {
  return {
    [RETIRE]: (payload) => retireFormerMembers(deps, payload as { readonly isSecondLook?: boolean }),
    [REMOVE]: (payload) => removeNextFormerMembers(deps, payload as CleanupCursor),
  }
}

/** Enqueues the first of these jobs where the trigger is still there; every node that starts may do so. */
export async function enqueueInvoiceJobs({ database }: Pick<CleanupDeps, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    if (await hasFormerMembersTrigger(tx)) await enqueue(tx, { job: RETIRE, payload: {}, key: RETIRE })
  })
}

async function retireFormerMembers(
  { database, machineClock, log }: CleanupDeps,
  { isSecondLook = false }: { readonly isSecondLook?: boolean },
): Promise<void> {
  const isNeeded = await isNodeRunning(database, { beforeMigration: MIGRATION })
  await database.transaction(async (tx) => {
    if (isNeeded || !isSecondLook) {
      const runAt = machineClock.now().add(LOOK_DELAY)
      await enqueue(tx, { job: RETIRE, payload: { isSecondLook: !isNeeded }, key: RETIRE, runAt })
      return
    }
    await dropFormerMembersTrigger(tx)
    await enqueue(tx, { job: REMOVE, payload: { organizationId: '', position: 0 }, key: REMOVE })
  })
  if (isNeeded) log.info('a node of a former version runs: invoices are stored in its form too')
}

async function removeNextFormerMembers({ database, log }: CleanupDeps, after: CleanupCursor): Promise<void> {
  const cursor = await database.transaction(async (tx) => {
    const reached = await removeFormerMembers(tx, { after, rowsMax: ROWS_MAX })
    if (reached !== undefined) await enqueue(tx, { job: REMOVE, payload: reached, key: REMOVE })
    return reached
  })
  if (cursor === undefined) log.info('invoices are stored in the form of this version alone')
}
