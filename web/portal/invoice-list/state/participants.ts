// pure
import type { JobAction } from '../../../../src/invoicing/bulk/invoice-job.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../../src/invoicing/rules/invoice.ts'
import { RULES } from '../../../../src/invoicing/rules/state-machine.ts'
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
export function participantsQuery({ action, selection, state, today }: Order): Query | undefined {
  const selected = selection.kind === 'all' ? statusesOf(state.view, state.status) : undefined
  const able = statusesFor(action).filter((status) => selected?.includes(status) ?? true)
  return able.length === 0 ? undefined : { ...selectionQuery(selection, state, today), status: able.join(',') }
}
