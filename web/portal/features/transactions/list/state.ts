// pure

import { isCurrency } from '../../../../../src/kernel/currency.ts'
import {
  SORT_KEYS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  type TransactionSort,
  type TransactionState,
  type TransactionType,
} from '../../../../../src/payments/transaction-list/transaction-list.ts'
import type { Query } from '../../../api/query-string.ts'
import {
  type AmountFilter,
  type DateFilter,
  readAmount,
  readDates,
  writtenDates,
} from '../../../invoice-list/state/list-state.ts'
import { CREATED_PERIODS, type Days, daysOfPeriod } from '../../../invoice-list/state/periods.ts'

/** In the order in which the list shows them. */
export const COLUMNS = ['reference', 'customer', 'merchant', 'type', 'state', 'method', 'time', 'amount'] as const
export type Column = (typeof COLUMNS)[number]

/** All that the address of the list says. Undefined and empty mean that a filter is off. */
export type TransactionListState = {
  readonly search: string | undefined
  readonly types: readonly TransactionType[]
  readonly states: readonly TransactionState[]
  readonly dates: DateFilter | undefined
  /** When the money moved. */
  readonly moved: DateFilter | undefined
  readonly amount: AmountFilter | undefined
  readonly currency: string | undefined
  readonly lastFour: string | undefined
  readonly email: string | undefined
  readonly source: string | undefined
  readonly processor: string | undefined
  /** Undefined: newest first. */
  readonly sort: TransactionSort | undefined
  /** Undefined: the usual columns. */
  readonly columns: readonly Column[] | undefined
  /** The saved view that was opened; the rest may have changed since. */
  readonly saved: string | undefined
}

/** Filters that have a chip, in their order. */
export const FILTERS = [
  ...(['types', 'states', 'dates', 'moved', 'amount', 'currency'] as const),
  ...(['lastFour', 'email', 'source', 'processor'] as const),
] as const
export type Filter = (typeof FILTERS)[number]

export const EMPTY_STATE: TransactionListState = {
  ...{ search: undefined, types: [], states: [], dates: undefined, moved: undefined, amount: undefined },
  ...{ currency: undefined, lastFour: undefined, email: undefined, source: undefined, processor: undefined },
  ...{ sort: undefined, columns: undefined, saved: undefined },
}

export const NEWEST_FIRST: TransactionSort = { key: 'time', isDescending: true }

type SearchParameters = Readonly<Record<string, unknown>>
export type TransactionSearch = { readonly [name: string]: string }

/** The parameters that an address keeps: those that the list reads, in one form. */
export function transactionSearch(parameters: SearchParameters): TransactionSearch {
  return searchOf(readState(parameters))
}

/** Reads an address. A parameter that means nothing is left out: an old bookmark opens the rest. */
export function readState(parameters: SearchParameters): TransactionListState {
  const text = (name: string) => textOf(parameters[name])
  const currency = text('currency')?.toUpperCase()
  const lastFour = text('lastFour')
  return {
    search: text('search'),
    types: listOf(text('type'), TRANSACTION_TYPES),
    states: listOf(text('state'), TRANSACTION_STATES),
    dates: readDates(parameters, 'made', CREATED_PERIODS),
    moved: readDates(parameters, 'moved', CREATED_PERIODS),
    amount: readAmount(text('amountFrom'), text('amountTo')),
    currency: currency !== undefined && isCurrency(currency) ? currency : undefined,
    lastFour: lastFour !== undefined && isLastDigits(lastFour) ? lastFour : undefined,
    email: text('email'),
    source: text('source'),
    processor: text('processor'),
    sort: sortFrom(text('sort')),
    columns: text('columns') === undefined ? undefined : listOf(text('columns'), COLUMNS),
    saved: text('saved'),
  }
}

/** The inverse of `readState`, in one order, without the usual values. */
export function searchOf(state: TransactionListState): TransactionSearch {
  const { saved, search, types, states, dates, moved, amount, currency, lastFour, email, source, processor } = state
  const { sort, columns } = state
  const all: Readonly<Record<string, string | undefined>> = {
    ...{ saved, search, type: joined(types), state: joined(states), ...writtenDates('made', dates) },
    ...writtenDates('moved', moved),
    ...{ amountFrom: amount?.from, amountTo: amount?.to, currency, lastFour, email, source, processor },
    sort: sort === undefined ? undefined : sortText(sort),
    columns: columns === undefined ? undefined : joined(columns),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

/** The filters as the API takes them; with the day on which the list is read, in the organization's zone. */
export function filterQuery(state: TransactionListState, today: string): Query {
  const { search, types, states, amount, currency, lastFour, email, source, processor } = state
  const [dates, moved] = [daysOf(state.dates, today), daysOf(state.moved, today)]
  return {
    ...{ search, type: joined(types), state: joined(states), from: dates?.from, to: dates?.to },
    ...{ movedFrom: moved?.from, movedTo: moved?.to },
    ...{ amountFrom: amount?.from, amountTo: amount?.to, currency, lastFour, email, source, processor },
  }
}

function daysOf(dates: DateFilter | undefined, today: string): Days | undefined {
  return dates?.kind === 'period' ? daysOfPeriod(dates.period, today) : dates
}

/** As the API names it. */
export function sortText({ key, isDescending }: TransactionSort): string {
  return `${key}:${isDescending ? 'desc' : 'asc'}`
}

/** Reads what `sortText` writes. Newest first is the usual order, which no address names. */
export function sortFrom(text: string | undefined): TransactionSort | undefined {
  const [name, direction = 'asc'] = text?.split(':') ?? []
  const key = SORT_KEYS.find((known) => known === name)
  if (key === undefined) return undefined
  const isDescending = direction.toLowerCase() === 'desc'
  return key === NEWEST_FIRST.key && isDescending ? undefined : { key, isDescending }
}

/** The sort after a click on a column's head: first the newest or the largest. */
export function nextSort(sort: TransactionSort | undefined, key: TransactionSort['key']): TransactionSort | undefined {
  const now = sort ?? NEWEST_FIRST
  return sortFrom(sortText({ key, isDescending: now.key !== key || !now.isDescending }))
}

/** Whether anything narrows the list. */
export function isFiltered(state: TransactionListState): boolean {
  return state.search !== undefined || FILTERS.some((filter) => isOn(state, filter))
}

export function isOn(state: TransactionListState, filter: Filter): boolean {
  const value = state[filter]
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

export function withoutFilter(state: TransactionListState, filter: Filter): TransactionListState {
  return { ...state, [filter]: EMPTY_STATE[filter] }
}

/** Without filters and search; sort and columns stay. */
export function withoutFilters({ sort, columns }: TransactionListState): TransactionListState {
  return { ...EMPTY_STATE, sort, columns }
}

/** Two digits are the end of a bank account, four that of a card. */
export function isLastDigits(text: string): boolean {
  return /^\d{2,4}$/.test(text)
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

function listOf<const T extends string>(text: string | undefined, known: readonly T[]): readonly T[] {
  const names = text?.split(',').map((name) => name.trim().toLowerCase()) ?? []
  return known.filter((each) => names.includes(each.toLowerCase()))
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',')
}
