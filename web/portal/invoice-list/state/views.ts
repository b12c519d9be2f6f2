// pure
import type { InvoiceStatus } from '../../../../src/invoicing/rules/invoice.ts'

/** The tabs of the list, in their order. */
export const VIEWS = ['all', 'draft', 'open', 'overdue', 'paid', 'canceled'] as const
export type View = (typeof VIEWS)[number]

/** Where a view shows several statuses, the status filter chooses among them. */
const STATUSES_OF_VIEW: Readonly<Record<View, readonly InvoiceStatus[]>> = {
  all: ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PENDING', 'PAID', 'CANCELED'],
  draft: ['DRAFT'],
  open: ['CREATED', 'SENT', 'PARTIAL', 'PENDING'],
  overdue: ['CREATED', 'SENT', 'PARTIAL', 'PENDING'],
  paid: ['PAID'],
  canceled: ['CANCELED'],
}

export function isView(text: unknown): text is View {
  return (VIEWS as readonly unknown[]).includes(text)
}

/** The statuses that the filter offers in a view; none where it would have one choice. */
export function statusChoices(view: View): readonly InvoiceStatus[] {
  const statuses = STATUSES_OF_VIEW[view]
  return statuses.length > 1 ? statuses : []
}

/** The statuses to ask the API for; undefined for all of them. */
export function statusesOf(view: View, chosen: readonly InvoiceStatus[]): readonly InvoiceStatus[] | undefined {
  const shown = STATUSES_OF_VIEW[view]
  const narrowed = shown.filter((status) => chosen.includes(status))
  if (narrowed.length > 0) return narrowed
  return view === 'all' || view === 'overdue' ? undefined : shown
}

/** A status that the filter offers. Overdue is a view of its own. */
export type StatusChoice = Exclude<InvoiceStatus, 'CREATED' | 'SENT'> | 'OPEN'

/** The words that people know for the statuses: created and sent invoices are both open. */
export function shownStatusesOf(statuses: readonly InvoiceStatus[]): readonly StatusChoice[] {
  return [...new Set(statuses.map((status) => (status === 'CREATED' || status === 'SENT' ? 'OPEN' : status)))]
}

export function statusesOfChoice(choice: StatusChoice): readonly InvoiceStatus[] {
  return choice === 'OPEN' ? ['CREATED', 'SENT'] : [choice]
}
