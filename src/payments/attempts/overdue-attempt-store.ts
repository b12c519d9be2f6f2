import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * A processor is asked again every ten minutes at the latest, so this many answers were lost in a row. A payer has 15
 * minutes before it is asked to end the checkout.
 */
const UNANSWERED_MINUTES = 45
/** A processor that has accepted a call may take days to decide, but not this many. */
const UNDECIDED_DAYS = 5

export type OverdueAttempts = {
  /** Charges without an answer; their amounts stay reserved. */
  readonly charges: number
  readonly refunds: number
  /** Captures and reversals. */
  readonly others: number
  readonly oldestSeconds: number
}

/** Counts the calls to processors whose outcome is missing for long, by the database's clock. */
export async function countOverdueAttempts(db: Db): Promise<OverdueAttempts> {
  const { rows } = await sql<Record<keyof OverdueAttempts, string | number | bigint>>`
    select count(*) filter (where kind = 'charge') as charges, count(*) filter (where kind = 'refund') as refunds,
      count(*) filter (where kind in ('capture', 'reverse')) as others,
      coalesce(extract(epoch from clock_timestamp() - min(called_at)), 0) as "oldestSeconds"
    from payment_attempts
    where status in ('started', 'waiting', 'unknown', 'pending') and called_at < clock_timestamp() - case status
      when 'pending' then make_interval(days => ${UNDECIDED_DAYS}::integer)
      else make_interval(mins => ${UNANSWERED_MINUTES}::integer) end`.execute(db)
  const { charges = 0, refunds = 0, others = 0, oldestSeconds = 0 } = rows[0] ?? {}
  return {
    charges: Number(charges),
    refunds: Number(refunds),
    others: Number(others),
    oldestSeconds: Number(oldestSeconds),
  }
}
