import type { Actor } from '../../kernel/actor.ts'
import { eventWrite, mailWrite } from '../../notifications/index.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { eventPayload } from '../rules/invoice-event.ts'
import { invoiceWrites } from './invoice-write-store.ts'

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
}

/** What another component writes about the changed invoice; it costs no further round trip. */
export type AlsoWrite = (after: Invoice) => readonly Write[]

/** Saves a change in one statement: invoice, history, counts, audit entry, event, mail and what the caller adds. */
export async function saveChange(tx: Tx, deps: SaveDeps, change: Change, origin: ChangeOrigin): Promise<void> {
  await writeTogether(tx, [
    ...invoiceWrites(change),
    ...auditOf(change, deps, origin),
    ...eventOf(change, deps, origin),
    ...mailOf(change, origin),
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

function eventOf({ after, event }: Change, { config }: SaveDeps, { at }: ChangeOrigin): readonly Write[] {
  if (event === undefined) return []
  return [
    eventWrite({
      organizationId: after.organizationId,
      type: event.type,
      occurredAt: at,
      subject: subjectOf(after),
      payload: eventPayload(after, event, config),
    }),
  ]
}

function mailOf({ after, mail }: Change, { at }: ChangeOrigin): readonly Write[] {
  const { name, email } = after.terms.customer
  if (mail === undefined || email === undefined) return []
  return [
    mailWrite({
      organizationId: after.organizationId,
      kind: mail,
      subject: subjectOf(after),
      recipient: { name, address: email },
      payload: { version: after.version },
      createdAt: at,
    }),
  ]
}

/** The invoice's name in events, mails and the audit trail. */
export function subjectOf({ invoiceNumber }: Pick<Invoice, 'invoiceNumber'>): string {
  return `invoice:${invoiceNumber}`
}
