// pure
import { JOB_ACTIONS, type JobAction } from '../../../../src/invoicing/bulk/invoice-job.ts'
import type { JobTarget } from '../../invoice-jobs/job.ts'
import { filterQuery } from './api-query.ts'
import type { ListState } from './list-state.ts'
import type { Selection } from './selection.ts'
import type { View } from './views.ts'

/** The actions on many invoices, the one that people take in this view first. */
export function actionsIn(view: View): readonly [JobAction, ...JobAction[]] {
  const first: JobAction = view === 'open' || view === 'overdue' ? 'remind' : 'send'
  return [first, ...JOB_ACTIONS.filter((action) => action !== first)]
}

/** The selected invoices as a job takes them: by their numbers, or as all that match. */
export function jobTarget(selection: Selection, state: ListState, today: string): JobTarget {
  if (selection.kind === 'some') return { invoiceNumbers: selection.keys }
  // An empty list is not a filter.
  const filters = Object.entries(filterQuery(state, today)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return { filters: Object.fromEntries(filters) }
}
