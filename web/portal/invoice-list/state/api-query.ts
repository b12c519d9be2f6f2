// pure
import type { Query } from '../../api/query-string.ts'
import { type DateFilter, type ListState, sortText } from './list-state.ts'
import { type Days, daysOfPeriod } from './periods.ts'
import type { Selection } from './selection.ts'
import { statusesOf } from './views.ts'

/** The filters as the API takes them; with the day on which the list is read, in the organization's zone. */
export function filterQuery(state: ListState, today: string): Query {
  const { view, search, status, amount, currency, customerEmail, language, customFields, undelivered } = state
  const [created, due] = [daysOf(state.created, today), daysOf(state.due, today)]
  return {
    status: statusesOf(view, status)?.join(','),
    overdue: view === 'overdue' ? true : undefined,
    customerEmail,
    createdFrom: created?.from,
    createdTo: created?.to,
    dueFrom: due?.from,
    dueTo: due?.to,
    amountFrom: amount?.from,
    amountTo: amount?.to,
    currency,
    language,
    customField: customFields.map(({ name, value }) => `${name}:${value}`),
    undelivered,
    search,
  }
}

/** The selected invoices as the API takes them: by their numbers, or as all that match. */
export function selectionQuery(selection: Selection, state: ListState, today: string): Query {
  return selection.kind === 'all' ? filterQuery(state, today) : { invoiceId: selection.keys.join(',') }
}

/** The parameter that the API sorts by. */
export function sortQuery({ sort }: ListState): Query {
  return sort === undefined ? {} : { sort: sortText(sort) }
}

function daysOf(dates: DateFilter | undefined, today: string): Days | undefined {
  if (dates === undefined) return undefined
  return dates.kind === 'period' ? daysOfPeriod(dates.period, today) : dates
}
