import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Dispute } from '../model/dispute.ts'

type DisputeRow = {
  readonly organization_id: string
  readonly dispute_id: string
  readonly kind: Dispute['kind']
  readonly payment_id: string
  readonly attempt_id: string
  readonly currency: string
  readonly amount_minor: string
  readonly reason_code: string
  readonly event_id: string
  readonly occurred_at: Temporal.Instant
}

export function disputeInsert(dispute: Dispute): Write {
  const { amount } = dispute
  return sql`insert into payment_disputes (organization_id, dispute_id, kind, payment_id, attempt_id, currency,
      amount_minor, reason_code, event_id, occurred_at)
    values (${dispute.organizationId}, ${dispute.disputeId}, ${dispute.kind}, ${dispute.paymentId},
      ${dispute.attemptId}, ${amount.currency}, ${String(amount.minor)}, ${dispute.reasonCode},
      ${dispute.eventId}, ${dispute.occurredAt.toString()})`
}

/** The disputes and returns of these payments, oldest first. */
export async function findDisputes(
  db: Db,
  { organizationId, paymentIds }: { readonly organizationId: string; readonly paymentIds: readonly string[] },
): Promise<readonly Dispute[]> {
  if (paymentIds.length === 0) return []
  const { rows } = await sql<DisputeRow>`select * from payment_disputes
    where organization_id = ${organizationId} and payment_id = any(${[...paymentIds]}::text[])
    order by occurred_at, dispute_id`.execute(db)
  return rows.map(disputeOf)
}

function disputeOf(row: DisputeRow): Dispute {
  return {
    organizationId: row.organization_id,
    disputeId: row.dispute_id,
    kind: row.kind,
    paymentId: row.payment_id,
    attemptId: row.attempt_id,
    amount: { minor: BigInt(row.amount_minor), currency: row.currency },
    reasonCode: row.reason_code,
    eventId: row.event_id,
    occurredAt: row.occurred_at,
  }
}
