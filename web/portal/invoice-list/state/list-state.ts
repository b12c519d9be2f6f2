// pure
import { SORT_KEYS, type SortKey } from '../../../../src/invoicing/lists/invoice-list.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../../src/invoicing/rules/invoice.ts'
import { isCurrency } from '../../../../src/kernel/currency.ts'
import { isDecimal } from '../../../../src/kernel/decimal.ts'
import { isLanguage, type Language } from '../../../../src/kernel/language.ts'
import { COLUMNS, type Column } from './columns.ts'
import { CREATED_PERIODS, DUE_PERIODS, isDate, type Period } from './periods.ts'
import { readSelection, type Selection, selectionText } from './selection.ts'
import { isView, statusChoices, type View } from './views.ts'

/** Days from a calendar, or a period that moves with today. */
export type DateFilter =
  | { readonly kind: 'days'; readonly from: string | undefined; readonly to: string | undefined }
  | { readonly kind: 'period'; readonly period: Period }

/** Decimal numbers with a point, as the API takes them. */
export type AmountFilter = { readonly from: string | undefined; readonly to: string | undefined }
type CustomFieldFilter = { readonly name: string; readonly value: string }
export type Sort = { readonly key: SortKey; readonly isDescending: boolean }

/** All that a list's address says. Undefined and empty mean that a filter is off. */
export type ListState = {
  readonly view: View
  readonly search: string | undefined
  readonly status: readonly InvoiceStatus[]
  readonly created: DateFilter | undefined
  readonly due: DateFilter | undefined
  readonly amount: AmountFilter | undefined
  readonly currency: string | undefined
  readonly customerEmail: string | undefined
  readonly language: Language | undefined
  readonly customFields: readonly CustomFieldFilter[]
  /** Only those whose last email to the customer was refused. */
  readonly undelivered: true | undefined
  /** Undefined: newest first. */
  readonly sort: Sort | undefined
  /** Undefined: the usual columns. */
  readonly columns: readonly Column[] | undefined
  /** The saved view that was opened; the rest may have changed since. */
  readonly saved: string | undefined
  readonly selected: Selection | undefined
}

/** Filters that have a chip, in their order. */
export const FILTERS = [
  'status',
  'created',
  'due',
  'amount',
  'currency',
  'customerEmail',
  'language',
  'customFields',
  'undelivered',
] as const
export type Filter = (typeof FILTERS)[number]

export const EMPTY_STATE: ListState = {
  ...{ view: 'all', search: undefined, status: [], created: undefined, due: undefined, amount: undefined },
  ...{ currency: undefined, customerEmail: undefined, language: undefined, customFields: [], undelivered: undefined },
  ...{ sort: undefined, columns: undefined, saved: undefined, selected: undefined },
}

/** Parameters of an address, as the router gives them. */
type SearchParameters = Readonly<Record<string, unknown>>

/** Parameters of a list. A repeated one has an array. */
export type ListSearch = { readonly [name: string]: string | readonly string[] }

/** The parameters that an address keeps: those that the list reads, in one form. */
export function listSearch(parameters: SearchParameters): ListSearch {
  return searchOf(readListState(parameters))
}

/** Reads an address. A parameter that means nothing is left out: an old bookmark opens the rest. */
export function readListState(parameters: SearchParameters): ListState {
  const text = (name: string) => textOf(parameters[name])
  const viewText = text('view')
  const view = isView(viewText) ? viewText : 'all'
  const [currency, language] = [text('currency')?.toUpperCase(), text('language')]
  return {
    view,
    search: text('search'),
    status: listOf(parameters['status'], INVOICE_STATUSES).filter((status) => statusChoices(view).includes(status)),
    created: readDates(parameters, 'created', CREATED_PERIODS),
    due: readDates(parameters, 'due', DUE_PERIODS),
    amount: readAmount(text('amountFrom'), text('amountTo')),
    currency: currency !== undefined && isCurrency(currency) ? currency : undefined,
    customerEmail: text('customerEmail'),
    language: language !== undefined && isLanguage(language) ? language : undefined,
    customFields: textsOf(parameters['customField']).flatMap(readCustomField),
    undelivered: text('undelivered') === 'true' ? true : undefined,
    sort: sortFrom(text('sort')),
    columns: text('columns') === undefined ? undefined : listOf(parameters['columns'], COLUMNS),
    saved: text('saved'),
    selected: readSelection(text('selected')),
  }
}

