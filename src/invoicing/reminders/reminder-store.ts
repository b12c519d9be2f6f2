import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { ReminderKind } from '../rules/reminded.ts'

type Candidates = {
  readonly organizationId: string
  readonly kind: ReminderKind
  readonly dueOn: Temporal.PlainDate
  /** Leaves out invoices that were sent or changed at this time or later: the reminder's time had passed. */
  readonly sentBefore: Temporal.Instant
  readonly afterPosition: number
  readonly limit: number
}

export type Candidate = { readonly position: number; readonly invoiceNumber: string }

/** Finds open invoices with this due date that have not had this reminder, in the order of their positions. */
export async function findCandidates(db: Db, wanted: Candidates): Promise<readonly Candidate[]> {
  const { organizationId, kind, dueOn, sentBefore, afterPosition, limit } = wanted
  const { rows } = await sql<{ position: bigint; invoice_number: string }>`
    select position, invoice_number from invoices
    where organization_id = ${organizationId} and due_on = ${dueOn.toString()} and position > ${afterPosition}
      and status in ('SENT', 'PARTIAL')
      and not exists (select from invoice_reminders sent where sent.organization_id = invoices.organization_id
        and sent.position = invoices.position and sent.kind = ${kind} and sent.due_on = invoices.due_on)
      and not exists (select from invoice_history history where history.organization_id = invoices.organization_id
        and history.position = invoices.position and history.event in ('SEND', 'UPDATE')
        and history.at >= ${sentBefore.toString()})
    order by position limit ${limit}`.execute(db)
  return rows.map(({ position, invoice_number }) => ({ position: Number(position), invoiceNumber: invoice_number }))
}

type Reminder = {
  readonly organizationId: string
  readonly position: number
  readonly kind: ReminderKind
  readonly dueOn: Temporal.PlainDate
  readonly at: Temporal.Instant
}

/** Returns false if this reminder was already sent. The invoice is locked. */
export async function insertReminder(
  tx: Tx,
  { organizationId, position, kind, dueOn, at }: Reminder,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into invoice_reminders (organization_id, position, kind, due_on, sent_at)
    values (${organizationId}, ${position}, ${kind}, ${dueOn.toString()}, ${at.toString()})
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}
