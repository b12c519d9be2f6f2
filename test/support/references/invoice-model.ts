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
  /** Amounts that attempts to pay have reserved, oldest first. */
  readonly reservations: readonly number[]
  /** Those of them that are under review, oldest first. */
  readonly underReview: readonly number[]
  /** Amounts that were received elsewhere and can be reversed, oldest first. */
  readonly external: readonly number[]
  /** The status before the first payment. */
  readonly unpaidStatus: 'CREATED' | 'SENT' | undefined
  /** Oldest first. */
  readonly history: readonly string[]
  /** How many payment links there have been. */
  readonly links: number
  /** The addresses that it was mailed to, one for each mail. All of it happens within a minute. */
  readonly mailedTo: readonly string[]
}

export type ModelTerms = Pick<ModelInvoice, 'byEmail' | 'email' | 'isItemized' | 'total'>

export type Operation =
  | { readonly kind: 'update'; readonly terms: ModelTerms }
  | { readonly kind: 'send' | 'publish' | 'cancel' }
  | { readonly kind: 'reserve' | 'receive'; readonly share: number }
  | { readonly kind: AttemptEnd }
export type AttemptEnd = 'pay' | 'release' | 'hold' | 'accept' | 'reject' | 'reverse'

/** The outcome of an operation: the next invoice, or the reason of the refusal. */
export type Outcome = ModelInvoice | 'ACTION_NOT_ALLOWED' | 'VALIDATION_ERROR' | 'TOO_MANY_RESENDS'

export function createdModel(terms: ModelTerms, isSentImmediately: boolean): ModelInvoice {
  const started = {
    ...terms,
    balance: terms.total,
    reservations: [],
    underReview: [],
    external: [],
    unpaidStatus: undefined,
    links: 1,
    mailedTo: isSentImmediately && terms.byEmail ? [terms.email ?? ''] : [],
  }
  if (!isSentImmediately) return { ...started, status: 'DRAFT', history: ['DRAFT'] }
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
    case 'receive':
      return receivedModel(invoice, operation.share)
    case 'reverse':
    case 'pay':
    case 'release':
    case 'hold':
    case 'accept':
    case 'reject':
      return attemptEnded(invoice, operation.kind)
  }
}

/** The links that an invoice has: to itself, and to every request that would be done, if need be after a minute. */
export function linksOf(invoice: ModelInvoice): readonly string[] {
  const { byEmail, email, isItemized, total } = invoice
  const requests = {
    update: { kind: 'update', terms: { byEmail, email, isItemized, total } },
    deliver: { kind: 'send' },
    cancel: { kind: 'cancel' },
  } as const
  const isOffered = (operation: Operation) => {
    const outcome = afterOperation(invoice, operation)
    return typeof outcome !== 'string' || outcome === 'TOO_MANY_RESENDS'
  }
  const offered = Object.entries(requests).filter(([, operation]) => isOffered(operation))
  return ['self', ...offered.map(([name]) => name)]
}

/** The amount that an attempt for this share of the free balance would reserve, in percent. */
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
  // The first mail to an address, and one more within a minute.
  if (invoice.mailedTo.filter((each) => each === email).length > 1) return 'TOO_MANY_RESENDS'
  const mailed = { ...invoice, mailedTo: [...invoice.mailedTo, email] }
  if (status === 'SENT' || status === 'PARTIAL') return withEvent(mailed, 'RESEND')
  return withEvent({ ...mailed, status: 'SENT' }, 'SEND')
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

/** The amount that the operation is about: the oldest under review, received elsewhere, or of the other attempts. */
export function attemptOf(invoice: ModelInvoice, kind: AttemptEnd): number | undefined {
  const { reservations, underReview, external } = invoice
  if (kind === 'reverse') return external[0]
  if (kind === 'accept' || kind === 'reject') return underReview[0]
  return underReview.reduce(without, reservations)[0]
}

function attemptEnded(invoice: ModelInvoice, kind: AttemptEnd): Outcome {
  const amount = attemptOf(invoice, kind)
  if (amount === undefined) return 'ACTION_NOT_ALLOWED'
  const reservations = without(invoice.reservations, amount)
  switch (kind) {
    case 'hold': {
      const underReview = [...invoice.underReview, amount]
      return withEvent({ ...withUnpaid(invoice), status: 'PENDING', underReview }, 'PENDING')
    }
    case 'release':
      return { ...invoice, reservations }
    case 'reject': {
      const underReview = without(invoice.underReview, amount)
      const decided = invoice.balance < invoice.total ? 'PARTIAL' : 'SENT'
      return withEvent(
        { ...invoice, status: statusDuring(underReview, decided), reservations, underReview },
        'REJECTED',
      )
    }
    case 'accept':
      return paidModel({ ...invoice, reservations, underReview: without(invoice.underReview, amount) }, amount)
    case 'pay':
      // One that had begun before another was held is paid all the same, and the review goes on.
      return paidModel({ ...withUnpaid(invoice), reservations }, amount)
    case 'reverse':
      return reversedModel(invoice, amount)
  }
}

function paidModel(invoice: ModelInvoice, amount: number): ModelInvoice {
  const balance = invoice.balance - amount
  const status = statusDuring(invoice.underReview, balance === 0 ? 'PAID' : 'PARTIAL')
  return withEvent({ ...invoice, status, balance }, 'PAYMENT')
}

/** While reviews are open the invoice is PENDING, whatever else happens. */
function statusDuring(underReview: readonly number[], otherwise: ModelInvoice['status']): ModelInvoice['status'] {
  return underReview.length > 0 ? 'PENDING' : otherwise
}

/** The merchant received money elsewhere. */
function receivedModel(invoice: ModelInvoice, share: number): Outcome {
  const amount = shareOf(invoice, share)
  const isOpen = ['CREATED', 'SENT', 'PARTIAL'].includes(invoice.status)
  if (!isOpen || amount === 0) return 'ACTION_NOT_ALLOWED'
  const balance = invoice.balance - amount
  const status = balance === 0 ? 'PAID' : 'PARTIAL'
  return withEvent({ ...withUnpaid(invoice), status, balance, external: [...invoice.external, amount] }, 'PAYMENT')
}

/** The balance rises again, and nothing is written to the history. */
function reversedModel(invoice: ModelInvoice, amount: number): ModelInvoice {
  const balance = invoice.balance + amount
  const unpaid = invoice.unpaidStatus ?? invoice.status
  const open = balance < invoice.total ? 'PARTIAL' : unpaid
  const status = invoice.status === 'PENDING' ? 'PENDING' : open
  return { ...invoice, status, balance, external: without(invoice.external, amount) }
}

function withUnpaid(invoice: ModelInvoice): ModelInvoice {
  const { status } = invoice
  return status === 'CREATED' || status === 'SENT' ? { ...invoice, unpaidStatus: status } : invoice
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