/** The inverse of `readListState`, in one order, without the usual values. */
export function searchOf(state: ListState): ListSearch {
  const { view, search, status, amount, currency, customerEmail, language, customFields, undelivered } = state
  const { sort, columns, saved, selected } = state
  const all: Readonly<Record<string, string | readonly string[] | undefined>> = {
    ...{ saved, view: view === 'all' ? undefined : view, search, status: joined(status) },
    ...writtenDates('created', state.created),
    ...writtenDates('due', state.due),
    ...{ amountFrom: amount?.from, amountTo: amount?.to, currency, customerEmail, language },
    customField: customFields.map(({ name, value }) => `${name}:${value}`),
    undelivered: undelivered === true ? 'true' : undefined,
    sort: sort === undefined ? undefined : sortText(sort),
    columns: columns === undefined ? undefined : joined(columns),
    selected: selected === undefined ? undefined : selectionText(selected),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value.length === 0 ? [] : [[name, value] as const],
    ),
  )
}

/** Other filters are another list, which begins without a selection. */
export function withoutOtherSelection(before: ListState, after: ListState): ListState {
  const narrowing = (state: ListState) =>
    JSON.stringify(searchOf({ ...state, sort: undefined, columns: undefined, saved: undefined, selected: undefined }))
  return after.selected === undefined || narrowing(before) === narrowing(after)
    ? after
    : { ...after, selected: undefined }
}

/** Whether anything but the view narrows the list. */
export function isFiltered(state: ListState): boolean {
  return state.search !== undefined || FILTERS.some((filter) => isOn(state, filter))
}

export function isOn(state: ListState, filter: Filter): boolean {
  const value = state[filter]
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

export function withoutFilter(state: ListState, filter: Filter): ListState {
  return { ...state, [filter]: EMPTY_STATE[filter] }
}

/** Without filters and search; view, sort and columns stay. */
export function withoutFilters({ view, sort, columns }: ListState): ListState {
  return { ...EMPTY_STATE, view, sort, columns }
}

/** Another view keeps all filters but the status, which is what a view is about. */
export function inView(state: ListState, view: View): ListState {
  return { ...state, view, status: [], saved: undefined }
}

/** The sort after a click on a column's head. Dates and amounts begin with the newest and the largest. */
export function nextSort(sort: Sort | undefined, key: SortKey): Sort | undefined {
  const now = sort ?? NEWEST_FIRST
  const isDescending = now.key === key ? !now.isDescending : key !== 'invoiceNumber'
  return key === NEWEST_FIRST.key && isDescending ? undefined : { key, isDescending }
}

/** As the API names it. */
export function sortText({ key, isDescending }: Sort): string {
  return `${key}:${isDescending ? 'desc' : 'asc'}`
}

export const NEWEST_FIRST: Sort = { key: 'createdDate', isDescending: true }

function textOf(value: unknown): string | undefined {
  const [first] = textsOf(value)
  return first
}

/** A repeated parameter is an array. Numbers are taken too: other parsers of addresses make them. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((each) => {
    const text = typeof each === 'number' ? String(each) : typeof each === 'string' ? each.trim() : ''
    return text === '' ? [] : [text]
  })
}

function listOf<Known extends string>(value: unknown, known: readonly Known[]): readonly Known[] {
  const named = textsOf(value).flatMap((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  return known.filter((each) => named.includes(each.toLowerCase()))
}

function joined(values: readonly string[]): string {
  return values.join(',')
}

export function readDates(
  parameters: SearchParameters,
  name: string,
  periods: readonly Period[],
): DateFilter | undefined {
  const period = periods.find((each) => each === textOf(parameters[`${name}In`]))
  if (period !== undefined) return { kind: 'period', period }
  const [from, to] = ['From', 'To'].map((end) => textOf(parameters[`${name}${end}`])).map(dateOrNone)
  return from === undefined && to === undefined ? undefined : { kind: 'days', from, to }
}

function dateOrNone(text: string | undefined): string | undefined {
  return isDate(text) ? text : undefined
}

export function writtenDates(name: string, dates: DateFilter | undefined): Record<string, string | undefined> {
  if (dates === undefined) return {}
  if (dates.kind === 'period') return { [`${name}In`]: dates.period }
  return { [`${name}From`]: dates.from, [`${name}To`]: dates.to }
}

export function readAmount(from: string | undefined, to: string | undefined): AmountFilter | undefined {
  const ends = [from, to].map((text) =>
    text !== undefined && isDecimal(text) && !text.startsWith('-') ? text : undefined,
  )
  return ends.every((end) => end === undefined) ? undefined : { from: ends[0], to: ends[1] }
}

function readCustomField(text: string): readonly CustomFieldFilter[] {
  const at = text.indexOf(':')
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return at > 0 && name !== '' && value !== '' ? [{ name, value }] : []
}

/** Reads what `sortText` writes. Newest first is the usual order, which no address names. */
export function sortFrom(text: string | undefined): Sort | undefined {
  const [name, direction = 'asc'] = text?.split(':') ?? []
  const key = SORT_KEYS.find((known) => known.toLowerCase() === name?.toLowerCase())
  if (key === undefined) return undefined
  const isDescending = direction.toLowerCase() === 'desc'
  return key === NEWEST_FIRST.key && isDescending ? undefined : { key, isDescending }
}
