import { sql } from 'kysely'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice, InvoiceStatus } from '../rules/invoice.ts'

const STRIPES = 16

/** The part of an invoice in the counts of its status and currency. */
type Counted = {
  readonly status: InvoiceStatus
  readonly currency: string
  readonly invoices: bigint
  readonly totalMinor: bigint
  readonly balanceMinor: bigint
}

/** Updates the number and the sums of the invoices of each status and currency, if the write changes them. */
export function countWrites({ before, after }: Pick<Change, 'before' | 'after'>): readonly Write[] {
  const changes = countChanges({ before, after })
  if (changes.length === 0) return []
  const { organizationId, position } = after
  const rows = changes.map(
    ({ status, currency, invoices, totalMinor, balanceMinor }) => sql`(${organizationId}, ${status}, ${currency},
      ${position % STRIPES}, ${String(invoices)}::bigint, ${String(totalMinor)}::numeric,
      ${String(balanceMinor)}::numeric)`,
  )
  return [
    sql`insert into invoice_status_counts as counted (organization_id, status, currency, stripe, invoices, total_minor,
        balance_minor)
      values ${sql.join(rows)}
      on conflict (organization_id, status, currency, stripe)
        do update set invoices = counted.invoices + excluded.invoices,
          total_minor = counted.total_minor + excluded.total_minor,
          balance_minor = counted.balance_minor + excluded.balance_minor`,
  ]
}

function countChanges({ before, after }: Pick<Change, 'before' | 'after'>): readonly Counted[] {
  const added = countedOf(after)
  if (before === undefined) return [added]
  const removed = negated(countedOf(before))
  if (removed.status !== added.status || removed.currency !== added.currency) {
    // All writers lock these rows in the same order, so that they cannot deadlock.
    return [removed, added].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
  const totalMinor = added.totalMinor + removed.totalMinor
  const balanceMinor = added.balanceMinor + removed.balanceMinor
  return totalMinor === 0n && balanceMinor === 0n ? [] : [{ ...added, invoices: 0n, totalMinor, balanceMinor }]
}

function countedOf({ status, terms, balance }: Invoice): Counted {
  const { minor, currency } = terms.amounts.total
  return { status, currency, invoices: 1n, totalMinor: minor, balanceMinor: balance.minor }
}

function negated({ invoices, totalMinor, balanceMinor, ...key }: Counted): Counted {
  return { ...key, invoices: -invoices, totalMinor: -totalMinor, balanceMinor: -balanceMinor }
}

function keyOf({ status, currency }: Counted): string {
  return `${status} ${currency}`
}
