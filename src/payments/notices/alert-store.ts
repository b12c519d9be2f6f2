import { sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'

const ALERT_KINDS = [
  ...(['late-charge-reversed', 'reversal-failed', 'payment-disputed', 'payment-returned', 'refund-failed'] as const),
  'refund-exceeds-payment',
  'card-testing',
] as const
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

/** The number of unacknowledged alerts of each kind. */
export async function countOpenAlerts({ db }: Pick<Database, 'db'>): Promise<Readonly<Record<AlertKind, number>>> {
  const { rows } = await sql<{ kind: AlertKind; count: number }>`select kind, count(*)::int as count
    from (select kind from payment_alerts where acknowledged_at is null limit ${COUNTED_MAX}) open
    group by kind`.execute(db)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(ALERT_KINDS.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<AlertKind, number>
}

type AlertRow = {
  readonly organization_id: string
  readonly alert_id: string
  readonly kind: AlertKind
  readonly payment_id: string
  readonly invoice_number: string
  readonly currency: string
  readonly amount_minor: string
  readonly raised_at: Temporal.Instant
}
export type OpenAlert = Alert & { readonly alertId: string }

type Selected = { readonly organizationId: string | undefined; readonly limit: number }

/** Unacknowledged alerts, oldest first, locked until the transaction ends. */
export async function lockOpenAlerts(tx: Tx, { organizationId, limit }: Selected): Promise<readonly OpenAlert[]> {
  const { rows } = await sql<AlertRow>`select organization_id, alert_id, kind, payment_id, invoice_number, currency,
      amount_minor, raised_at from payment_alerts
    where acknowledged_at is null
      and (${organizationId ?? null}::text is null or organization_id = ${organizationId ?? null})
    order by raised_at, alert_id limit ${limit} for update`.execute(tx)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    alertId: row.alert_id,
    kind: row.kind,
    paymentId: row.payment_id,
    invoiceNumber: row.invoice_number,
    amount: { minor: BigInt(row.amount_minor), currency: row.currency },
    raisedAt: row.raised_at,
  }))
}

export function alertAcknowledgement({ organizationId, alertId }: OpenAlert, at: Temporal.Instant): Write {
  return sql`update payment_alerts set acknowledged_at = ${at.toString()}
    where organization_id = ${organizationId} and alert_id = ${alertId}`
}
