// pure
import type { JobAction } from '../../../../src/invoicing/bulk/invoice-job.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../../src/invoicing/rules/invoice.ts'
import { type Facts, RULES, ruleFor } from '../../../../src/invoicing/rules/state-machine.ts'
import type { Query } from '../../api/query-string.ts'
import { selectionQuery } from './api-query.ts'
import type { ListState } from './list-state.ts'
import type { Selection } from './selection.ts'
import { statusesOf } from './views.ts'

/** The statuses in which the action is possible, at least under some conditions. */
export function statusesFor(action: JobAction): readonly InvoiceStatus[] {
  return INVOICE_STATUSES.filter((status) => RULES[action][status].some((rule) => !('refusal' in rule)))
}

type Order = {
  readonly action: JobAction
  readonly selection: Selection
  readonly state: ListState
  readonly today: string
}

/** The query of those selected invoices whose status allows the action; undefined if it can be none of them. */
export function participantsQuery(order: Order): Query | undefined {
  return queryOf(order, statusesFor(order.action))
}

const FACTS: Omit<Facts, 'deliveryMode'> = {
  ...{ hasReservation: false, leavesBalance: true, hasEarlierPayments: false, isTaken: false },
  ...{ hasOtherReview: false, wasSentBefore: true },
}

/** The statuses in which an invoice that is delivered without email is refused, or only published where others are mailed. */
export function statusesWithoutEmail(action: JobAction): Readonly<Record<WithoutEmail, readonly InvoiceStatus[]>> {
  const able = statusesFor(action).map((status) => {
    const email = ruleFor(action, status, { ...FACTS, deliveryMode: 'email' })
    return { status, email, none: ruleFor(action, status, { ...FACTS, deliveryMode: 'none' }) }
  })
  const isPublished = ({ email, none }: (typeof able)[number]) => 'to' in email && 'to' in none && email.to !== none.to
  return {
    refused: able.filter(({ none }) => 'refusal' in none).map(({ status }) => status),
    published: able.filter(isPublished).map(({ status }) => status),
  }
}

/** The effect on an invoice that is delivered without email, where it differs. */
export type WithoutEmail = 'refused' | 'published'

/** The query of those among the participants; undefined if there can be none. */
export function withoutEmailQuery(order: Order, effect: WithoutEmail): Query | undefined {
  const query = queryOf(order, statusesWithoutEmail(order.action)[effect])
  return query && { ...query, deliveryMode: 'none' }
}

function queryOf({ selection, state, today }: Order, statuses: readonly InvoiceStatus[]): Query | undefined {
  const selected = selection.kind === 'all' ? statusesOf(state.view, state.status) : undefined
  const able = statuses.filter((status) => selected?.includes(status) ?? true)
  return able.length === 0 ? undefined : { ...selectionQuery(selection, state, today), status: able.join(',') }
}
