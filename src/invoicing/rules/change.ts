// pure
import { compareMoney } from '../../kernel/money.ts'
import type { HistoryEntry, Invoice, InvoiceStatus, UnpaidStatus } from './invoice.ts'
import type { InvoiceEvent, InvoiceTransaction } from './invoice-event.ts'
import { type Facts, type InvoiceMail, type Move, moveFor, type Trigger } from './state-machine.ts'

/** A change of an invoice, with its history entries, event and mail. */
export type Change = {
  /** Undefined for a new one. */
  readonly before: Invoice | undefined
  readonly after: Invoice
  /** Oldest first. */
  readonly history: readonly HistoryEntry[]
  readonly event: InvoiceEvent | undefined
  readonly mail: InvoiceMail | undefined
  /** The merchant asked for this reminder; those of the schedule are sent once for a due date. */
  readonly isReminderRequested?: boolean
}

type Moment = { readonly at: Temporal.Instant; readonly transaction?: InvoiceTransaction }
type Parts = Partial<Pick<Invoice, 'submittedAt' | 'terms' | 'balance' | 'reserved' | 'openReviews' | 'paymentToken'>>

/** The facts of an invoice that rules depend on. */
export function factsOf({ terms, balance, reserved, openReviews, statusBeforePayment }: Invoice): Facts {
  return {
    deliveryMode: terms.deliveryMode,
    hasReservation: reserved.minor > 0n,
    leavesBalance: balance.minor > 0n,
    hasEarlierPayments: compareMoney(balance, terms.amounts.total) < 0,
    isTaken: false,
    hasOtherReview: openReviews > 1,
    wasSentBefore: statusBeforePayment === 'SENT',
  }
}

/** The move that the trigger makes; throws a refusal if it is not allowed. */
export function moveOf(trigger: Trigger, invoice: Invoice, given: Partial<Facts> = {}): Move {
  return moveFor(trigger, invoice.status, { ...factsOf(invoice), ...given })
}

/** The invoice after the move, one version on. */
export function moved(before: Invoice, move: Move, { at, transaction }: Moment, parts: Parts = {}): Change {
  const isPublished = move.to !== 'DRAFT' && move.to !== 'CANCELED'
  return {
    before,
    after: {
      ...before,
      ...parts,
      status: move.to,
      version: before.version + 1,
      publishedAt: before.publishedAt ?? (isPublished ? at : undefined),
      statusBeforePayment: isUnpaid(before.status) ? before.status : before.statusBeforePayment,
    },
    history: move.history === undefined ? [] : [{ event: move.history, at, transaction }],
    event: move.event === undefined ? undefined : { type: move.event, transaction },
    mail: move.mail,
  }
}

/** The invoice one version on, without history, event or mail. */
export function changedQuietly(before: Invoice, parts: Parts): Change {
  const after = { ...before, ...parts, version: before.version + 1 }
  return { before, after, history: [], event: undefined, mail: undefined }
}

function isUnpaid(status: InvoiceStatus): status is UnpaidStatus {
  return status === 'CREATED' || status === 'SENT'
}
