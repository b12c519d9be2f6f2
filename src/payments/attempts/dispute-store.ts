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
  readonly reference: string
  readonly occurred_at: Temporal.Instant
  readonly status: Dispute['status']
  readonly ended_at: Temporal.Instant | null
}

const COLUMNS = sql`organization_id, dispute_id, kind, payment_id, attempt_id, currency, amount_minor, reason_code, event_id,
  reference, occurred_at, status, ended_at`

export function disputeInsert(dispute: Dispute): Write {
  const { amount } = dispute
  return sql`insert into payment_disputes (organization_id, dispute_id, kind, payment_id, attempt_id, currency,
      amount_minor, reason_code, event_id, reference, occurred_at, status, ended_at)
    values (${dispute.organizationId}, ${dispute.disputeId}, ${dispute.kind}, ${dispute.paymentId},
      ${dispute.attemptId}, ${amount.currency}, ${String(amount.minor)}, ${dispute.reasonCode},
      ${dispute.eventId}, ${dispute.reference}, ${dispute.occurredAt.toString()}, ${dispute.status},
      ${dispute.endedAt?.toString() ?? null})`
}

/** Records how the dispute ended. */
export function disputeEndUpdate({ organizationId, disputeId, status, endedAt }: Dispute): Write {
  return sql`update payment_disputes set status = ${status}, ended_at = ${endedAt?.toString() ?? null}
    where organization_id = ${organizationId} and dispute_id = ${disputeId}`
}

/** The dispute of a charge or refund that the processor calls so. */
export async function findDispute(
  db: Db,
  { organizationId, attemptId, reference }: Pick<Dispute, 'organizationId' | 'attemptId' | 'reference'>,
): Promise<Dispute | undefined> {
  const { rows } = await sql<DisputeRow>`select ${COLUMNS} from payment_disputes
    where organization_id = ${organizationId} and attempt_id = ${attemptId} and reference = ${reference}`.execute(db)
  return rows[0] && disputeOf(rows[0])
}

/** The disputes and returns of these payments, oldest first. */
export async function findDisputes(
  db: Db,
  { organizationId, paymentIds }: { readonly organizationId: string; readonly paymentIds: readonly string[] },
): Promise<readonly Dispute[]> {
  if (paymentIds.length === 0) return []
  const { rows } = await sql<DisputeRow>`select ${COLUMNS} from payment_disputes
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
    reference: row.reference,
    occurredAt: row.occurred_at,
    status: row.status,
    endedAt: row.ended_at ?? undefined,
  }
}
