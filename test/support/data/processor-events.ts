import { sql } from 'kysely'
import { handleProcessorEvent } from '../../../src/payments/events/handle-processor-event.ts'
import type { Attempt } from '../../../src/payments/model/attempt.ts'
import type { PaymentDeps } from '../../../src/payments/payment-deps.ts'
import type { ProcessorEvent } from '../../../src/payments/port/port.ts'

let events = 0

/** An event of its own about a charge or refund. */
export function anEvent(
  { organizationId, attemptId: key }: Pick<Attempt, 'organizationId' | 'attemptId'>,
  happened: ProcessorEvent['happened'],
  at = '2026-03-20T08:00:00Z',
): ProcessorEvent {
  events += 1
  return { eventId: `event ${process.pid} ${events}`, organizationId, key, at: Temporal.Instant.from(at), happened }
}

/** Delivers an event once. */
export function deliver(deps: PaymentDeps, event: ProcessorEvent) {
  return handleProcessorEvent(deps, { processor: 'sandbox', event })
}

/** Delivers an event four times, three of them at the same moment, as processors may; how each was handled. */
export async function deliverOften(deps: PaymentDeps, event: ProcessorEvent) {
  const together = await Promise.all([1, 2, 3].map(() => deliver(deps, event)))
  return [...together.sort(), await deliver(deps, event)]
}

/** Delivers both at the same moment. */
export function deliverTogether(deps: PaymentDeps, ...several: readonly ProcessorEvent[]) {
  return Promise.all(several.map((event) => deliver(deps, event)))
}

/** How an event is handled that is delivered often. */
export const ONCE = ['handled', 'repeated', 'repeated', 'repeated']

/** The report records about a request, in the order in which they were written. */
export async function recordsAbout({ database }: Pick<PaymentDeps, 'database'>, requestId: string) {
  const { rows } = await sql<{
    kind: string
    record: { recordId: string; occurredAt: string; fields: Record<string, string> }
  }>`select kind, record from record_outbox where record->'fields'->>'Request.RequestID' = ${requestId}
    order by outbox_id`.execute(database.db)
  return rows.map(({ kind, record }) => ({ kind, ...record }))
}

/** The payments' events for webhooks about an invoice, by name. */
export async function webhookEvents({ database }: Pick<PaymentDeps, 'database'>, invoiceNumber: string) {
  const { rows } = await sql<{ type: string; payload: Record<string, string> }>`select event_type as type, payload
    from events where subject = ${`invoice:${invoiceNumber}`} and event_type like 'payments.%'
    order by event_type, event_id`.execute(database.db)
  return rows
}

/** The audit entries of a payment. */
export async function auditedActions({ database }: Pick<PaymentDeps, 'database'>, paymentId: string) {
  const { rows } = await sql<{ action: string }>`select action from audit_entries
    where subject = ${`payment:${paymentId}`} order by action, entry_id`.execute(database.db)
  return rows.map(({ action }) => action)
}

/** The kinds and amounts of open alerts about a payment. */
export async function openAlerts({ database }: Pick<PaymentDeps, 'database'>, paymentId: string) {
  const { rows } = await sql<{ kind: string; cents: number }>`select kind, amount_minor::int as cents
    from payment_alerts where payment_id = ${paymentId} and acknowledged_at is null order by kind, amount_minor`.execute(
    database.db,
  )
  return rows
}

/** The kinds of mails about a payment. */
export async function mailsAbout({ database }: Pick<PaymentDeps, 'database'>, paymentId: string) {
  const { rows } = await sql<{ kind: string }>`select kind from mail_outbox
    where payload->>'transactionId' = ${paymentId} order by kind`.execute(database.db)
  return rows.map(({ kind }) => kind)
}
