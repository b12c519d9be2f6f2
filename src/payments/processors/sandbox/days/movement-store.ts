import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/postgres/database.ts'
import type { Write } from '../../../../platform/postgres/write-together.ts'
import { ATTEMPT_COLUMNS, type AttemptRow, attemptOf } from '../../../attempts/attempt-store.ts'
import type { Attempt } from '../../../model/attempt.ts'

/** Charges and refunds of the sandbox that are in no batch yet. */
const UNBATCHED = sql`batch_id is null and processor = 'sandbox' and status = 'approved' and kind in ('charge', 'refund')`

/** When the oldest charge or refund that is in no batch was made. */
export async function findFirstUnbatched(db: Db, organizationId: string): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ changed_at: Temporal.Instant }>`select changed_at from payment_attempts
    where organization_id = ${organizationId} and ${UNBATCHED} order by changed_at limit 1`.execute(db)
  return rows[0]?.changed_at
}

/** Locks charges and refunds that are in no batch, oldest first. Another node that batches them is waited for. */
export async function lockUnbatched(
  tx: Tx,
  { organizationId, before, limit }: { organizationId: string; before: Temporal.Instant; limit: number },
): Promise<readonly Attempt[]> {
  const { rows } = await sql<AttemptRow>`select ${ATTEMPT_COLUMNS} from payment_attempts
    where organization_id = ${organizationId} and ${UNBATCHED} and changed_at < ${before.toString()}
    order by changed_at, attempt_id limit ${limit} for update`.execute(tx)
  return rows.map(attemptOf)
}

export function batchUpdate(organizationId: string, batchId: string, attempts: readonly Attempt[]): Write {
  return sql`update payment_attempts set batch_id = ${batchId}
    where organization_id = ${organizationId} and attempt_id = any(${attempts.map((one) => one.attemptId)}::text[])`
}
