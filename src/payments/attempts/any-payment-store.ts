import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Attempt, AttemptStatus } from '../model/attempt.ts'
import { findAttempts } from './attempt-store.ts'
import { findPayments, type Payment } from './payment-store.ts'

// Payments of any organization, for the operator.

type Filter<Status> = {
  readonly organizationId?: string | undefined
  readonly invoiceNumber?: string | undefined
  readonly status?: Status | undefined
  readonly since?: Temporal.Instant | undefined
  readonly until?: Temporal.Instant | undefined
}
type Limit = { readonly limit: number }

/** Lists payments, newest first. */
export async function findAnyPayments(
  db: Db,
  filter: Filter<Payment['status']> & { readonly paymentId?: string },
  { limit }: Limit,
): Promise<readonly Payment[]> {
  const { paymentId } = filter
  const conditions = [
    ...conditionsOf(filter, sql`received_at`),
    ...(paymentId === undefined ? [] : [sql`payment_id = ${paymentId}`]),
  ]
  return findPayments(
    db,
    sql`${sql.join(conditions, sql` and `)} order by received_at desc, payment_id desc limit ${limit}`,
  )
}

/** Lists attempts, newest first. */
export async function findAnyAttempts(
  db: Db,
  filter: Filter<AttemptStatus> & { readonly attemptId?: string },
  { limit }: Limit,
): Promise<readonly Attempt[]> {
  const { attemptId } = filter
  const conditions = [
    ...conditionsOf(filter, sql`created_at`),
    ...(attemptId === undefined ? [] : [sql`attempt_id = ${attemptId}`]),
  ]
  return findAttempts(
    db,
    sql`${sql.join(conditions, sql` and `)} order by created_at desc, attempt_id desc limit ${limit}`,
  )
}

function conditionsOf(
  { organizationId, invoiceNumber, status, since, until }: Filter<string>,
  time: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(invoiceNumber === undefined ? [] : [sql`invoice_number = ${invoiceNumber}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(since === undefined ? [] : [sql`${time} >= ${since.toString()}`]),
    ...(until === undefined ? [] : [sql`${time} < ${until.toString()}`]),
  ]
}
