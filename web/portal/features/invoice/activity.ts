// pure

/** The answer of /portal/v1/invoices/{id}/activity, with amounts as text. */
export type Activity = {
  /** By the service's clock, in the organization's zone. */
  readonly today: string
  readonly actions: readonly ActionState[]
  readonly entries: readonly Entry[]
  readonly hasMore: boolean
}

export type ActionName = 'send' | 'publish' | 'remind' | 'cancel' | 'update' | 'recordPayment' | 'refund'

export type ActionState = {
  readonly action: ActionName
  readonly isAllowed: boolean
  readonly reason: string | null
  readonly availableAt: string | null
}

type At = { readonly at: string }
type Money = { readonly amount: string; readonly currency: string }
type HistoryEvent =
  | 'DRAFT'
  | 'CREATE'
  | 'UPDATE'
  | 'SEND'
  | 'RESEND'
  | 'REMINDER'
  | 'PAYMENT'
  | 'CANCEL'
  | 'PENDING'
  | 'REJECTED'
type HistoryEntry = At & {
  readonly kind: 'history'
  readonly event: HistoryEvent
  readonly transactionId: string | null
  readonly amount: string | null
  readonly currency: string | null
}
export type MailEntry = At & {
  readonly kind: 'mail'
  readonly mailId: string
  readonly mailKind: string
  readonly state: 'queued' | 'waiting' | 'handedOver' | 'refused' | 'givenUp' | 'dropped'
  readonly to: string
  readonly reason: string | null
  readonly attempts: number
  readonly isKept: boolean
}
export type PaymentEntry = At &
  Money & {
    readonly kind: 'payment'
    readonly transactionId: string
    readonly origin: 'processor' | 'external'
    readonly method: string
    readonly status: 'REVIEW' | 'COMPLETED' | 'REJECTED' | 'REVERSED'
    readonly refundedAmount: string
    readonly refundableAmount: string
  }
type RefundEntry = At &
  Money & {
    readonly kind: 'refund'
    readonly transactionId: string
    readonly paymentId: string
    readonly status: 'PENDING' | 'COMPLETED' | 'FAILED'
    readonly reason: string | null
  }
type ReviewEntry = At &
  Money & {
    readonly kind: 'review'
    readonly transactionId: string
    readonly decision: 'ACCEPT' | 'REJECT' | 'EXPIRED' | null
    readonly decideBy: string | null
  }
type DisputeEntry = At &
  Money & {
    readonly kind: 'dispute'
    readonly transactionId: string
    readonly paymentId: string
    readonly disputeKind: 'chargeback' | 'return'
    readonly status: 'open' | 'won' | 'lost'
  }
export type WebhookEntry = At & {
  readonly kind: 'webhook'
  readonly webhookId: string
  readonly deliveryId: string
  readonly eventType: string
  readonly state: string
  readonly attempts: number
  readonly reason: string | null
}
export type Entry = HistoryEntry | MailEntry | PaymentEntry | RefundEntry | ReviewEntry | DisputeEntry | WebhookEntry

/** Mails and payments tell the same as these entries of the history, and more. */
const TOLD_BY_MAIL: readonly HistoryEvent[] = ['SEND', 'RESEND', 'REMINDER']
const TOLD_BY_PAYMENT: readonly HistoryEvent[] = ['PAYMENT', 'PENDING', 'REJECTED']
const TO_MERCHANT = 'merchant-notification'
const SAME_MOMENT_MS = 5_000

/** The timeline without entries that another one tells better. */
export function timelineOf(entries: readonly Entry[]): readonly Entry[] {
  const mails = entries.filter((entry) => entry.kind === 'mail' && entry.mailKind !== TO_MERCHANT)
  const payments = entries.filter((entry) => entry.kind === 'payment' || entry.kind === 'review')
  const isTold = (entry: Entry): boolean => {
    if (entry.kind !== 'history') return false
    if (TOLD_BY_MAIL.includes(entry.event)) return mails.some((mail) => isSameMoment(mail, entry))
    if (!TOLD_BY_PAYMENT.includes(entry.event)) return false
    return entry.transactionId === null
      ? payments.some((payment) => isSameMoment(payment, entry))
      : payments.some((payment) => payment.transactionId === entry.transactionId)
  }
  return entries.filter((entry) => !isTold(entry))
}

function isSameMoment(one: At, other: At): boolean {
  return Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= SAME_MOMENT_MS
}

/** Payments that can be refunded now, newest first. */
export function refundablePayments(entries: readonly Entry[]): readonly PaymentEntry[] {
  return entries.filter(
    (entry): entry is PaymentEntry => entry.kind === 'payment' && /[1-9]/.test(entry.refundableAmount),
  )
}

/** Payments received elsewhere that can be taken back, newest first. */
export function reversiblePayments(entries: readonly Entry[]): readonly PaymentEntry[] {
  return entries.filter(
    (entry): entry is PaymentEntry =>
      entry.kind === 'payment' && entry.origin === 'external' && entry.status === 'COMPLETED',
  )
}

type NextAction = 'send' | 'publish' | 'remind' | 'copyLink' | undefined

/** The one action that most people want next; undefined where nothing is left to do. */
export function nextActionOf(status: string, actions: readonly ActionState[]): NextAction {
  const isAllowed = (name: ActionName) => actions.some(({ action, isAllowed }) => action === name && isAllowed)
  switch (status) {
    case 'DRAFT':
      return isAllowed('send') ? 'send' : isAllowed('publish') ? 'publish' : undefined
    case 'CREATED':
      return isAllowed('send') ? 'send' : 'copyLink'
    case 'SENT':
    case 'PARTIAL':
      return isAllowed('remind') ? 'remind' : 'copyLink'
    default:
      return undefined
  }
}
