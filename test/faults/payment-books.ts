import { expect } from 'vitest'
import { DELIVER_MAIL } from '../../src/notifications/mail/outbox-store.ts'
import { CLOSE_SANDBOX_DAY, REPORT_SANDBOX_EVENT } from '../../src/payments/processors/sandbox/days/sandbox-day.ts'
import type { Database } from '../../src/platform/postgres/database.ts'

/** How many attempts have no outcome yet, and how much is left to do about any. */
export async function leftToDo({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    `select (
      select count(*) from payment_attempts where status in ('started', 'waiting', 'unknown', 'pending'))::int
    + (select count(*) from agenda where kind <> all($1::text[])
        and not (kind = $2 and due_at = date_trunc('day', due_at, 'UTC')))::int
    + (select count(*) from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task
        on task.id = job.task_id where identifier <> all($1::text[]))::int as count`,
    // Days that end later and what they announced for days after, mails and reminders are left to other nodes.
    [[CLOSE_SANDBOX_DAY, DELIVER_MAIL, 'invoices.remind'], REPORT_SANDBOX_EVENT],
  )
  return rows[0]?.count ?? 0
}

/** The processor's charges equal our records, on every invoice and to the cent. */
export async function expectBalancedBooks(database: Database): Promise<void> {
  for (const [name, query] of Object.entries(DIFFERENCES)) {
    const { rows } = await database.pool.query(query)
    expect({ name, rows }).toEqual({ name, rows: [] })
  }
}

/** The outcomes that the run has covered, so that an empty run does not pass. */
export async function seenSoFar({ pool }: Database) {
  const { rows } = await pool.query<{ seen: string }>(`
    select distinct kind || ' ' || status as seen from payment_attempts
    union select 'payment ' || origin || ' ' || status from payments order by 1`)
  return rows.map(({ seen }) => seen)
}

/** Things that happen at the processor without a call of ours. */
const EVENT_KINDS = `('chargeback', 'bankReturn', 'disputeWon', 'disputeLost', 'refundedElsewhere', 'authorizationEnded')`

/** Per invoice, from the processor's books alone: charged and captured, less reversed and refunded, also elsewhere. */
const CHARGED = `
  select attempts.invoice_number, sum(case
    when calls.kind = 'authorize' then calls.amount_minor
    when calls.kind = 'capture' then calls.amount_minor
    when about.outcome->>'status' = 'review' and calls.kind = 'reverse' then 0
    else -calls.amount_minor end) as cents
  from sandbox_processor_calls calls
    left join sandbox_processor_calls about
      on about.organization_id = calls.organization_id and about.key = calls.of_key
    join payment_attempts attempts
      on attempts.organization_id = calls.organization_id
        and attempts.attempt_id = case calls.kind when 'refundedElsewhere' then calls.of_key else calls.key end
  where calls.outcome->>'status' = 'approved'
  group by 1`

/**
 * Per invoice, from the records for reports: billed or debited, less credited, and a credit that failed later counts
 * back. Money that was reversed is not billed.
 */
const REPORTED = `
  select record->'fields'->>'Request.MerchantReferenceNumber' as invoice_number, sum(case
    when record->>'recordId' like '%-ics_credit-failed' then 1
    when record->'fields'->>'Application.Rcode' <> '1' then 0
    when record->'fields'->>'Application.Name' = 'ics_bill' then 1
    when record->'fields'->>'Application.Name' = 'ics_credit' then -1 else 0 end
    * (record->'fields'->>'PaymentData.RequestedAmount')::numeric * 100) as cents
  from record_outbox where kind = 'transaction' group by 1`

