import { type RawBuilder, sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A payment that somebody should look at. */
type NotedPayment = {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly paymentId: string
  readonly amount: Money
}

type Found<T> = {
  readonly count: number
  readonly first: readonly (NotedPayment & T)[]
}

type Owner = { readonly organizationId: string; readonly limit: number }

type Row<T> = T & {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly paymentId: string
  readonly currency: string
  readonly minor: string
  readonly count: number
}

/** Payments under review of the merchants of an organization, those that end first at the beginning. */
export async function findOpenReviews(
  db: Db,
  { organizationId, limit }: Owner,
): Promise<Found<{ readonly receivedAt: Temporal.Instant; readonly decideBy: Temporal.Instant | null }>> {
  return find(
    db,
    organizationId,
    sql`select organization_id as "organizationId", payments.invoice_number as "invoiceNumber",
        payments.payment_id as "paymentId", payments.currency, payments.amount_minor as minor,
        payments.received_at as "receivedAt", payments.decide_by as "decideBy", count(*) over ()::int as count
      from merchant join payments using (organization_id) where payments.status = 'REVIEW'
      order by payments.decide_by nulls last, payments.received_at, payments.payment_id limit ${limit}`,
  )
}

/** Disputes that have not ended, the latest first. */
export async function findOpenDisputes(
  db: Db,
  { organizationId, limit }: Owner,
): Promise<Found<{ readonly kind: 'chargeback' | 'return'; readonly occurredAt: Temporal.Instant }>> {
  return find(
    db,
    organizationId,
    sql`select organization_id as "organizationId", payments.invoice_number as "invoiceNumber",
        dispute.payment_id as "paymentId", dispute.currency, dispute.amount_minor as minor, dispute.kind,
        dispute.occurred_at as "occurredAt", count(*) over ()::int as count
      from merchant join payment_disputes dispute using (organization_id)
        join payments using (organization_id, payment_id)
      where dispute.status = 'open'
      order by dispute.occurred_at desc, dispute.dispute_id limit ${limit}`,
  )
}

/** So old is the oldest declined payment that is still worth a look. */
const DECLINED_DAYS = 7

/**
 * The last attempt of payers at each invoice, where it was declined lately; the latest first. Whether the invoice is
 * still open is for the caller to ask.
 */
export async function findLastDeclines(
  db: Db,
  { organizationId, limit, at }: Owner & { readonly at: Temporal.Instant },
): Promise<Found<{ readonly reason: string | null; readonly declinedAt: Temporal.Instant }>['first']> {
  const since = at.subtract({ hours: DECLINED_DAYS * 24 })
  const { first } = await find<{ readonly reason: string | null; readonly declinedAt: Temporal.Instant }>(
    db,
    organizationId,
    // The index has the time of the call by the database's clock, which no product clock is ahead of for long.
    sql`select organization_id as "organizationId", declined.invoice_number as "invoiceNumber",
        declined.payment_id as "paymentId", declined.currency, declined.amount_minor as minor,
        declined.decline_reason as reason, declined.changed_at as "declinedAt", 0 as count
      from merchant join payment_attempts declined using (organization_id)
      where declined.kind = 'charge' and declined.token_id is null and declined.status = 'declined'
        and declined.called_at >= clock_timestamp() - ${`${DECLINED_DAYS} days`}::interval
        and declined.created_at >= ${since.toString()}
        and not exists (select from payment_attempts later
          where later.organization_id = declined.organization_id and later.invoice_number = declined.invoice_number
            and later.kind = 'charge'
            and (later.created_at, later.attempt_id) > (declined.created_at, declined.attempt_id))
      order by declined.changed_at desc, declined.attempt_id limit ${limit}`,
  )
  return first
}

async function find<T>(db: Db, organizationId: string, query: RawBuilder<unknown>): Promise<Found<T>> {
  const merchants = organizationsBelow(organizationId, { type: 'merchant' })
  const { rows } = await sql<Row<T>>`with merchant as (${merchants}) ${query}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ currency, minor, count: _, ...row }) => ({
      ...(row as unknown as Omit<NotedPayment, 'amount'> & T),
      amount: { minor: BigInt(minor), currency },
    })),
  }
}
