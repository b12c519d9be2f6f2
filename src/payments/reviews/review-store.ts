import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { findPayments, type Payment } from '../attempts/payment-store.ts'

type Page = { readonly offset: number; readonly limit: number }

/** Payments under review, oldest first. */
export async function listReviews(
  db: Db,
  organizationId: string,
  { offset, limit }: Page,
): Promise<readonly Payment[]> {
  return findPayments(
    db,
    sql`organization_id = ${organizationId} and status = 'REVIEW'
      order by received_at, payment_id offset ${offset} limit ${limit}`,
  )
}

export async function countReviews(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from payments
    where organization_id = ${organizationId} and status = 'REVIEW'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The condition that selects one payment. */
export function placeOf({ organizationId, paymentId }: Pick<Payment, 'organizationId' | 'paymentId'>) {
  return sql`organization_id = ${organizationId} and payment_id = ${paymentId}`
}
