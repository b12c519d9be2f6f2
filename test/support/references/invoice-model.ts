/**
 * A small model of an invoice's life, written from the specification and not from the product's own tables.
 * Amounts are whole cents.
 */

export type ModelInvoice = {
  readonly status: 'DRAFT' | 'CREATED' | 'SENT' | 'PARTIAL' | 'PAID' | 'PENDING' | 'CANCELED'
  readonly byEmail: boolean
  readonly email: string | undefined
  readonly isItemized: boolean
  readonly total: number
  readonly balance: number
  /** What attempts to pay have reserved, oldest first. */
  readonly reservations: readonly number[]
  /** The one of them that is under review. */
  readonly underReview: number | undefined
  /** Oldest first. */
  readonly history: readonly string[]
  /** How many payment links there have been. */
  readonly links: number
}

export type ModelTerms = Pick<ModelInvoice, 'byEmail' | 'email' | 'isItemized' | 'total'>

export type Operation =
  | { readonly kind: 'update'; readonly terms: ModelTerms }
  | { readonly kind: 'send' | 'publish' | 'cancel' }
  | { readonly kind: 'reserve'; readonly share: number }
  | { readonly kind: AttemptEnd }
export type AttemptEnd = 'pay' | 'release' | 'hold' | 'accept' | 'reject'

/** What comes of an operation: the next invoice, or the reason of the refusal. */
export type Outcome = ModelInvoice | 'ACTION_NOT_ALLOWED' | 'VALIDATION_ERROR'

export function createdModel(terms: ModelTerms, isSentAtOnce: boolean): ModelInvoice {
  const started = {
    ...terms,
    balance: terms.total,
    reservations: [],
    underReview: undefined,
    links: 1,
  }
  if (!isSentAtOnce) return { ...started, status: 'DRAFT', history: ['DRAFT'] }
  return terms.byEmail
    ? { ...started, status: 'SENT', history: ['CREATE', 'SEND'] }
    : { ...started, status: 'CREATED', history: ['CREATE'] }
}

export function afterOperation(invoice: ModelInvoice, operation: Operation): Outcome {
  switch (operation.kind) {
    case 'update':
      return updatedModel(invoice, operation.terms)
    case 'send':
      return sentModel(invoice)
    case 'publish':
      return invoice.status === 'DRAFT' ? withEvent({ ...invoice, status: 'CREATED' }, 'CREATE') : 'ACTION_NOT_ALLOWED'
    case 'cancel':
      return isUnpaid(invoice) && invoice.reservations.length === 0
        ? withEvent({ ...invoice, status: 'CANCELED' }, 'CANCEL')
        : 'ACTION_NOT_ALLOWED'
    case 'reserve':
      return reservedModel(invoice, operation.share)
    case 'pay':
    case 'release':
    case 'hold':
    case 'accept':
    case 'reject':
      return attemptEnded(invoice, operation.kind)
  }
}

/** How much an attempt would reserve that takes this share of what is free, in percent. */
export function shareOf(invoice: ModelInvoice, share: number): number {
  const free = invoice.balance - sum(invoice.reservations)
  return Math.ceil((free * share) / 100)
}

function updatedModel(invoice: ModelInvoice, terms: ModelTerms): Outcome {
  if (!isUnpaid(invoice) || invoice.reservations.length > 0) return 'ACTION_NOT_ALLOWED'
  if (invoice.isItemized && !terms.isItemized) return 'ACTION_NOT_ALLOWED'
  const links = invoice.links + (terms.email === invoice.email ? 0 : 1)
  return withEvent({ ...invoice, ...terms, balance: terms.total, links }, 'UPDATE')
}

function sentModel(invoice: ModelInvoice): Outcome {
  const { status, byEmail, email } = invoice
  if (status === 'DRAFT' && !byEmail) return withEvent({ ...invoice, status: 'CREATED' }, 'CREATE')
  const canBeSent = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL'].includes(status)
  if (!canBeSent || !byEmail) return 'ACTION_NOT_ALLOWED'
  if (email === undefined) return 'VALIDATION_ERROR'
  if (status === 'SENT' || status === 'PARTIAL') return withEvent(invoice, 'RESEND')
  return withEvent({ ...invoice, status: 'SENT' }, 'SEND')
}

function reservedModel(invoice: ModelInvoice, share: number): Outcome {
  const amount = shareOf(invoice, share)
  const isOpen = ['CREATED', 'SENT', 'PARTIAL'].includes(invoice.status)
  const free = invoice.balance - sum(invoice.reservations)
  if (!isOpen || amount === 0) return 'ACTION_NOT_ALLOWED'
  // Amount only invoices know no installments.
  if (!invoice.isItemized && amount < free) return 'ACTION_NOT_ALLOWED'
  return { ...invoice, reservations: [...invoice.reservations, amount] }
}

/** The attempt that the operation ends: the one under review, or the oldest of the others. */
export function attemptOf(invoice: ModelInvoice, kind: AttemptEnd): number | undefined {
  const { reservations, underReview } = invoice
  if (kind === 'accept' || kind === 'reject') return underReview
  return (underReview === undefined ? reservations : without(reservations, underReview))[0]
}

function attemptEnded(invoice: ModelInvoice, kind: AttemptEnd): Outcome {
  const amount = attemptOf(invoice, kind)
  if (amount === undefined) return 'ACTION_NOT_ALLOWED'
  const reservations = without(invoice.reservations, amount)
  const balance = invoice.balance - amount
  switch (kind) {
    case 'hold':
      return invoice.status === 'PENDING'
        ? 'ACTION_NOT_ALLOWED'
        : withEvent({ ...invoice, status: 'PENDING', underReview: amount }, 'PENDING')
    case 'release':
      return { ...invoice, reservations }
    case 'reject': {
      const status = invoice.balance < invoice.total ? 'PARTIAL' : 'SENT'
      return withEvent({ ...invoice, status, reservations, underReview: undefined }, 'REJECTED')
    }
    case 'accept': {
      const status = balance === 0 ? 'PAID' : 'PARTIAL'
      const paid = { ...invoice, status, balance, reservations, underReview: undefined } as const
      return withEvent(paid, 'PAYMENT')
    }
    case 'pay': {
      // One that had begun before another was held is paid all the same, and the review goes on.
      const open = balance === 0 ? 'PAID' : 'PARTIAL'
      const status = invoice.status === 'PENDING' ? 'PENDING' : open
      return withEvent({ ...invoice, status, balance, reservations }, 'PAYMENT')
    }
  }
}

function isUnpaid({ status }: ModelInvoice): boolean {
  return status === 'DRAFT' || status === 'CREATED' || status === 'SENT'
}

function withEvent(invoice: ModelInvoice, event: string): ModelInvoice {
  return { ...invoice, history: [...invoice.history, event] }
}

function without(amounts: readonly number[], amount: number): readonly number[] {
  const at = amounts.indexOf(amount)
  return amounts.filter((_, index) => index !== at)
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
