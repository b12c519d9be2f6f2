import type pg from 'pg'
import { seedInvoices } from './seed-invoices.ts'

/** Invoices that can be paid in parts, the first n of the merchant. */
export async function seedPayable(url: string, client: pg.Client, count: number): Promise<void> {
  await seedInvoices(url, { organizationId: 'shop', count })
  await client.query(`update invoices set status = 'SENT', total_minor = 100000000000, total_amount = 1000000000,
    balance_minor = 100000000000,
    currency = 'USD', due_on = current_date`)
  await client.query('delete from invoice_status_counts')
  await client.query(`insert into invoice_status_counts (organization_id, status, currency, stripe, invoices,
      total_minor, balance_minor)
    select organization_id, status, currency, position % 16, count(*), sum(total_minor), sum(balance_minor)
    from invoices group by 1, 2, 3, 4`)
  await client.query('vacuum analyze invoices')
}

const INVOICES = 50_000
/** One in ten is of the invoices that are paid in the bench. */
const ATTEMPTS = `insert into payment_attempts (organization_id, attempt_id, kind, payment_id, invoice_number, request_key,
    status, is_reserved, processor, processor_account, method, is_hosted, currency, amount_minor, decline_reason, facts, payer, created_at, changed_at,
    called_at)
  select 'shop', id, 'charge', id, case when n % 10 = 0 then (n / 10 % $2 + 1)::text else 'past ' || n % ${INVOICES} end,
    'past form ' || n, case when n % 5 = 0 then 'declined' else 'approved' end, false, 'sandbox', 'sandbox', 'card', false, 'USD',
    n % 10000 + 1, case when n % 5 = 0 then 'declined' end,
    jsonb_build_object('reference', md5(n::text), 'account', jsonb_build_object('suffix', '4242', 'scheme', 'Visa')),
    '{}', at, at, at
  from generate_series(1, $1::int) as n, lateral (select '1700000000000' || lpad(n::text, 9, '0') as id,
    timestamptz '2024-01-01' + n * interval '30 seconds' as at) as made`
const PAYMENTS = `insert into payments (organization_id, payment_id, invoice_number, origin, status, method, currency,
    amount_minor, received_at, details)
  select organization_id, payment_id, invoice_number, 'processor', 'COMPLETED', method, currency, amount_minor,
    created_at, '{}' from payment_attempts where status = 'approved'`

/** Attempts of the last years, with their payments. */
export async function seedAttempts(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query('select count(*)::int as invoices from invoices')
  await client.query(ATTEMPTS, [count, rows[0]?.invoices])
  await client.query(PAYMENTS)
  await client.query('vacuum analyze payment_attempts')
  await client.query('vacuum analyze payments')
}
