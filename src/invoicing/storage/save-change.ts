import type { Actor } from '../../kernel/actor.ts'
import { eventWrite, mailWrite } from '../../notifications/index.ts'
import { REQUESTED } from '../../notifications/pure.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { eventPayload } from '../rules/invoice-event.ts'
import { invoiceWrites } from './invoice-write-store.ts'
import { reminderPlanWrites } from './reminder-plan.ts'

const SUBJECT_PREFIX = 'invoice:'

export type SaveDeps = {
  readonly machineClock: Clock
  readonly config: { readonly baseUrl: string }
}

/** Its name in the audit trail, for example `invoice.canceled`. */
export type InvoiceAction = `invoice.${string}`

type ChangeOrigin = {
  readonly actor: Actor
  readonly action: InvoiceAction
  /** By the product's clock. */
  readonly at: Temporal.Instant
  readonly alsoWrite?: AlsoWrite | undefined
  /** The id of the mail that the change sends, for a caller that waits for it. */
  readonly mailId?: string | undefined
}

/** The writes of another component about the changed invoice; they cost no further round trip. */
export type AlsoWrite = (after: Invoice) => readonly Write[]

/**
 * Saves a change in one statement: invoice, history, counts, audit entry, event, mail, the days of its reminders, and
 * the caller's additional writes.
 */
export async function saveChange(tx: Tx, deps: SaveDeps, change: Change, origin: ChangeOrigin): Promise<void> {
  const mailId = origin.mailId ?? newId()
  await writeTogether(tx, [
    ...invoiceWrites(change),
    ...auditOf(change, deps, origin),
    ...eventOf(change, deps, origin, mailId),
    ...mailOf(change, origin, mailId),
    ...reminderPlanWrites(change, origin),
    ...(origin.alsoWrite?.(change.after) ?? []),
  ])
}

function auditOf(
  { before, after, history }: Change,
  { machineClock }: SaveDeps,
  { actor, action }: ChangeOrigin,
): readonly Write[] {
  const transaction = history.find((entry) => entry.transaction !== undefined)?.transaction
  return auditWrites({
    organizationId: after.organizationId,
    at: machineClock.now(),
    actor: actor.by,
    action,
    subject: subjectOf(after),
    details: {
      from: before?.status ?? null,
      to: after.status,
      version: after.version,
      ...(transaction === undefined ? {} : { transactionId: transaction.transactionId }),
    },
  })
}

function eventOf(
  { after, event, mail }: Change,
  { config }: SaveDeps,
  { at }: ChangeOrigin,
  mailId: string,
): readonly Write[] {
  if (event === undefined) return []
  // The event waits until the mail is handed over, and is withdrawn if the server refuses it.
  const waitsForMail = mail === 'invoice' ? mailId : undefined
  return [
    eventWrite(
      {
        organizationId: after.organizationId,
        type: event.type,
        occurredAt: at,
        subject: subjectOf(after),
        payload: eventPayload(after, event, config),
      },
      { waitsForMail },
    ),
  ]
}

function mailOf(
  { after, mail, isReminderRequested = false }: Change,
  { at }: ChangeOrigin,
  mailId: string,
): readonly Write[] {
  const { name, email } = after.terms.customer
  if (mail === undefined || email === undefined) return []
  // At most one of each for a due date, besides those that the merchant asks for.
  const isScheduled = (mail === 'reminder' || mail === 'overdue-reminder') && !isReminderRequested
  return [
    mailWrite(
      {
        organizationId: after.organizationId,
        kind: mail,
        subject: subjectOf(after),
        cause: `${subjectOf(after)} ${mail} ${isScheduled ? after.terms.dueOn : after.version}`,
        recipient: { name, address: email },
        payload: {
          ...{ version: after.version, dueOn: after.terms.dueOn.toString() },
          ...(isReminderRequested ? REQUESTED : {}),
        },
        createdAt: at,
      },
      mailId,
    ),
  ]
}

export function invoiceNumberOf(subject: string): string {
  return subject.slice(SUBJECT_PREFIX.length)
}

/** The invoice's name in events, mails and the audit trail. */
export function subjectOf({ invoiceNumber }: Pick<Invoice, 'invoiceNumber'>): string {
  return `${SUBJECT_PREFIX}${invoiceNumber}`
}