/** Each finds rows only where something is wrong. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'calls that no attempt knows': `
    select calls.key from sandbox_processor_calls calls left join payment_attempts attempts
      on attempts.organization_id = calls.organization_id and attempts.attempt_id = calls.key
    where attempts.attempt_id is null and calls.kind not in ${EVENT_KINDS}`,
  'a refund made elsewhere is not recorded once': `
    select key, amount_minor, refunds from sandbox_processor_calls calls left join lateral (
      select count(*) filter (where attempts.amount_minor = calls.amount_minor) as refunds from payment_attempts attempts
      where attempts.organization_id = calls.organization_id
        and attempts.request_key = 'elsewhere ' || (calls.outcome->'facts'->>'reference')) recorded on true
    where kind = 'refundedElsewhere' and outcome->>'status' = 'approved' and refunds <> 1`,
  'more is given back than was charged': `
    select charge.key, charge.amount_minor, given from sandbox_processor_calls charge join lateral (
      select sum(case kind when 'disputeWon' then -amount_minor else amount_minor end) as given
      from sandbox_processor_calls about
      where about.organization_id = charge.organization_id and about.of_key = charge.key
        and kind in ('refund', 'refundedElsewhere', 'chargeback', 'bankReturn', 'disputeWon')
        and about.outcome->>'status' = 'approved') about on true
    where charge.kind = 'authorize' and given > charge.amount_minor`,
  'an authorization that has ended is still under review': `
    select payment_id from payments join sandbox_processor_calls calls
      on calls.organization_id = payments.organization_id and of_key = payment_id
    where status = 'REVIEW' and kind = 'authorizationEnded' and outcome->>'status' = 'approved'`,
  'answers that are recorded otherwise': `
    select attempt_id, attempts.kind, attempts.status, calls.kind as called, calls.outcome->>'status' as answered
    from payment_attempts attempts left join sandbox_processor_calls calls
      on attempts.organization_id = calls.organization_id and attempts.attempt_id = calls.key
    where (attempts.kind || ' ' || attempts.status || ' ' || coalesce(calls.outcome->>'status', 'none')) not in (
      'charge approved approved', 'charge excess approved', 'charge declined declined', 'charge lapsed declined',
      'charge review review', 'charge approved review', 'charge rejected review', 'charge excess review',
      'charge declined review',
      'capture approved approved', 'capture declined declined', 'reverse approved approved',
      'reverse declined declined', 'refund approved approved', 'refund declined declined')
      and attempts.request_key not like 'elsewhere %'`,
  'charged is not recorded': `
    select invoice_number, charged.cents as charged, recorded.cents as recorded
    from (${CHARGED}) charged full join (
      select invoice_number, sum(amount_minor - refunded_minor) as cents from payments
      where origin = 'processor' and status = 'COMPLETED' group by 1) recorded using (invoice_number)
    where coalesce(charged.cents, 0) <> coalesce(recorded.cents, 0)`,
  'charged is not reported': `
    select invoice_number, charged.cents as charged, reported.cents as reported
    from (${CHARGED}) charged full join (${REPORTED}) reported using (invoice_number)
    where coalesce(charged.cents, 0) <> coalesce(reported.cents, 0)`,
  // But those of the sandbox about money that came back, which a repeated job writes again; they count once.
  'a record is written twice': `
    select kind, record->>'recordId' as id from record_outbox
    where not (kind = 'deposit' and record->>'recordId' ~ '^F[0-9]')
      and not (kind in ('processor-event', 'funding') and record->>'recordId' like '%-refund-failed')
    group by 1, 2 having count(*) > 1`,
  'not settled once': `
    select attempt_id, kind, status, batch_id, items from payment_attempts attempts left join lateral (
      select count(*) as items from record_outbox where kind = 'batch-item'
        and record->'fields'->>'Request.RequestID' = attempts.attempt_id) batched on true
    where (batch_id is not null) <> (status = 'approved' and kind in ('charge', 'refund'))
        and not (status = 'declined' and kind = 'refund')
      or items <> (batch_id is not null)::int`,
  'the balance is not what is left to pay': `
    select invoice_number, status, total_minor, balance_minor, paid from invoices left join lateral (
      select coalesce(sum(amount_minor), 0) as paid from payments
      where payments.organization_id = invoices.organization_id
        and payments.invoice_number = invoices.invoice_number and status = 'COMPLETED') received on true
    where balance_minor <> total_minor - paid`,
  'reservations are not those of attempts': `
    select invoice_number, reserved_minor, held from invoices left join lateral (
      select coalesce(sum(amount_minor), 0) as held from payment_attempts attempts
      where attempts.organization_id = invoices.organization_id
        and attempts.invoice_number = invoices.invoice_number and is_reserved) attempts on true
    where reserved_minor <> held`,
  'something but a review is reserved': `
    select attempt_id, status from payment_attempts where is_reserved <> (kind = 'charge' and status = 'review')`,
  'the status is not that of the payments': `
    select invoice_number, invoices.status, balance_minor, open_reviews, reviews from invoices left join lateral (
      select count(*) as reviews from payments where payments.organization_id = invoices.organization_id
        and payments.invoice_number = invoices.invoice_number and payments.status = 'REVIEW') held on true
    where open_reviews <> reviews or invoices.status <> case when reviews > 0 then 'PENDING'
      when balance_minor = 0 then 'PAID' when balance_minor < total_minor then 'PARTIAL' else 'SENT' end`,
  'the history is not that of the payments': `
    select transaction_id, payment_id, history.entries from (
        select transaction_id, count(*) as entries from invoice_history where event = 'PAYMENT' group by 1) history
      full join (select payment_id from payments where status in ('COMPLETED', 'REVERSED')) paid
        on paid.payment_id = history.transaction_id
    where payment_id is null or history.entries is distinct from 1`,
  'refunds are not those of attempts': `
    select payment_id, refunded_minor, refunds from payments left join lateral (
      select coalesce(sum(amount_minor), 0) as refunds from payment_attempts attempts
      where attempts.organization_id = payments.organization_id and attempts.payment_id = payments.payment_id
        and kind = 'refund' and status = 'approved') refunded on true
    where refunded_minor <> refunds`,
  'a charge that the invoice did not take is not given back': `
    select charge.attempt_id from payment_attempts charge where status = 'excess' and not exists (
      select from sandbox_processor_calls calls where of_key = charge.attempt_id and kind = 'reverse'
        and outcome->>'status' = 'approved')`,
}
