import { sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'

const ALERT_KINDS = ['late-charge-reversed', 'reversal-failed', 'payment-disputed', 'payment-returned'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export type Alert = {
  readonly organizationId: string
  readonly kind: AlertKind
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly amount: Money
  readonly raisedAt: Temporal.Instant
}

export function alertInsert(alert: Alert): Write {
  const { amount } = alert
  return sql`insert into payment_alerts (organization_id, alert_id, kind, payment_id, invoice_number, currency,
      amount_minor, raised_at)
    values (${alert.organizationId}, ${newId()}, ${alert.kind}, ${alert.paymentId}, ${alert.invoiceNumber},
      ${amount.currency}, ${String(amount.minor)}, ${alert.raisedAt.toString()})`
}

const COUNTED_MAX = 100_000

/** How many alerts of each kind nobody has acknowledged. */
export async function countOpenAlerts({ db }: Pick<Database, 'db'>): Promise<Readonly<Record<AlertKind, number>>> {
  const { rows } = await sql<{ kind: AlertKind; count: number }>`select kind, count(*)::int as count
    from (select kind from payment_alerts where acknowledged_at is null limit ${COUNTED_MAX}) open
    group by kind`.execute(db)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(ALERT_KINDS.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<AlertKind, number>
}
