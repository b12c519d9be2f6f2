import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Clawback } from './clawback.ts'

type ClawbackRow = {
  readonly organization_id: string
  readonly clawback_id: string
  readonly kind: Clawback['kind']
  readonly payment_id: string
  readonly attempt_id: string
  readonly currency: string
  readonly amount_minor: string
  readonly reason_code: string
  readonly event_id: string
  readonly occurred_at: Temporal.Instant
}

export function clawbackInsert(clawback: Clawback): Write {
  const { amount } = clawback
  return sql`insert into payment_clawbacks (organization_id, clawback_id, kind, payment_id, attempt_id, currency,
      amount_minor, reason_code, event_id, occurred_at)
    values (${clawback.organizationId}, ${clawback.clawbackId}, ${clawback.kind}, ${clawback.paymentId},
      ${clawback.attemptId}, ${amount.currency}, ${String(amount.minor)}, ${clawback.reasonCode},
      ${clawback.eventId}, ${clawback.occurredAt.toString()})`
}

/** The disputes and returns of these payments, oldest first. */
export async function findClawbacks(
  db: Db,
  { organizationId, paymentIds }: { readonly organizationId: string; readonly paymentIds: readonly string[] },
): Promise<readonly Clawback[]> {
  if (paymentIds.length === 0) return []
  const { rows } = await sql<ClawbackRow>`select * from payment_clawbacks
    where organization_id = ${organizationId} and payment_id = any(${[...paymentIds]}::text[])
    order by occurred_at, clawback_id`.execute(db)
  return rows.map(clawbackOf)
}

function clawbackOf(row: ClawbackRow): Clawback {
  return {
    organizationId: row.organization_id,
    clawbackId: row.clawback_id,
    kind: row.kind,
    paymentId: row.payment_id,
    attemptId: row.attempt_id,
    amount: { minor: BigInt(row.amount_minor), currency: row.currency },
    reasonCode: row.reason_code,
    eventId: row.event_id,
    occurredAt: row.occurred_at,
  }
}
