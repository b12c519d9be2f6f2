import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { findPayments, type Payment } from '../attempts/payment-store.ts'

/** The most urgent payments under review: by deadline, then by age. */
export async function listQueue(
  db: Db,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<readonly Payment[]> {
  return findPayments(
    db,
    sql`organization_id = ${organizationId} and status = 'REVIEW'
      order by decide_by nulls last, received_at, payment_id limit ${limit}`,
  )
}
