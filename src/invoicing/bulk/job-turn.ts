import { assert } from '../../kernel/assert.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { enqueue } from '../../platform/queue/enqueue.ts'
import type { JobKey } from './invoice-job.ts'

/** The queue's job that acts on some invoices, and is enqueued again behind those of other organizations. */
export const INVOICE_JOB_TURN = 'invoices.job'

export async function enqueueJobTurn(tx: Tx, { organizationId, jobId }: JobKey): Promise<void> {
  await enqueue(tx, {
    ...{ job: INVOICE_JOB_TURN, payload: { organizationId, jobId } },
    // One that waits is enough, and one follows if it is running.
    ...{ key: `${INVOICE_JOB_TURN} ${jobId}`, owner: organizationId },
  })
}

export function readJobTurn(payload: unknown): JobKey {
  const { organizationId, jobId } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof jobId === 'string',
    'A turn carries its organization and its job.',
  )
  return { organizationId, jobId }
}
